import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CreateTenant,
  CreateTenantAnswer,
  ProvisionStep,
  TenantStatusAnswer,
} from '@ostatok/api/contract/provision.ts';
import type { Api } from '../api-client.ts';
import { Refusal } from '../refusal.ts';
import { isPassing } from './follow-work.ts';

export interface Progress {
  steps: ProvisionStep[];
  /** The platform did not answer the last question; the work goes on there all the same. */
  lost: boolean;
}

const POLL_MS = 150;
const LOST_FOR_MS = 60_000;

/** Waits out a lost connection, as long as a minute; throws the refusal after that. */
async function statusOf(api: Api, tenantId: string, onLost: () => void): Promise<TenantStatusAnswer> {
  const since = performance.now();
  for (;;) {
    try {
      return await api.get<TenantStatusAnswer>(`/api/provision/tenant/${tenantId}/status`);
    } catch (error) {
      if (!isPassing(error) || performance.now() - since > LOST_FOR_MS) throw error;
      onLost();
      await sleep(POLL_MS * 4);
    }
  }
}

/** null: the platform gave none; the venue's panel has one. */
async function telegramLinkOf(api: Api, tenantId: string): Promise<string | null> {
  try {
    const path = `/api/provision/tenant/${tenantId}/telegram-link`;
    return (await api.post<{ telegramLink: string }>(path)).telegramLink;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Orders a venue and follows its making step by step. Throws Refusal when it could not be made; then nothing is left of it. */
export async function createTenant(
  api: Api,
  input: CreateTenant,
  onProgress: (progress: Progress) => void,
): Promise<CreateTenantAnswer> {
  const ordered = await api.post<CreateTenantAnswer>('/api/provision/create', input, { prefer: 'respond-async' });
  let steps: ProvisionStep[] = [];
  for (;;) {
    const { provision } = await statusOf(api, ordered.tenant.tenant_id, () => onProgress({ steps, lost: true }));
    steps = provision?.steps ?? steps;
    onProgress({ steps, lost: false });
    if (provision?.status === 'done') {
      const telegramLink = await telegramLinkOf(api, ordered.tenant.tenant_id);
      return { ...ordered, tenant: { ...ordered.tenant, status: 'active' }, telegramLink };
    }
    if (provision?.status === 'failed')
      throw new Refusal(provision.error ?? 'Ошибка создания заведения', 'provision_failed');
    await sleep(POLL_MS);
  }
}
