import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';

const items = (db: Db) => db<ItemRow>('items');

export interface ItemsFilter {
  search?: string | undefined;
  category?: string | undefined;
  changedSince?: Date | undefined;
}

const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Every word somewhere in the name, or the beginning of the article or barcode. */
function matchWords(query: Knex.QueryBuilder, search: string): void {
  query.where((either) => {
    either.where((all) => {
      for (const word of search.split(' ')) all.whereLike('search_name', `%${likeLiteral(word)}%`);
    });
    either.orWhereRaw('lower(article) like ?', [`${likeLiteral(search)}%`]);
    either.orWhereLike('ean', `${likeLiteral(search)}%`);
  });
}

function filtered(db: Db, { search, category, changedSince }: ItemsFilter, fuzzy: boolean): Knex.QueryBuilder {
  const query = items(db) as Knex.QueryBuilder;
  if (changedSince) query.where('updated_at', '>=', changedSince);
  else query.whereNull('deleted_at');
  if (category !== undefined) query.where({ category });
  if (search && fuzzy) query.whereRaw('? <% search_name', [search]);
  else if (search) matchWords(query, search);
  return query;
}

/** What the name begins with comes first, then the closest in spelling; without a search in the order asked for. */
function sorted(query: Knex.QueryBuilder, search: string | undefined, sort: string, order: 'asc' | 'desc'): void {
  if (search) {
    query.orderByRaw('search_name like ? desc, word_similarity(?, search_name) desc', [
      `${likeLiteral(search)}%`,
      search,
    ]);
  }
  query.orderBy(sort === 'name' ? 'search_name' : sort, order).orderBy('id');
}

/** Names misspelt are looked for only when nothing holds the words as they are. */
export async function searchItems(
  db: Db,
  filter: ItemsFilter,
  page: { offset: number; limit: number; sort: string; order: 'asc' | 'desc' },
): Promise<{ rows: ItemRow[]; total: number }> {
  for (const fuzzy of filter.search ? [false, true] : [false]) {
    const counted = await filtered(db, filter, fuzzy).count<{ count: number }[]>('* as count');
    const total = Number(counted[0]?.count ?? 0);
    if (total === 0) continue;
    const query = filtered(db, filter, fuzzy).select('*').offset(page.offset).limit(page.limit);
    sorted(query, filter.search, page.sort, page.order);
    return { rows: (await query) as ItemRow[], total };
  }
  return { rows: [], total: 0 };
}

/**
 * The moment up to which everything is visible: a transaction still open began before it, so what it writes carries a
 * later or equal `updated_at` and the next reading since this moment finds it.
 */
export async function everythingVisibleUntil(db: Db): Promise<Date> {
  const { rows } = await db.raw<{ rows: { at: Date }[] }>(
    `select least(now(), min(xact_start)) as at from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows[0]?.at ?? new Date(0);
}

export const findItem = (db: Db, id: number): Promise<ItemRow | undefined> =>
  items(db).where({ id }).whereNull('deleted_at').first();

export const findItemByEan = (db: Db, ean: string): Promise<ItemRow | undefined> =>
  items(db).where({ ean }).whereNull('deleted_at').first();

export const lockItem = (trx: Knex.Transaction, id: number): Promise<ItemRow | undefined> =>
  items(trx).where({ id }).whereNull('deleted_at').forUpdate().first();

export const selectCategories = (db: Db): Promise<{ name: string; count: number }[]> =>
  items(db)
    .whereNull('deleted_at')
    .groupBy('category')
    .orderBy('category')
    .select({ name: 'category' })
    .count({ count: '*' }) as unknown as Promise<{ name: string; count: number }[]>;

/** What a person may set of an item, as the columns hold it. */
export type ItemFields = Partial<
  Omit<ItemRow, 'id' | 'quantity' | 'expected' | 'par' | 'created_at' | 'updated_at' | 'deleted_at'>
> & { expected?: string | number | null; par?: string | number | null };

export async function insertItem(db: Db, fields: ItemFields): Promise<ItemRow> {
  const [row] = await items(db)
    .insert(fields as Partial<ItemRow>)
    .returning('*');
  return row as ItemRow;
}

export async function updateItemRow(db: Db, id: number, fields: ItemFields): Promise<ItemRow> {
  const [row] = await items(db)
    .where({ id })
    .update({ ...(fields as Partial<ItemRow>), updated_at: db.fn.now() })
    .returning('*');
  return row as ItemRow;
}

export async function markItemDeleted(db: Db, id: number): Promise<ItemRow | undefined> {
  const [row] = await items(db)
    .where({ id })
    .whereNull('deleted_at')
    .update({ deleted_at: db.fn.now(), updated_at: db.fn.now() })
    .returning('*');
  return row;
}
