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

function filtered(db: Db, { category, changedSince }: ItemsFilter): Knex.QueryBuilder {
  const query = items(db) as Knex.QueryBuilder;
  if (changedSince) query.where('updated_at', '>=', changedSince);
  else query.whereNull('deleted_at');
  if (category !== undefined) query.where({ category });
  return query;
}

/** What the name begins with comes first, then the closest in spelling; without a search in the order asked for. */
function sorted(query: Knex.QueryBuilder, search: string | undefined, { sort, order }: Page): void {
  if (search) {
    query.orderByRaw('search_name like ? desc, word_similarity(?, search_name) desc', [
      `${likeLiteral(search)}%`,
      search,
    ]);
  }
  query.orderBy(sort === 'name' ? 'search_name' : sort, order).orderBy('id');
}

interface Page {
  offset: number;
  limit: number;
  sort: string;
  order: 'asc' | 'desc';
}

/** Pieces of a search one of which is in every name that resembles it: by three letters, of short words by two. */
function piecesOf(search: string): string[] {
  const pieces = search.split(' ').flatMap((word) => {
    const size = word.length < 5 ? 2 : 3;
    return Array.from({ length: Math.max(1, word.length - size + 1) }, (_, at) => word.slice(at, at + size));
  });
  return [...new Set(pieces)];
}

/** Comparing the spelling of every name takes six times as long as looking for the pieces first. */
async function searchMisspelt(
  db: Db,
  filter: ItemsFilter,
  search: string,
  page: Page,
): Promise<{ rows: ItemRow[]; total: number }> {
  const query = filtered(db, filter)
    .whereRaw('case when search_name like any(?) then ? <% search_name else false end', [
      piecesOf(search).map((piece) => `%${likeLiteral(piece)}%`),
      search,
    ])
    .select('*', db.raw('count(*) over () as total'))
    .offset(page.offset)
    .limit(page.limit);
  sorted(query, search, page);
  const found = (await query) as (ItemRow & { total: number })[];
  return { rows: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 };
}

/** Without an index: reading all names takes some milliseconds, keeping one costs every import a second. */
export async function searchItems(
  db: Db,
  filter: ItemsFilter,
  page: Page,
): Promise<{ rows: ItemRow[]; total: number }> {
  const { search } = filter;
  const matching = filtered(db, filter);
  if (search) matchWords(matching, search);
  const counted = await matching.clone().count<{ count: number }[]>('* as count');
  const total = Number(counted[0]?.count ?? 0);
  if (total === 0) return search ? searchMisspelt(db, filter, search, page) : { rows: [], total };
  const query = matching.select('*').offset(page.offset).limit(page.limit);
  sorted(query, search, page);
  return { rows: (await query) as ItemRow[], total };
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
