import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../tables.ts';

export type Standing = Pick<TenantRow, 'status' | 'suspended_by' | 'suspended_at'>;

/** Its address and its bot are free at once; its data and its bot's token stay, as it may come back. False: it was not there or not ready. */
export const shelve = async (trx: Knex.Transaction, id: string, at: Date): Promise<boolean> =>
  (await trx('tenants')
    .where({ id })
    .whereIn('status', ['active', 'suspended'])
    .update({ status: 'deleted', deleted_at: at })) > 0;

export const unshelve = (trx: Knex.Transaction, id: string, standing: Standing): Promise<number> =>
  trx('tenants')
    .where({ id, status: 'deleted' })
    .whereNull('purged_at')
    .update({ ...standing, deleted_at: null });

/** A cleanup has set it aside, and brings it back itself. */
export const isQuarantined = async (db: Db, id: string): Promise<boolean> =>
  Boolean(await db('quarantine').where({ key: id }).whereIn('status', ['taking', 'kept', 'restoring']).first('id'));

export const openTenantDatabase = async (server: Knex, name: string): Promise<void> =>
  void (await server.raw('alter role ?? login', [name]));
