import type { Db, Knex } from '@ostatok/kit/node/db.ts';

/** A trouble that administrators are alerted to. */
export interface AlertRow {
  /** The id of its line of attention. */
  id: string;
  text: string;
  seen_at: Date;
  /** How many things were affected when the last letter was sent. */
  count: number;
  sent_at: Date | null;
  /** Since when it is no longer seen. */
  gone_at: Date | null;
}

const alerts = (db: Db) => db<AlertRow>('alerts');

/** Locks the whole table, so that of two processes only one sends. */
export async function lockAlerts(trx: Knex.Transaction): Promise<Map<string, AlertRow>> {
  await trx.raw('lock table alerts in exclusive mode');
  return new Map((await alerts(trx)).map((row) => [row.id, row]));
}

export async function putAlert(trx: Knex.Transaction, row: AlertRow): Promise<void> {
  await alerts(trx).insert(row).onConflict('id').merge();
}

export async function dropAlert(trx: Knex.Transaction, id: string): Promise<void> {
  await alerts(trx).where({ id }).delete();
}

export const listAdministrators = (db: Db): Promise<{ email: string; name: string }[]> =>
  db('users').where({ role: 'admin', status: 'active' }).whereNull('deleted_at').select('email', 'name');
