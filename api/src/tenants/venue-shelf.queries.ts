import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../tables.ts';

export type Standing = Pick<TenantRow, 'status' | 'suspended_by' | 'suspended_at'>;

/** As its owner would delete it, but that its bot's token stays: it may come back. False: it was not there or not ready. */
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

export const openTenantDatabase = async (server: Knex, name: string): Promise<void> =>
  void (await server.raw('alter role ?? login', [name]));
