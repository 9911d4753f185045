import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { TenantStatus } from '../../contract/provision.ts';
import type { ProvisionRow, StoredStep, TenantRow } from '../platform/tables.ts';

export async function insertProvision(
  trx: Knex.Transaction,
  provision: { id: string; tenant_id: string; steps: StoredStep[]; input_sealed: string },
): Promise<void> {
  await trx('provisions').insert({ ...provision, steps: JSON.stringify(provision.steps) });
}

export function findProvision(db: Db, id: string): Promise<ProvisionRow | undefined> {
  return db('provisions').where({ id }).first();
}

export function findProvisionOf(db: Db, tenantId: string): Promise<ProvisionRow | undefined> {
  return db('provisions').where({ tenant_id: tenantId }).orderBy('created_at', 'desc').first();
}

export async function unfinishedProvisions(db: Db): Promise<string[]> {
  const rows = await db('provisions').where({ status: 'running' }).orderBy('created_at').select('id');
  return rows.map((row: { id: string }) => row.id);
}

export async function saveSteps(db: Db, id: string, steps: StoredStep[], error: string | null): Promise<void> {
  await db('provisions')
    .where({ id })
    .update({ steps: JSON.stringify(steps), error });
}

/** Finishes a provision and wipes its sealed input, so that it keeps no secret. */
export async function finishProvision(trx: Knex.Transaction, id: string, status: 'done' | 'failed'): Promise<void> {
  await trx('provisions').where({ id }).update({ status, input_sealed: null, finished_at: trx.fn.now() });
}

/** Changes the status only from one of `from`; undefined when it was none of them. */
export async function setStatus(
  db: Db,
  id: string,
  from: TenantStatus[],
  to: TenantStatus,
  at: Date,
): Promise<TenantRow | undefined> {
  const [row] = await db('tenants')
    .where({ id })
    .whereIn('status', from)
    .update({ status: to, ...(to === 'deleted' ? { deleted_at: at, bot_token_sealed: '' } : {}) })
    .returning('*');
  return row;
}

export async function setBotUsername(db: Db, id: string, username: string): Promise<void> {
  await db('tenants').where({ id }).update({ bot_username: username });
}
