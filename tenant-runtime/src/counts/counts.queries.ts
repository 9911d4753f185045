import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { CountTotals } from '../../contract/counts.endpoints.ts';
import type { CountStatus } from '../../contract/counts.ts';
import type { CountRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const counts = (db: Db) => db<CountRow>('counts');

export type NamedCount = CountRow & { opened_by_name: string | null; closed_by_name: string | null };

const named = (db: Db): Knex.QueryBuilder<CountRow, NamedCount[]> =>
  db('counts as c')
    .leftJoin('users as o', 'o.id', 'c.opened_by')
    .leftJoin('users as x', 'x.id', 'c.closed_by')
    .select<NamedCount[]>(
      'c.*',
      db.raw(`${userName('o')} as opened_by_name`),
      db.raw(`${userName('x')} as closed_by_name`),
    );

export async function listCounts(
  db: Db,
  { status }: { status?: CountStatus | undefined },
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: NamedCount[]; total: number }> {
  const filter = status ? { 'c.status': status } : {};
  const [counted] = await db('counts as c').where(filter).count<{ count: number }[]>('* as count');
  const rows = await named(db).where(filter).orderBy('c.id', page.order).offset(page.offset).limit(page.limit);
  return { rows, total: Number(counted?.count ?? 0) };
}

export const findCount = (db: Db, id: number): Promise<NamedCount | undefined> => named(db).where('c.id', id).first();

export const findCountByKey = (db: Db, key: string): Promise<NamedCount | undefined> =>
  named(db).where('c.key', key).first();

/**
 * Locks the count's row: shared for entries, so that they do not wait for each other, and exclusive for a change of its
 * state.
 */
export const lockCount = (
  trx: Knex.Transaction,
  id: number,
  mode: 'enter' | 'change',
): Promise<CountRow | undefined> =>
  mode === 'enter' ? counts(trx).where({ id }).forShare().first() : counts(trx).where({ id }).forUpdate().first();

type NewCount = Omit<
  CountRow,
  'id' | 'status' | 'totals' | 'coverage' | 'closed_by' | 'closed_at' | 'categories' | 'recount_threshold'
> & { categories: string; recount_threshold: number | null };

/** Returns undefined if a count with this key already exists and is committed. */
export async function insertCount(trx: Knex.Transaction, row: NewCount): Promise<CountRow | undefined> {
  const [count] = await trx('counts').insert(row).onConflict('key').ignore().returning('*');
  return count;
}

/** Returns the newest `seq`; everything written up to it was planned before now. */
export async function newestChange(db: Db): Promise<number> {
  const newest = await db('changes').max<{ seq: number | null }[]>('seq as seq');
  return newest[0]?.seq ?? 0;
}

interface CountFields {
  title?: string;
  recount_threshold?: number | null;
  status?: CountStatus;
  totals?: CountTotals | null;
  coverage?: CountRow['coverage'];
  closed_by?: number | null;
  closed_at?: Date | null;
}

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export async function updateCountRow(trx: Knex.Transaction, id: number, fields: CountFields): Promise<void> {
  const { totals, coverage, ...rest } = fields;
  const columns = {
    ...rest,
    ...(totals === undefined ? {} : { totals: asJson(totals) }),
    ...(coverage === undefined ? {} : { coverage: asJson(coverage) }),
  };
  if (Object.keys(columns).length > 0) await trx('counts').where({ id }).update(columns);
}

type EventKind = 'opened' | 'recount' | 'closed' | 'reopened' | 'cancelled';

export const insertEvent = (
  trx: Knex.Transaction,
  event: { count_id: number; kind: EventKind; user_id: number | null; reason?: string | null; at: Date },
): Promise<unknown> => trx('count_events').insert(event);

export async function selectEvents(
  db: Db,
  countId: number,
): Promise<{ kind: EventKind; user_id: number | null; user_name: string | null; reason: string | null; at: Date }[]> {
  return db('count_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .where('e.count_id', countId)
    .orderBy('e.id')
    .select('e.kind', 'e.user_id', 'e.reason', 'e.at', db.raw(`${userName('u')} as user_name`));
}
