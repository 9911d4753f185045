import { type Attempts, createAttempts, type Limit } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { TenantStats } from '@ostatok/tenant-runtime/contract/internal.ts';
import { everyProvisionStep } from '../../contract/provision.ts';
import type { TenantStatusAnswer } from '../../contract/provisioning.endpoints.ts';
import type { Tenant } from '../../contract/tenants.endpoints.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import { selectMaxBots } from '../platform/max-bot.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import { toTenant } from '../platform/tenant-view.ts';
import type { Provisioning } from '../provisioning/provisioning.service.ts';
import { randomPassword } from '../provisioning/random.ts';
import { makeTelegramLink, type TelegramLinkDeps } from '../provisioning/telegram-link.ts';
import type { SubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { TenantQuarantine } from '../tenant-removal/tenant-quarantine.service.ts';
import { listOwned } from './tenants.queries.ts';

interface TenantsOptions extends TelegramLinkDeps {
  db: Knex;
  runtime: TenantRuntime;
  activity: Pick<Activity, 'record'>;
  /** The tenant's latest order. */
  provisionOf: Provisioning['of'];
  removal: Pick<VenueRemoval, 'shut'>;
  tenantQuarantine: Pick<TenantQuarantine, 'markDeleted'>;
  /** A venue came, went, slept for good or woke: whoever keeps a list of them looks again. */
  onChange: (tenantId: string) => void;
  /** One venue less may let another of the owner's run again. */
  enforcement: Pick<SubscriptionEnforcement, 'follow' | 'keepOrder'>;
  log: Logger;
  now?: () => Date;
}

/** Of one tenant: each stops it for everybody, and takes as much processor time as hundreds of requests. */
const RESTARTS: Limit = { points: 10, duration: 10 * 60 };

interface TenantsDeps extends TenantsOptions {
  now: () => Date;
  restarts: Attempts<'tenant'>;
}

/** The owner's venue, or 404 also for somebody else's: an id tells nothing. Undefined: an administrator asks. */
async function owned({ db }: TenantsDeps, ownerId: number | undefined, id: string): Promise<TenantRow> {
  const row = await findTenant(db, id);
  if (!row || (ownerId !== undefined && row.owner_id !== ownerId))
    throw new NotFound('Заведение не найдено', 'tenant_not_found');
  return row;
}

async function ownedAndActive(deps: TenantsDeps, ownerId: number, id: string): Promise<TenantRow> {
  const row = await owned(deps, ownerId, id);
  if (row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
  if (row.status !== 'active') throw new Conflict('tenant_not_active', 'Это возможно только с активным заведением');
  return row;
}

async function list({ db, enforcement, addresses, runtime }: TenantsDeps, ownerId: number): Promise<Tenant[]> {
  const [rows, order] = await Promise.all([listOwned(db, ownerId), enforcement.keepOrder(ownerId)]);
  const ranks = new Map(order.map((id, index) => [id, index + 1]));
  const maxBots = await selectMaxBots(
    db,
    addresses,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row) => ({
      ...toTenant(addresses, row, { stats: await runtime.lastStats(row), max: maxBots.get(row.id) ?? null }),
      keep_rank: ranks.get(row.id),
    })),
  );
}

async function status(deps: TenantsDeps, ownerId: number | undefined, id: string): Promise<TenantStatusAnswer> {
  // in this order: a provision seen finished never meets a venue seen before that
  const provision = await deps.provisionOf(id);
  const row = await owned(deps, ownerId, id);
  const labels = new Map(everyProvisionStep.map((step) => [step.name as string, step.label as string]));
  return {
    status: provision?.status === 'failed' ? 'failed' : row.status,
    running: row.endpoint !== null && row.status === 'active',
    provision: provision
      ? {
          status: provision.status,
          steps: provision.steps.map((step) => ({ ...step, label: labels.get(step.name) ?? step.name })),
          error: provision.error,
        }
      : null,
  };
}

async function restart(deps: TenantsDeps, ownerId: number, id: string): Promise<void> {
  const row = await ownedAndActive(deps, ownerId, id);
  await deps.restarts.count({ tenant: id });
  await deps.runtime.restart(row).catch(async (error) => {
    if (error instanceof AppError) throw error;
    // deleted or suspended meanwhile, it was stopped as it started
    await ownedAndActive(deps, ownerId, id);
    deps.log.error({ err: error, tenant: id }, 'tenant did not start anew');
    throw new Unavailable(10, 'Заведение не запускается. Мы уже разбираемся', 'tenant_down');
  });
}

async function resetPassword(
  deps: TenantsDeps,
  ownerId: number,
  id: string,
): Promise<{ login: string; password: string }> {
  const row = await ownedAndActive(deps, ownerId, id);
  const password = randomPassword();
  await deps.runtime.setAdmin(row.id, { username: row.admin_username, password });
  return { login: row.admin_username, password };
}

/** The bot is free again at once, the subdomain for its owner alone; the data stays, behind a role that can no longer sign in. */
async function remove(deps: TenantsDeps, ownerId: number, id: string): Promise<void> {
  const row = await owned(deps, ownerId, id);
  if (row.status === 'deleted') return;
  const isOurs = await deps.db.transaction(async (trx) => {
    if (!(await deps.tenantQuarantine.markDeleted(trx, id, deps.now(), 'owner'))) {
      // asked twice at once: the other was quicker, and goes on
      if ((await findTenant(trx, id))?.status === 'deleted') return false;
      throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Удалить его можно будет через минуту');
    }
    await deps.activity.record(trx, venueAct(row, row.owner_id, 'tenant.deleted', 'Удалено'));
    return true;
  });
  if (!isOurs) return;
  deps.onChange(id);
  await deps.runtime.stop(id);
  await deps.removal.shut(id);
  await deps.enforcement.follow(ownerId);
}

/** What an owner does with their venues. */
export function createTenants({ now = () => new Date(), ...clients }: TenantsOptions) {
  const deps: TenantsDeps = { ...clients, now, restarts: createAttempts({ tenant: RESTARTS }) };
  const { runtime, addresses } = deps;

  return {
    list: (ownerId: number) => list(deps, ownerId),

    status: (ownerId: number | undefined, id: string) => status(deps, ownerId, id),

    /** Throws NotFound where it is not theirs. */
    expectOwn: async (ownerId: number, id: string): Promise<void> => void (await owned(deps, ownerId, id)),

    async stats(ownerId: number, id: string): Promise<TenantStats> {
      const row = await ownedAndActive(deps, ownerId, id);
      return runtime.stats(row.id);
    },

    restart: (ownerId: number, id: string) => restart(deps, ownerId, id),

    resetPassword: (ownerId: number, id: string) => resetPassword(deps, ownerId, id),

    /** In place of the link before. */
    telegramLink: async (ownerId: number, id: string): Promise<string> =>
      makeTelegramLink({ runtime, addresses }, await ownedAndActive(deps, ownerId, id)),

    remove: (ownerId: number, id: string) => remove(deps, ownerId, id),
  };
}
export type Tenants = ReturnType<typeof createTenants>;
