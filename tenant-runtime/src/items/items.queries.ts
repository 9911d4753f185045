import { type Db, type Knex, rowsOf } from '@ostatok/kit/node/db.ts';
import { DATASET } from '../dataset-sql.ts';
import type { ItemRow } from '../tables.ts';
import { VIEW_COLUMNS, type ViewRow, viewColumns } from './item-view.ts';
import { COUNTED_NOW } from './unit-change-sql.ts';
import { VISIBLE_UNTIL } from './visible-until-sql.ts';

const items = (db: Db) => db<ItemRow>('items');

export interface ItemsFilter {
  category?: string | undefined;
  changedSince?: Date | undefined;
}

export interface Page {
  offset: number;
  limit: number;
  sort: string;
  order: 'asc' | 'desc';
}

function filtered(db: Db, { category, changedSince }: ItemsFilter): Knex.QueryBuilder {
  const query = items(db) as Knex.QueryBuilder;
  if (changedSince) query.where('updated_at', '>=', changedSince);
  else query.whereNull('deleted_at');
  if (category !== undefined) query.where({ category });
  return query;
}

export async function selectPage(
  db: Db,
  filter: ItemsFilter,
  { offset, limit, sort, order }: Page,
): Promise<{ rows: ViewRow[]; total: number }> {
  const counted = await filtered(db, filter).count<{ count: number }[]>('* as count');
  const rows: ViewRow[] = await filtered(db, filter)
    .select(viewColumns)
    .orderBy(sort === 'name' ? 'search_name' : sort, order)
    .orderBy('id')
    .offset(offset)
    .limit(limit);
  return { rows, total: Number(counted[0]?.count ?? 0) };
}

export const selectLiving = (db: Db, ids: number[]): Promise<ViewRow[]> =>
  rowsOf(db, 'living-items', `select ${VIEW_COLUMNS} from items where id = any($1) and deleted_at is null`, [ids]);

/** Returns those of the found items that pass the filter, in their order. */
export async function selectFound(
  db: Db,
  found: { id: number }[],
  filter: ItemsFilter,
  { offset, limit }: Pick<Page, 'offset' | 'limit'>,
): Promise<{ rows: ViewRow[]; total: number }> {
  let ids = found.map(({ id }) => id);
  if (filter.category !== undefined || filter.changedSince) {
    const left: { id: number }[] = await filtered(db, filter).whereRaw('id = any(?)', [ids]).select('id');
    const kept = new Set(left.map(({ id }) => id));
    ids = ids.filter((id) => kept.has(id));
  }
  const shown = ids.slice(offset, offset + limit);
  const rows = await selectLiving(db, shown);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { rows: shown.flatMap((id) => byId.get(id) ?? []), total: ids.length };
}

interface Extent {
  /**
   * The moment up to which everything is visible. A transaction that is still open began after or at it, so its rows
   * carry a later or equal `updated_at`, and the next reading since this moment finds them.
   */
  asOf: Date;
  dataset: string;
}

export async function visibleExtent(db: Db): Promise<Extent> {
  const [row] = await rowsOf<Extent>(db, 'visible', `select ${VISIBLE_UNTIL} as "asOf", ${DATASET} as dataset`);
  return row ?? { asOf: new Date(0), dataset: '' };
}

export const findItem = (db: Db, id: number): Promise<ItemRow | undefined> =>
  items(db).where({ id }).whereNull('deleted_at').first();

export const lockItem = (trx: Knex.Transaction, id: number): Promise<ItemRow | undefined> =>
  items(trx).where({ id }).whereNull('deleted_at').forUpdate().first();

/** Locks rows in the order of their ids, like every writer of many rows. */
export const lockLiveItems = (trx: Knex.Transaction, ids: number[]): Promise<ItemRow[]> =>
  items(trx).whereRaw('id = any(?)', [ids]).whereNull('deleted_at').orderBy('id').forUpdate().select('*');

export const selectCategories = (db: Db): Promise<{ name: string; count: number }[]> =>
  items(db)
    .whereNull('deleted_at')
    .groupBy('category')
    .orderBy('category')
    .select({ name: 'category' })
    .count({ count: '*' });

/** The fields of an item that a user may set, in the form of the columns. */
export type ItemFields = Partial<
  Omit<
    ItemRow,
    | 'id'
    | 'quantity'
    | 'expected'
    | 'par'
    | 'weight_empty_g'
    | 'weight_full_g'
    | 'density_g_per_ml'
    | 'created_at'
    | 'updated_at'
    | 'deleted_at'
  >
> & {
  [decimal in 'expected' | 'par' | 'weight_empty_g' | 'weight_full_g' | 'density_g_per_ml']?: string | number | null;
};

/** Serialises `codes`, which is jsonb: the driver would write a list as a PostgreSQL array. */
const written = ({ codes, ...fields }: ItemFields): Partial<ItemRow> =>
  ({ ...fields, ...(codes === undefined ? {} : { codes: JSON.stringify(codes) }) }) as Partial<ItemRow>;

export async function insertItem(db: Db, fields: ItemFields): Promise<ItemRow> {
  const [row] = await items(db).insert(written(fields)).returning('*');
  return row as ItemRow;
}

export const updateItemRows = (db: Db, ids: number[], fields: ItemFields): Promise<ItemRow[]> =>
  items(db)
    .whereRaw('id = any(?)', [ids])
    .update({ ...written(fields), updated_at: db.fn.now() })
    .returning('*');

export async function updateItemRow(db: Db, id: number, fields: ItemFields): Promise<ItemRow> {
  const [row] = await updateItemRows(db, [id], fields);
  return row as ItemRow;
}

/** Returns one of the items that is counted in a count that is still open. */
export async function findCountedNow(trx: Knex.Transaction, ids: readonly number[]): Promise<ItemRow | undefined> {
  if (ids.length === 0) return undefined;
  return items(trx)
    .whereRaw('id = any(?)', [[...ids]])
    .whereRaw(COUNTED_NOW('items.id'))
    .first();
}

export const markItemsDeleted = (db: Db, ids: number[]): Promise<ItemRow[]> =>
  items(db)
    .whereRaw('id = any(?)', [ids])
    .whereNull('deleted_at')
    .update({ deleted_at: db.fn.now(), updated_at: db.fn.now() })
    .returning('*');
