import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateTenant } from '@ostatok/api/contract/provision.ts';
import type {
  CreateTenantAnswer,
  ProvisionStep,
  TenantStatusAnswer,
} from '@ostatok/api/contract/provisioning.endpoints.ts';
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
async function statusOf(
  look: () => Promise<TenantStatusAnswer>,
  onLost: () => void,
  signal: AbortSignal,
): Promise<TenantStatusAnswer> {
  const since = performance.now();
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (!isPassing(error) || performance.now() - since > LOST_FOR_MS) throw error;
      onLost();
      await sleep(POLL_MS * 4, undefined, { signal });
    }
  }
}

/** null: the platform returned none; the tenant's panel has one. */
async function linkOf(make: () => Promise<string>): Promise<string | null> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** The links by which the administrator begins to write to the tenant's bots; each is null where there is no such bot. */
async function linksOf(
  api: Api,
  { tenant: { tenant_id: id, max }, telegramLink, maxLink }: CreateTenantAnswer,
  { chat }: Pick<CreateTenant, 'chat'>,
): Promise<Pick<CreateTenantAnswer, 'telegramLink' | 'maxLink'>> {
  const params = { id };
  const inTelegram = async () =>
    (await api.call('POST /api/provision/tenant/:id/telegram-link', { params })).telegramLink;
  const inMax = async () => (await api.call('POST /api/provision/tenant/:id/max-link', { params })).link;
  return {
    telegramLink: chat === 'telegram' ? await linkOf(inTelegram) : telegramLink,
    maxLink: max ? await linkOf(inMax) : maxLink,
  };
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
  const { owner, ...own } = input;
  const sending = { headers: { prefer: 'respond-async' }, signal: giveUp };
  const ordered = owner
    ? await api.call('POST /api/admin/tenants', { body: { ...own, owner }, ...sending })
    : await api.call('POST /api/provision/create', { body: own, ...sending });
  const { tenant_id } = ordered.tenant;
  const params = { id: tenant_id };
  const look = (): Promise<TenantStatusAnswer> =>
    owner
      ? api.call('GET /api/admin/tenants/:id/provision', { params })
      : api.call('GET /api/provision/tenant/:id/status', { params });
  on.ordered(ordered);
  const onProgress = on.progress;
  let steps: ProvisionStep[] = [];
  for (;;) {
    const lost = (): void => onProgress({ steps, lost: true });
    const { provision } = await statusOf(look, lost, signal);
    steps = provision?.steps ?? steps;
    onProgress({ steps, lost: false });
    if (provision?.status === 'done') {
      // a link makes a chat the tenant's administrator, so only the owner may ask for it
      const links = owner ? {} : await linksOf(api, ordered, own);
      return { ...ordered, ...links, tenant: { ...ordered.tenant, status: 'active' } };
    }
    if (provision?.status === 'failed')
      throw new UserError(provision.error ?? 'Ошибка создания заведения', 'provision_failed');
    await sleep(POLL_MS, undefined, { signal });
  }
}
