import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../tables.ts';

interface SupportVisit {
  tenant_id: string;
  administrator_id: number;
  /** As the venue knows them. */
  administrator: string;
  until: Date;
}

export const insertVisit = async (db: Db, visit: SupportVisit): Promise<void> =>
  void (await db('support_visits').insert(visit));

/** Still one, and so until the transaction ends. */
export async function isAdministrator(trx: Knex.Transaction, userId: number): Promise<boolean> {
  const where = { id: userId, role: 'admin', status: 'active' };
  return Boolean(await trx('users').where(where).whereNull('deleted_at').forShare().first('id'));
}

export type StrayVisit = Pick<SupportVisit, 'tenant_id' | 'administrator'> &
  Pick<TenantRow, 'status' | 'display_name' | 'subdomain'>;

/** Of those who are no administrators any more. */
export const listStrayVisits = (db: Db, now: Date): Promise<StrayVisit[]> =>
  db('support_visits as v')
    .join('users as u', 'u.id', 'v.administrator_id')
    .join('tenants as t', 't.id', 'v.tenant_id')
    .where('v.until', '>', now)
    .whereRaw(`(u.role <> 'admin' or u.status <> 'active' or u.deleted_at is not null)`)
    .distinct('v.tenant_id', 'v.administrator', 't.status', 't.display_name', 't.subdomain');

export const deleteVisits = (db: Db, visit: Pick<SupportVisit, 'tenant_id' | 'administrator'>): Promise<number> =>
  db('support_visits').where({ tenant_id: visit.tenant_id, administrator: visit.administrator }).delete();

export const deleteOverVisits = (db: Db, before: Date): Promise<number> =>
  db('support_visits').where('until', '<=', before).delete();
