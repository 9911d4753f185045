import type { PlatformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { FreePlan, PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { useEffect, useState } from 'react';

/** The public API, which needs no sign-in: for the public pages, which load no query client. */
const open = createApiClient<PlatformEndpoints>({ base: '/api', getToken: () => null });

/** `failed` when there was no response, or an error. */
type Asked<T> = { state: 'asking' } | { state: 'known'; value: T } | { state: 'failed' };

function fact<T>(ask: () => Promise<T>): () => Asked<T> {
  let known: Asked<T> = { state: 'asking' };
  let asked: Promise<void> | undefined;
  async function find() {
    try {
      known = { state: 'known', value: await ask() };
    } catch {
      known = { state: 'failed' };
      asked = undefined;
    }
  }
  return function useFact() {
    const [seen, setSeen] = useState<Asked<T>>({ state: 'asking' });
    useEffect(() => {
      let gone = false;
      asked ??= find();
      void asked.then(() => gone || setSeen(known));
      return () => {
        gone = true;
      };
    }, []);
    return seen;
  };
}

const usePriceList = fact(() => open.call('GET /api/public/plans'));

export function usePlansOnOffer(): Asked<PublicPlan[]> {
  const list = usePriceList();
  return list.state === 'known' ? { state: 'known', value: list.value.plans } : list;
}
/** The free plan; null when there is none or it is not known yet. */
export function useFreePlan(): FreePlan | null {
  const list = usePriceList();
  return list.state === 'known' ? (list.value.free ?? null) : null;
}
export const useStatsInPublic = fact(async () => (await open.call('GET /api/public/stats')).stats);
export const useInstallation = fact(() => open.call('GET /api/public/config'));
