import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { TenantStatus } from '../../contract/provision.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { TenantRow } from '../tables.ts';
import { findTenant } from './tenants.queries.ts';
import { venueAct } from './venue-act.ts';
import { isQuarantined } from './venue-shelf.queries.ts';
import type { VenueShelf } from './venue-shelf.service.ts';

const erased = (): Conflict => new Conflict('tenant_purged', 'Данные заведения уже стёрты: вернуть его нельзя');

/** A deleted venue comes back as it was, as long as its data is kept; its owner's subscription is asked again. */
export function createRestoringDeleted(deps: {
  db: Knex;
  shelf: Pick<VenueShelf, 'bringBack'>;
  activity: Pick<Activity, 'record'>;
}) {
  const { db, shelf, activity } = deps;

  async function deleted(id: string): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row) throw new NotFound('Заведение не найдено', 'tenant_not_found');
    if (row.status !== 'deleted') throw new Conflict('tenant_not_deleted', 'Заведение не удалено');
    if (row.purged_at) throw erased();
    if (await isQuarantined(db, id))
      throw new Conflict('tenant_quarantined', 'Заведение в карантине очистки. Вернуть: ostatok cleanup restore');
    // that of a making that failed, or of an account that was deleted: without it nothing of the venue can start
    if (row.bot_token_sealed === '')
      throw new Conflict(
        'tenant_unmade',
        'От заведения ничего не осталось: его создание не удалось или владелец удалил аккаунт',
      );
    return row;
  }

  return async (actorId: number, id: string): Promise<TenantStatus> => {
    const row = await deleted(id);
    const { suspended_by, suspended_at } = row;
    const was = {
      status: suspended_by ? ('suspended' as const) : ('active' as const),
      suspended_by,
      suspended_at: suspended_at?.toISOString() ?? null,
    };
    await shelf.bringBack(id, was, (trx) =>
      activity.record(trx, venueAct(row, actorId, 'tenant.restored', 'Возвращено удалённое')),
    );
    const now = await findTenant(db, id);
    if (!now || now.status === 'deleted') throw erased();
    return now.status;
  };
}
export type RestoringDeleted = ReturnType<typeof createRestoringDeleted>;
