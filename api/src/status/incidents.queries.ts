import type { Component, TroubleState } from '@ostatok/api/contract/status.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface IncidentRow {
  id: number;
  component: Component;
  state: TroubleState;
  began_at: Date;
  /** Since when it is no longer seen. */
  gone_at: Date | null;
  ended_at: Date | null;
}

const incidents = (db: Db) => db<IncidentRow>('incidents');

/** Locks the table, so that of two processes only one writes; returns what is not over. */
export async function lockOpenIncidents(trx: Knex.Transaction): Promise<Map<Component, IncidentRow>> {
  await trx.raw('lock table incidents in exclusive mode');
  return new Map((await incidents(trx).whereNull('ended_at')).map((row) => [row.component, row]));
}

export async function addIncident(db: Db, row: Omit<IncidentRow, 'id' | 'gone_at' | 'ended_at'>): Promise<void> {
  await incidents(db).insert(row);
}

export async function addPastIncident(db: Db, row: Omit<IncidentRow, 'id' | 'gone_at'>): Promise<void> {
  await incidents(db).insert(row);
}

export async function setIncident(db: Db, id: number, fields: Partial<IncidentRow>): Promise<void> {
  await incidents(db).where({ id }).update(fields);
}

export async function dropIncident(db: Db, id: number): Promise<void> {
  await incidents(db).where({ id }).delete();
}

export async function dropIncidentsBefore(db: Db, before: Date): Promise<void> {
  await incidents(db).where('ended_at', '<', before).delete();
}

/** What is seen now. */
export const listPresent = (db: Db): Promise<IncidentRow[]> =>
  incidents(db).whereNull('ended_at').whereNull('gone_at').select('*');

/** What is over, the last first. */
export const listPast = (db: Db, most: number): Promise<IncidentRow[]> =>
  incidents(db).whereNotNull('ended_at').orderBy('ended_at', 'desc').orderBy('id').limit(most).select('*');

/** How many tenants should work now. */
export async function countActive(db: Db): Promise<number> {
  const [row] = await db('tenants').where({ status: 'active' }).count({ n: '*' });
  return Number(row?.n ?? 0);
}
