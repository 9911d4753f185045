import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { ChangesFilter } from '../../contract/changes.ts';
import { byNumberOrCode } from '../items/codes-sql.ts';
import type { ChangeRow, ItemRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';
import type { ChangeColumns } from './change-plan.ts';
import { METHOD } from './method-sql.ts';

/** By id, or by any of their barcodes; locked in the order of their ids, so that no two writers wait for each other. */
export async function lockItems(trx: Knex.Transaction, ids: number[], eans: string[]): Promise<ItemRow[]> {
  const { sql, bindings } = byNumberOrCode(ids, eans);
  const { rows } = await trx.raw<{ rows: ItemRow[] }>(
    `select * from items where ${sql} order by id for update`,
    bindings,
  );
  return rows;
}

export async function selectLogged(db: Db, ids: string[], undone: string[]): Promise<ChangeRow[]> {
  const { rows } = await db.raw<{ rows: ChangeRow[] }>(
    'select * from changes where id = any(?::uuid[]) or undoes = any(?::uuid[])',
    [ids, undone],
  );
  return rows;
}

export async function selectItems(db: Db, ids: number[]): Promise<ItemRow[]> {
  const { rows } = await db.raw<{ rows: ItemRow[] }>('select * from items where id = any(?)', [ids]);
  return rows;
}

/** A PostgreSQL array; knex's types know none with nulls. */
const columnOf = (changes: ChangeColumns[], key: keyof ChangeColumns): Knex.Value =>
  changes.map((change) => change[key]) as string[];

/** In one statement and in the order given, which is the order of `seq`. */
export async function insertChanges(
  trx: Knex.Transaction,
  changes: ChangeColumns[],
): Promise<Pick<ChangeRow, 'id' | 'seq' | 'created_at'>[]> {
  const { rows } = await trx.raw<{ rows: Pick<ChangeRow, 'id' | 'seq' | 'created_at'>[] }>(
    `insert into changes (id, item_id, user_id, delta, before, after, method, given, source, entry, reason, count_id,
                          note, undoes, at)
     select id, item_id, user_id, delta, before, after, method, given, source, entry, reason, count_id, note, undoes, at
       from unnest(?::uuid[], ?::int[], ?::int[], ?::numeric[], ?::numeric[], ?::numeric[], ?::text[], ?::numeric[],
                   ?::text[], ?::text[], ?::text[], ?::int[], ?::text[], ?::uuid[], ?::timestamptz[]) with ordinality
         as given(id, item_id, user_id, delta, before, after, method, given, source, entry, reason, count_id, note, undoes,
                  at, place)
      order by place
     returning id, seq, created_at`,
    [
      columnOf(changes, 'id'),
      columnOf(changes, 'item_id'),
      columnOf(changes, 'user_id'),
      columnOf(changes, 'delta'),
      columnOf(changes, 'before'),
      columnOf(changes, 'after'),
      columnOf(changes, 'method'),
      columnOf(changes, 'given'),
      columnOf(changes, 'source'),
      columnOf(changes, 'entry'),
      columnOf(changes, 'reason'),
      columnOf(changes, 'count_id'),
      columnOf(changes, 'note'),
      columnOf(changes, 'undoes'),
      columnOf(changes, 'at'),
    ],
  );
  return rows;
}

export async function updateQuantities(trx: Knex.Transaction, items: ItemRow[]): Promise<ItemRow[]> {
  const { rows } = await trx.raw<{ rows: ItemRow[] }>(
    `update items set quantity = counted.quantity, updated_at = now()
       from unnest(?::int[], ?::numeric[]) as counted(id, quantity)
      where items.id = counted.id
     returning items.*`,
    [items.map((item) => item.id), items.map((item) => item.quantity)],
  );
  return rows;
}

export type ListedChange = ChangeRow & {
  item_name: string;
  item_unit: string;
  user_name: string | null;
  undone: boolean;
};

/** A day means the venue's: `from` its beginning, `to` its end. */
function applyBound(query: Knex.QueryBuilder, bound: 'from' | 'to', value: string, timezone: string): void {
  const comparison = bound === 'from' ? '>=' : '<';
  if (value.length > 10) query.where('c.at', comparison, new Date(value));
  else {
    const day = bound === 'from' ? '?::date' : '?::date + 1';
    query.whereRaw(`c.at ${comparison} (${day})::timestamp at time zone ?`, [value, timezone]);
  }
}

function filtered(db: Db, filter: ChangesFilter, timezone: string): Knex.QueryBuilder {
  const { item, user, source, method, reason, from, to } = filter;
  const query = db('changes as c');
  if (item !== undefined) query.where('c.item_id', item);
  if (user !== undefined) query.where('c.user_id', user);
  if (source !== undefined) query.where('c.source', source);
  if (method !== undefined) query.whereRaw(`${METHOD} = ?`, [method]);
  if (reason !== undefined) query.where('c.reason', reason);
  if (from !== undefined) applyBound(query, 'from', from, timezone);
  if (to !== undefined) applyBound(query, 'to', to, timezone);
  return query;
}

const listed = (db: Db, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .join('items as i', 'i.id', 'c.item_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select('c.*', 'i.name as item_name', 'i.unit as item_unit')
    .select(db.raw(`${userName('u')} as user_name`))
    .select(db.raw('exists (select from changes r where r.undoes = c.id) as undone'));

export async function listChanges(
  db: Db,
  filter: ChangesFilter,
  timezone: string,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedChange[]; total: number }> {
  const [counted, rows] = await Promise.all([
    filtered(db, filter, timezone).count<{ count: number }[]>('* as count'),
    listed(db, filtered(db, filter, timezone))
      .orderBy('c.seq', page.order)
      .offset(page.offset)
      .limit(page.limit),
  ]);
  return { rows: rows as ListedChange[], total: Number(counted[0]?.count ?? 0) };
}

export const findChange = (db: Db, id: string): Promise<ListedChange | undefined> =>
  listed(db, db('changes as c').where('c.id', id)).first() as unknown as Promise<ListedChange | undefined>;

export const findReverse = (db: Db, id: string): Promise<ListedChange | undefined> =>
  listed(db, db('changes as c').where('c.undoes', id)).first() as unknown as Promise<ListedChange | undefined>;
