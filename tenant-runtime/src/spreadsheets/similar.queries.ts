import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SimilarReason } from '../../contract/imports.endpoints.ts';
import type { SameItem } from '../../contract/imports.ts';
import type { Unit } from '../../contract/items.ts';
import { MAX_TAUGHT } from '../items/taught-limit.ts';
import type { ItemRow } from '../tables.ts';
import { UNKNOWN_ITEM } from './messages.ts';
import type { PreviewedRecord } from './preview.queries.ts';
import { stagedColumns } from './staged-columns.ts';

/** A staged row that no item was found for. */
export interface UnknownRow {
  row: number;
  name: string;
  article: string | null;
  volume_ml: number | null;
}

export async function selectUnknown(db: Db, importId: string, limit: number): Promise<UnknownRow[]> {
  return db('import_rows')
    .where({ import_id: importId })
    .where((row) => row.where({ action: 'create' }).orWhere({ action: 'error', message: UNKNOWN_ITEM }))
    .orderBy('row')
    .limit(limit)
    .select('row', 'name', 'article', 'volume_ml');
}

export type FreeItem = Pick<
  ItemRow,
  'id' | 'name' | 'names' | 'article' | 'ean' | 'codes' | 'alias_ean' | 'alias_names' | 'volume_ml' | 'category'
>;

/** Returns the items that no row of the file was found to be. */
export async function selectFreeItems(db: Db, importId: string): Promise<FreeItem[]> {
  return db<ItemRow>('items')
    .whereNull('deleted_at')
    .whereNotExists(
      db('import_rows').where({ import_id: importId }).whereRaw('import_rows.item_id = items.id').select(db.raw('1')),
    )
    .select('id', 'name', 'names', 'article', 'ean', 'codes', 'alias_ean', 'alias_names', 'volume_ml', 'category');
}

export const selectTaught = (db: Db): Promise<Pick<ItemRow, 'id' | 'names'>[]> =>
  db<ItemRow>('items').whereNull('deleted_at').whereRaw("names <> '[]'").select('id', 'names');

/** A row would change the unit of an item without stock: that is asked about, as the item may be another one. */
export async function doubtUnits(db: Db, importId: string): Promise<void> {
  await db.raw(
    `update import_similar s
        set doubt = concat_ws(' ', s.doubt, format('Единица позиции — %s, а станет — %s.', i.unit, s.unit))
       from items i where s.import_id = ? and i.id = s.item_id and s.action = 'update' and s.unit <> i.unit`,
    [importId],
  );
}

/** Marks the rows that may be some item's. None is sure where the row or the item has another choice, or a question. */
export async function markSimilar(db: Db, importId: string): Promise<void> {
  await db.raw(
    `update import_similar s set sure = false
       from (select row, item_id, count(*) over (partition by row) as items, count(*) over (partition by item_id) as rows
               from import_similar where import_id = :importId) c
      where s.import_id = :importId and s.row = c.row and s.item_id = c.item_id and s.sure
        and (c.items > 1 or c.rows > 1 or s.action <> 'update' or s.doubt is not null)`,
    { importId },
  );
  await db.raw(
    `update import_rows set is_similar = true
      where import_id = :importId and row in (select row from import_similar where import_id = :importId)`,
    { importId },
  );
}

/** An item that a row may be, with what writing the row to it would meet. */
export interface SimilarRecord {
  row: number;
  id: number;
  name: string;
  confidence: number;
  reasons: SimilarReason[];
  sure: boolean;
  doubt: string | null;
  action: 'update' | 'error';
  message: string | null;
  /** What the row says that its unit bears on, and the item's present values. */
  unit: Unit | null;
  volume_ml: number | null;
  cost: number | null;
  par: string | null;
  expected: string | null;
  now: PreviewedRecord['now'];
}

export async function selectSimilar(db: Db, importId: string, rows: number[]): Promise<SimilarRecord[]> {
  const { rows: found } = await db.raw(
    `select s.row, i.id, i.name, s.confidence, s.reasons, s.sure, s.doubt, s.action, s.message,
            s.unit, s.volume_ml, s.cost, s.par, s.expected, to_jsonb(i) as now
       from import_similar s join items i on i.id = s.item_id
      where s.import_id = ? and s.row = any(?::int[]) order by s.row, s.confidence desc, i.name`,
    [importId, rows],
  );
  return found;
}

/** Gives the rows the items that they are; returns the rows that may be these items. */
export async function assignItems(
  trx: Knex.Transaction,
  importId: string,
  same: readonly SameItem[],
): Promise<{ row: number; action: 'update' | 'error'; message: string | null }[]> {
  const { rows } = await trx.raw(
    `update import_rows r set item_id = s.item_id, is_similar = false, doubt = null,
            ${stagedColumns.map((column) => `${column} = s.${column}`).join(', ')}
       from unnest(?::int[], ?::int[]) as g(row, item_id)
       join import_similar s on s.import_id = ? and s.row = g.row and s.item_id = g.item_id
      where r.import_id = s.import_id and r.row = s.row and r.is_similar
      returning r.row, r.action, r.message`,
    [same.map(({ row }) => row), same.map(({ item_id }) => item_id), importId],
  );
  return rows;
}

/** Makes new items of these rows, or of all that are like items. */
export async function assignNew(
  trx: Knex.Transaction,
  importId: string,
  rows: true | readonly number[],
): Promise<void> {
  await trx.raw(
    `update import_rows set is_similar = false, doubt = null
      where import_id = ? and is_similar and action = 'create' and (? or row = any(?::int[]))`,
    [importId, rows === true, rows === true ? [] : [...rows]],
  );
}

/** Excludes the rows that are like items and that nobody has decided; returns how many. */
export async function holdSimilar(trx: Knex.Transaction, importId: string): Promise<number> {
  const { rowCount } = await trx.raw(
    `update import_rows set action = 'error', field = null, message = 'Не загружена: не решено, какая это позиция'
      where import_id = ? and is_similar`,
    [importId],
  );
  return rowCount;
}

export const deleteSimilar = (db: Db, importId: string): Promise<number> =>
  db('import_similar').where({ import_id: importId }).delete();

/** Deletes the candidates of imports that can no longer be committed. */
export async function purgeSimilar(db: Db): Promise<void> {
  await db('import_similar')
    .whereNotIn('import_id', db('imports').where({ status: 'previewed' }).select('id'))
    .delete();
}

/** Returns the names of these rows that their items do not have yet. */
export async function selectNewNames(
  trx: Knex.Transaction,
  importId: string,
  rows: readonly number[],
): Promise<{ itemId: number; name: string }[]> {
  const { rows: found } = await trx.raw(
    `select r.item_id as "itemId", r.called as name from import_rows r
      where r.import_id = ? and r.row = any(?::int[]) and not r.before->'names' @> to_jsonb(r.called)`,
    [importId, [...rows]],
  );
  return found;
}

/** Teaches items names; a name of another item would find neither any more, and an item has only so many. */
export async function addNames(
  trx: Knex.Transaction,
  names: { itemId: number; name: string; searchName: string }[],
): Promise<void> {
  await trx.raw(
    `update items i set names = i.names || to_jsonb(g.name)
       from unnest(?::int[], ?::text[], ?::text[]) as g(id, name, search_name)
      where i.id = g.id and jsonb_array_length(i.names) < ${MAX_TAUGHT}
        and not exists (select from items other where other.deleted_at is null and other.id <> i.id
                          and (other.search_name = g.search_name or other.names @> to_jsonb(g.name)))`,
    [names.map(({ itemId }) => itemId), names.map(({ name }) => name), names.map((one) => one.searchName)],
  );
}
