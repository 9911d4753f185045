import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden, NotFound } from '@ostatok/kit/node/errors.ts';
import type { TenantStatus } from '../../contract/provision.ts';
import type { DeletedTenant } from '../../contract/tenant-removal.endpoints.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { TenantRow } from '../platform/tables.ts';
import { countTenants, findTenant } from '../platform/tenant-rows.queries.ts';
import { isQuarantined, listRestorable } from './tenant-quarantine.queries.ts';
import type { TenantQuarantine } from './tenant-quarantine.service.ts';

const RETENTION_MS = VENUE_RETENTION_DAYS * 86_400_000;

const erased = (): Conflict => new Conflict('tenant_purged', 'Данные заведения уже стёрты: вернуть его нельзя');
const unmade = (): Conflict =>
  new Conflict('tenant_unmade', 'От заведения ничего не осталось: его создание не удалось или владелец удалил аккаунт');

interface RestoringDeps {
  db: Knex;
  tenantQuarantine: Pick<TenantQuarantine, 'restore'>;
  billing: Pick<Billing, 'limitsOf'>;
  activity: Pick<Activity, 'record'>;
  supportEmail: string;
  now?: () => Date;
}

/** Restores a deleted tenant as it was, as long as its data is kept; the owner's subscription is checked again. */
export function createRestoringDeleted(deps: RestoringDeps) {
  const { db, tenantQuarantine, activity, now = () => new Date() } = deps;

  async function found(id: string, ownerId?: number): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row || (ownerId !== undefined && row.owner_id !== ownerId))
      throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  function requireKept(row: TenantRow): void {
    if (row.purged_at) throw erased();
    // a failed provisioning or a deleted account leaves no token, and nothing of the tenant can start without it
    if (row.bot_token_sealed === '') throw unmade();
  }

  /** The error when the owner asks for a tenant that a cleanup or an administrator has deleted. */
  const notTheirs = (): Forbidden =>
    new Forbidden(
      'deleted_by_administrator',
      `Заведение удалил администратор сервиса. Чтобы его вернуть, напишите на ${deps.supportEmail}`,
    );

  async function requirePlace(trx: Knex.Transaction, ownerId: number): Promise<void> {
    const { mayCreate, maxInstances } = await deps.billing.limitsOf(ownerId, trx);
    if (!mayCreate)
      throw new Forbidden(
        'subscription_inactive',
        'Подписка не активна. Продлите её, и заведение можно будет вернуть.',
      );
    if ((await countTenants(trx, ownerId)) < maxInstances) return;
    throw new Forbidden(
      'tenant_limit',
      `На тарифе нет места: он рассчитан на ${maxInstances}. Смените тариф или удалите другое заведение и повторите.`,
    );
  }

  async function restore(
    row: TenantRow,
    actorId: number,
    { undoes, may }: { undoes?: number; may?: (trx: Knex.Transaction) => Promise<void> },
  ): Promise<TenantStatus> {
    const { id, suspended_by, suspended_at } = row;
    const was = {
      status: suspended_by ? ('suspended' as const) : ('active' as const),
      suspended_by,
      suspended_at: suspended_at?.toISOString() ?? null,
    };
    const done = (trx: Knex.Transaction): Promise<void> =>
      activity.record(trx, {
        ...venueAct(row, actorId, 'tenant.restored', 'Возвращено удалённое'),
        takesBack: undoes ?? true,
      });
    await tenantQuarantine.restore(id, was, { may, done });
    const present = await findTenant(db, id);
    if (!present || present.status === 'deleted') throw erased();
    return present.status;
  }

  return {
    async byAdministrator(actorId: number, id: string, undoes?: number): Promise<TenantStatus> {
      const row = await found(id);
      if (row.status !== 'deleted') throw new Conflict('tenant_not_deleted', 'Заведение не удалено');
      requireKept(row);
      if (await isQuarantined(db, id))
        throw new Conflict('tenant_quarantined', 'Заведение в карантине очистки. Вернуть: ostatok cleanup restore');
      return restore(row, actorId, { undoes });
    },

    /** Restores within the promised days and the plan's limits; a tenant that is back already stays as it is. */
    async byOwner(ownerId: number, id: string): Promise<TenantStatus> {
      const row = await found(id, ownerId);
      if (row.status !== 'deleted') return row.status;
      requireKept(row);
      if (row.deleted_by === 'administrator' || (await isQuarantined(db, id))) throw notTheirs();
      if (!row.deleted_at || row.deleted_at.getTime() + RETENTION_MS <= now().getTime()) throw erased();
      return restore(row, ownerId, { may: (trx) => requirePlace(trx, ownerId) });
    },

    /** Lists the tenants that the owner may still restore, the latest first. */
    async listOf(ownerId: number): Promise<DeletedTenant[]> {
      const rows = await listRestorable(db, ownerId, new Date(now().getTime() - RETENTION_MS));
      return rows.map(({ id, subdomain, display_name, deleted_at }) => ({
        tenant_id: id,
        subdomain,
        display_name,
        deleted_at: deleted_at.toISOString(),
        restorable_until: new Date(deleted_at.getTime() + RETENTION_MS).toISOString(),
      }));
    },
  };
}
export type RestoringDeleted = ReturnType<typeof createRestoringDeleted>;
