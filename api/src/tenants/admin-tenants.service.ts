import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { TenantStatus } from '../../contract/provision.ts';
import type { AdminTenant, AdminTenantDetails, TenantLoad } from '../../contract/tenants.endpoints.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import type { Host } from '../hosting/host.ts';
import type { Addresses } from '../platform/addresses.ts';
import { selectMaxBots } from '../platform/max-bot.queries.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant, lockOwner } from '../platform/tenant-rows.queries.ts';
import { startFailureOf } from '../supervisor/start-failure.ts';
import type { SubscriptionEnforcement } from '../supervisor/subscription-enforcement.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { TenantQuarantine } from '../tenant-removal/tenant-quarantine.service.ts';
import { findOwnerId, listForAdmin } from './admin-tenants.queries.ts';
import { type TenantDetails, toAdminTenant } from './tenant-details.service.ts';

/** Returns false when the status is set already; throws when it can't be set. */
function isToChange({ status, suspended_by }: TenantRow, wanted: 'active' | 'suspended'): boolean {
  if (status === 'creating') throw new Conflict('tenant_creating', 'Заведение ещё создаётся');
  if (status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
  if (wanted === 'suspended') return suspended_by !== 'administrator';
  if (suspended_by === 'billing') {
    throw new Conflict(
      'suspended_by_billing',
      'Заведение приостановлено по подписке владельца. Продлите её, и оно заработает само',
    );
  }
  return status === 'suspended';
}

interface AdminTenantsOptions {
  db: Knex;
  details: TenantDetails;
  host: Pick<Host, 'load'>;
  runtime: TenantRuntime;
  removal: Pick<VenueRemoval, 'shut'>;
  tenantQuarantine: Pick<TenantQuarantine, 'markDeleted'>;
  addresses: Addresses;
  activity: Activity;
  enforcement: Pick<SubscriptionEnforcement, 'enforce' | 'follow' | 'suspend'>;
  onChange: (tenantId: string) => void;
  now?: () => Date;
}

interface AdminTenantsDeps extends AdminTenantsOptions {
  now: () => Date;
}

async function existing({ db }: AdminTenantsDeps, id: string, reader: Db = db): Promise<TenantRow> {
  const row = await findTenant(reader, id);
  if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
  return row;
}

const record = (
  { activity }: AdminTenantsDeps,
  trx: Db,
  actorId: number | null,
  action: ActivityAction,
  what: string,
  row: TenantRow,
  takesBack?: number | true,
): Promise<void> => activity.record(trx, { ...venueAct(row, actorId, action, what), takesBack });

async function ownerOf({ db }: AdminTenantsDeps, email: string): Promise<number> {
  const id = await findOwnerId(db, email);
  if (id === undefined) throw new NotFound(`Пользователя ${email} нет`, 'user_not_found');
  return id;
}

async function list(
  { db, addresses }: AdminTenantsDeps,
  query: Parameters<typeof listForAdmin>[1],
  reader: Knex = db,
): Promise<{ rows: AdminTenant[]; total: number }> {
  const { rows, total } = await listForAdmin(reader, query);
  const maxBots = await selectMaxBots(
    reader,
    addresses,
    rows.map(({ id }) => id),
  );
  return { rows: rows.map((row) => toAdminTenant(addresses, row, maxBots.get(row.id) ?? null)), total };
}

async function restart(deps: AdminTenantsDeps, actorId: number, id: string): Promise<void> {
  const row = await existing(deps, id);
  if (row.status !== 'active') throw new Conflict('tenant_not_active', 'Перезапустить можно только активное заведение');
  await deps.runtime.restart(row).catch(async (error) => {
    if (error instanceof AppError) throw error;
    const why = (await findTenant(deps.db, id))?.start_failure ?? startFailureOf(error);
    throw new Unavailable(
      10,
      `Заведение не запускается: ${why}. Журнал: ostatok tenants logs ${row.subdomain}`,
      'tenant_down',
    );
  });
  await record(deps, deps.db, actorId, 'tenant.restarted', 'Перезапущено', row);
}

/** Deletes the tenant as its owner would: bot and subdomain (for its owner alone) are free at once, the data is kept. */
async function remove(deps: AdminTenantsDeps, actorId: number, id: string): Promise<void> {
  const row = await existing(deps, id);
  await deps.db.transaction(async (trx) => {
    if (!(await deps.tenantQuarantine.markDeleted(trx, id, deps.now(), 'administrator'))) {
      // of several deletions at once, one has succeeded
      await existing(deps, id, trx);
      throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Удалить его можно будет через минуту');
    }
    await record(deps, trx, actorId, 'tenant.deleted', 'Удалено', row);
  });
  deps.onChange(id);
  await deps.runtime.stop(id);
  await deps.removal.shut(id);
  await deps.enforcement.follow(row.owner_id);
}

/**
 * A suspended tenant stops; its address says so and its bot's messages wait. An activated one runs again where the
 * subscription allows it. Repeating either changes nothing. `undoes` is the activity entry that this call takes
 * back; `why` is for the activity. Without an actor the platform itself does it. Returns the resulting status.
 */
async function setStatus(
  deps: AdminTenantsDeps,
  actorId: number | null,
  id: string,
  status: 'active' | 'suspended',
  undoes?: number,
  why?: string,
): Promise<TenantStatus> {
  const { owner_id } = await existing(deps, id);
  await deps.db.transaction(async (trx) => {
    const row = (await lockOwner(trx, owner_id)) ? await findTenant(trx, id) : undefined;
    if (!row) throw new NotFound('Заведение не найдено', 'tenant_not_found');
    if (!isToChange(row, status)) return;
    // when the administrator's suspension is lifted, billing decides whether the tenant runs
    await deps.enforcement.suspend(trx, id, status === 'active' ? 'billing' : 'administrator');
    const what = status === 'active' ? 'Возобновлено' : 'Приостановлено';
    await record(deps, trx, actorId, `tenant.${status}`, why ? `${what} (${why})` : what, row, undoes ?? true);
  });
  deps.onChange(id);
  await deps.enforcement.enforce(owner_id, id);
  return (await existing(deps, id)).status;
}

/** The load of running tenants, the highest first. */
async function load({ host, db }: AdminTenantsDeps): Promise<TenantLoad[]> {
  const loads = (await host.load?.('now')) ?? [];
  const page = { sort: 'number', order: 'asc', offset: 0, limit: loads.length } as const;
  const { rows } = await listForAdmin(db, { ids: loads.map(({ id }) => id), ...page });
  return loads.flatMap(({ id, ...load }) => {
    const row = rows.find((one) => one.id === id);
    return row ? { tenant_id: id, subdomain: row.subdomain, user_email: row.user_email, ...load } : [];
  });
}

async function logs(deps: AdminTenantsDeps, id: string, lines: number): Promise<string[]> {
  await existing(deps, id);
  return deps.runtime.logs(id, lines);
}

/** The administrator's operations on any tenant. */
export function createAdminTenants({ now = () => new Date(), ...clients }: AdminTenantsOptions) {
  const deps: AdminTenantsDeps = { ...clients, now };
  const { details } = deps;

  return {
    ownerOf: (email: string) => ownerOf(deps, email),
    list: (query: Parameters<typeof listForAdmin>[1], reader?: Knex) => list(deps, query, reader),
    details: (id: string): Promise<AdminTenantDetails> => details(id),
    restart: (actorId: number, id: string) => restart(deps, actorId, id),
    remove: (actorId: number, id: string) => remove(deps, actorId, id),
    setStatus: (actorId: number | null, id: string, status: 'active' | 'suspended', undoes?: number, why?: string) =>
      setStatus(deps, actorId, id, status, undoes, why),
    load: () => load(deps),
    logs: (id: string, lines: number) => logs(deps, id, lines),
  };
}
export type AdminTenants = ReturnType<typeof createAdminTenants>;
