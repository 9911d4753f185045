import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CreateTenant,
  CreateTenantAnswer,
  ProvisionStep,
  TenantStatusAnswer,
} from '@ostatok/api/contract/provision.ts';
import { UserError } from '../errors/user-error.ts';
import type { Api } from '../platform/api-client.ts';
import { isPassing } from './follow-work.ts';

export interface Progress {
  steps: ProvisionStep[];
  /** True while the platform does not answer; its work continues. */
  lost: boolean;
}

const POLL_MS = 150;
const LOST_FOR_MS = 60_000;

/** Retries a lost connection for up to a minute; throws the error after that. */
async function statusOf(api: Api, path: string, onLost: () => void, signal: AbortSignal): Promise<TenantStatusAnswer> {
  const since = performance.now();
  for (;;) {
    try {
      return await api.get<TenantStatusAnswer>(path);
    } catch (error) {
      if (!isPassing(error) || performance.now() - since > LOST_FOR_MS) throw error;
      onLost();
      await sleep(POLL_MS * 4, undefined, { signal });
    }
  }
}

/** null: the platform returned none; the tenant's panel has one. */
async function telegramLinkOf(api: Api, tenantId: string): Promise<string | null> {
  try {
    const path = `/api/provision/tenant/${tenantId}/telegram-link`;
    return (await api.post<{ telegramLink: string }>(path)).telegramLink;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/**
 * Orders a tenant and follows its provisioning step by step. Throws UserError when provisioning failed, after which
 * nothing of it is left, and when `leave` aborts, while the platform continues. The response to the order is awaited
 * until `giveUp`.
 */
export async function createTenant(
  api: Api,
  input: CreateTenant & { owner?: string },
  on: { ordered: (answer: CreateTenantAnswer) => void; progress: (progress: Progress) => void },
  { leave: signal, giveUp }: { leave: AbortSignal; giveUp: AbortSignal },
): Promise<CreateTenantAnswer> {
  const path = input.owner ? '/api/admin/tenants' : '/api/provision/create';
  const ordered = await api.post<CreateTenantAnswer>(path, input, { prefer: 'respond-async' }, giveUp);
  const { tenant_id } = ordered.tenant;
  const statusPath = input.owner ? `${path}/${tenant_id}/provision` : `/api/provision/tenant/${tenant_id}/status`;
  on.ordered(ordered);
  const onProgress = on.progress;
  let steps: ProvisionStep[] = [];
  for (;;) {
    const lost = (): void => onProgress({ steps, lost: true });
    const { provision } = await statusOf(api, statusPath, lost, signal);
    steps = provision?.steps ?? steps;
    onProgress({ steps, lost: false });
    if (provision?.status === 'done') {
      // the link makes a chat the tenant's administrator, so only the owner may ask for it
      const telegramLink = input.owner ? null : await telegramLinkOf(api, tenant_id);
      return { ...ordered, tenant: { ...ordered.tenant, status: 'active' }, telegramLink };
    }
    if (provision?.status === 'failed')
      throw new UserError(provision.error ?? 'Ошибка создания заведения', 'provision_failed');
    await sleep(POLL_MS, undefined, { signal });
  }
}
