import { setTimeout as sleep } from 'node:timers/promises';
import type { Campaign, CampaignRecipient } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { UserError } from '../errors/user-error.ts';
import type { Api } from '../platform/api-client.ts';

/** Long work that runs on the platform: an operation or a campaign. */
export type Work = Pick<
  Operation,
  'title' | 'status' | 'total' | 'done' | 'failed' | 'skipped' | 'message' | 'finished_at'
>;
type Part = Pick<OperationItem, 'key' | 'label' | 'message'>;

export interface Progress<T extends Work = Work> {
  work: T;
  /** The parts running now and the failed ones, a few of each. */
  running: Part[];
  failed: Part[];
  /** True while the platform does not answer; its work continues. */
  lost: boolean;
}

const POLL_MS = 400;
const LOST_FOR_MS = 10 * 60_000;
const SHOWN = 5;

const isOver = ({ finished_at }: Work): boolean => finished_at !== null;

export async function lookAtOperation(api: Api, id: string): Promise<Progress<Operation>> {
  const params = { id };
  const { operation } = await api.call('GET /api/admin/operations/:id', { params });
  const some = async (status: OperationItem['status']): Promise<OperationItem[]> =>
    (await api.call('GET /api/admin/operations/:id/items', { params, query: { status, limit: SHOWN } })).items;
  const [running, failed] = await Promise.all([
    isOver(operation) ? [] : some('running'),
    operation.failed > 0 ? some('failed') : [],
  ]);
  return { work: operation, running, failed, lost: false };
}

export async function lookAtCampaign(api: Api, id: string): Promise<Progress<Work & { campaign: Campaign }>> {
  const params = { id };
  const { campaign } = await api.call('GET /api/admin/campaigns/:id', { params });
  const { subject, status, total, sent, skipped, finished_at } = campaign;
  const refused = campaign.failed + campaign.bounced;
  const some = async (which: CampaignRecipient['status']): Promise<Part[]> => {
    const query = { status: which, limit: SHOWN };
    const answer = await api.call('GET /api/admin/campaigns/:id/recipients', { params, query });
    return answer.recipients.map(({ id: key, email, error }) => ({ key: String(key), label: email, message: error }));
  };
  return {
    work: {
      campaign,
      title: `Рассылка «${subject}»`,
      status,
      total,
      done: sent,
      failed: refused,
      skipped,
      message: null,
      finished_at,
    },
    running: [],
    failed: refused > 0 ? [...(await some('failed')), ...(await some('bounced'))].slice(0, SHOWN) : [],
    lost: false,
  };
}

/** Whether the platform may answer the next request. */
export const isPassing = (error: unknown): boolean =>
  error instanceof UserError && (error.code === 'unreachable' || error.status >= 500 || error.status === 429);

/**
 * Resolves when the work has ended, whatever its result; waits out a lost connection. Throws UserError, and throws when
 * `signal` aborts.
 */
export async function followWork<T extends Work>(
  look: () => Promise<Progress<T>>,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<T> {
  let last: Progress<T> | undefined;
  let lostSince: number | undefined;
  for (;;) {
    try {
      last = await look();
      lostSince = undefined;
      onProgress(last);
      if (isOver(last.work)) return last.work;
    } catch (error) {
      lostSince ??= performance.now();
      if (!isPassing(error) || performance.now() - lostSince > LOST_FOR_MS) throw error;
      if (last) onProgress({ ...last, lost: true });
    }
    await sleep(lostSince ? POLL_MS * 3 : POLL_MS, undefined, { signal });
  }
}
