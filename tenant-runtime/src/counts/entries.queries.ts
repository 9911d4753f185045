import { type Db, type Knex, rowsOf } from '@ostatok/kit/node/db.ts';
import type { EntriesFilter } from '../../contract/counts.ts';
import { byNumberOrCode } from '../items/codes-sql.ts';
import { VIEW_COLUMNS, type ViewRow } from '../items/item-view.ts';
import type { CountEntryRow, CountLineRow, ItemRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';
import type { Sight } from './line-sql.ts';

export type EntryColumns = Omit<CountEntryRow, 'seq' | 'created_at' | 'voided_at' | 'voided_by' | 'replaced_by'>;

export const selectKnown = (db: Db, ids: string[]): Promise<CountEntryRow[]> =>
  db<CountEntryRow>('count_entries').whereRaw('id = any(?::uuid[])', [ids]);

/** Returns items by id, and those not deleted also by any of their barcodes. */
export function selectEntered(db: Db, ids: number[], eans: string[]): Promise<ViewRow[]> {
  const { sql, values } = byNumberOrCode(ids, eans);
  return rowsOf(db, `entered-${values.length}`, `select ${VIEW_COLUMNS} from items where ${sql}`, values);
}

export const selectLineRounds = (
  db: Db,
  countId: number,
  itemIds: number[],
): Promise<Pick<CountLineRow, 'item_id' | 'round' | 'recount_at'>[]> =>
  db<CountLineRow>('count_lines')
    .where({ count_id: countId })
    .whereRaw('item_id = any(?)', [itemIds])
    .select('item_id', 'round', 'recount_at');

export const selectAreaIds = async (db: Db, countId: number): Promise<number[]> =>
  (await db('count_areas').where({ count_id: countId }).select('id')).map(({ id }) => id);

/**
 * Inserts entries in the given order and returns the ids that are new. An entry that another transaction has just
 * written stays as it is.
 */
export async function insertEntries(trx: Knex.Transaction, rows: EntryColumns[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await trx('count_entries').insert(rows).onConflict('id').ignore().returning('id');
  return new Set(inserted.map(({ id }) => id));
}

export type NamedEntry = CountEntryRow & {
  item_name: string;
  item_unit: ItemRow['unit'];
  area_name: string | null;
  user_name: string;
  voided_by_name: string | null;
};

const named = (db: Db, query: Knex.QueryBuilder): Knex.QueryBuilder<CountEntryRow, NamedEntry[]> =>
  query
    .join('items as i', 'i.id', 'e.item_id')
    .join('users as u', 'u.id', 'e.user_id')
    .leftJoin('count_areas as a', 'a.id', 'e.area_id')
    .leftJoin('users as v', 'v.id', 'e.voided_by')
    .select('e.*', 'i.name as item_name', 'i.unit as item_unit', 'a.name as area_name')
    .select<NamedEntry[]>(db.raw(`${userName('u')} as user_name`), db.raw(`${userName('v')} as voided_by_name`));

export const selectEntries = (db: Db, ids: string[]): Promise<NamedEntry[]> =>
  named(db, db('count_entries as e').whereRaw('e.id = any(?::uuid[])', [ids]));

export async function listEntries(
  db: Db,
  countId: number,
  { userId, hidden }: Sight,
  { item, user, area }: EntriesFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: NamedEntry[]; total: number }> {
  const query = db('count_entries as e')
    .where('e.count_id', countId)
    .whereRaw('(e.user_id = ? or e.item_id <> all(?))', [userId, hidden]);
  if (item !== undefined) query.where('e.item_id', item);
  if (user !== undefined) query.where('e.user_id', user);
  if (area !== undefined) query.where('e.area_id', area);
  const [counted] = await query.clone().count<{ count: number }[]>('* as count');
  const rows = await named(db, query.clone()).orderBy('e.seq', page.order).offset(page.offset).limit(page.limit);
  return { rows, total: Number(counted?.count ?? 0) };
}

export const lockEntry = (trx: Knex.Transaction, countId: number, id: string): Promise<CountEntryRow | undefined> =>
  trx<CountEntryRow>('count_entries').where({ id, count_id: countId }).forUpdate().first();

export const voidEntry = (trx: Knex.Transaction, id: string, by: number, at: Date): Promise<number> =>
  trx('count_entries').where({ id }).update({ voided_at: at, voided_by: by });

/** Its person's own earlier entries of the line, in this round and area, no longer count. */
export const voidReplaced = async (trx: Knex.Transaction, row: EntryColumns, at: Date): Promise<void> =>
  void (await trx('count_entries')
    .where({ count_id: row.count_id, item_id: row.item_id, round: row.round, user_id: row.user_id })
    .whereRaw('area_id is not distinct from ?', [row.area_id])
    .whereRaw('seq < (select seq from count_entries where id = ?)', [row.id])
    .whereNull('voided_at')
    .update({ voided_at: at, voided_by: row.user_id, replaced_by: row.id }));

/** What the entry had replaced counts again; a bottle that has been counted anew by its mark does not. */
export const restoreReplaced = async (trx: Knex.Transaction, id: string): Promise<void> =>
  void (await trx('count_entries as e')
    .where({ replaced_by: id })
    .whereRaw(
      `not exists (select from count_entries o where o.count_id = e.count_id and o.mark = e.mark and o.round = e.round
                      and o.voided_at is null)`,
    )
    .update({ voided_at: null, voided_by: null }));

/** An entry that holds its mark in a count. */
export interface SeenMark {
  entryId: string;
  mark: string;
  round: number;
  userId: number;
  userName: string;
  at: Date;
}

export async function selectSeenMarks(trx: Knex.Transaction, countId: number, marks: string[]): Promise<SeenMark[]> {
  const { rows } = await trx.raw(
    `select e.id as "entryId", e.mark, e.round, e.user_id as "userId", ${userName('u')} as "userName", e.at
       from count_entries e join users u on u.id = e.user_id
      where e.count_id = ? and e.mark = any(?::text[]) and e.voided_at is null`,
    [countId, marks],
  );
  return rows;
}

/** A replaced entry that is taken back itself does not come back; what it had replaced comes back with the one that replaced it. */
export async function handOnReplaced(trx: Knex.Transaction, { id, replaced_by }: CountEntryRow): Promise<void> {
  await trx('count_entries').where({ replaced_by: id }).update({ replaced_by });
  await trx('count_entries').where({ id }).update({ replaced_by: null });
}

/** By the id of an entry that has replaced others: how much they came to. */
export async function sumReplaced(db: Db, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await db.raw<{ rows: { replaced_by: string; sum: string }[] }>(
    'select replaced_by, sum(quantity) from count_entries where replaced_by = any(?::uuid[]) group by replaced_by',
    [ids],
  );
  return new Map(rows.map(({ replaced_by, sum }) => [replaced_by, Number(sum)]));
}
