import type { Db } from '@ostatok/kit/node/db.ts';
import type { SupplierArticleRow, SupplierRow } from '../tables.ts';

const suppliers = (db: Db) => db<SupplierRow>('suppliers').whereNull('removed_at');

export type ListedSupplier = SupplierRow & { articles: number };

const listed = (db: Db) =>
  db('suppliers as s')
    .whereNull('s.removed_at')
    .select<ListedSupplier[]>(
      's.*',
      db.raw('(select count(*)::int from supplier_articles a where a.supplier_id = s.id) as articles'),
    );

export const selectSuppliers = (db: Db): Promise<ListedSupplier[]> => listed(db).orderByRaw('lower(s.name)');

export const findSupplier = (db: Db, id: number): Promise<ListedSupplier | undefined> =>
  listed(db).where('s.id', id).first();

type SupplierFields = Omit<SupplierRow, 'id' | 'removed_at' | 'layout'> & { layout: string | null };

export async function insertSupplier(db: Db, row: SupplierFields): Promise<number> {
  const [added] = await db('suppliers').insert(row).returning('id');
  return (added as { id: number }).id;
}

/** Returns false if the supplier is gone. */
export async function updateSupplierRow(db: Db, id: number, fields: object): Promise<boolean> {
  if (Object.keys(fields).length === 0) return (await findSupplier(db, id)) !== undefined;
  return (await suppliers(db).where({ id }).update(fields)) > 0;
}

/** Returns the name of a supplier, also of one that is removed. */
export const findSupplierName = (db: Db, id: number): Promise<{ name: string } | undefined> =>
  db<SupplierRow>('suppliers').where({ id }).first('name');

export const markSupplierRemoved = (db: Db, id: number, at: Date): Promise<number> =>
  suppliers(db).where({ id }).update({ removed_at: at });

/** Returns what suppliers are told apart by. */
export const selectKnown = (db: Db): Promise<Pick<SupplierRow, 'id' | 'name' | 'inn' | 'codes'>[]> =>
  suppliers(db).orderBy('id').select('id', 'name', 'inn', 'codes');

/** Adds what a file has said to what is known; nothing that is known is replaced. */
export async function learnOfSupplier(
  db: Db,
  id: number,
  { inn, code }: { inn: string | null; code: string | null },
): Promise<void> {
  await db.raw(
    `update suppliers set inn = coalesce(inn, :inn),
            codes = case when cast(:code as text) is null or codes @> array[:code]::text[] then codes
                         else array_append(codes, cast(:code as text)) end
      where id = :id`,
    { id, inn, code },
  );
}

export const selectArticles = (db: Db, supplierId: number, keys: string[]): Promise<SupplierArticleRow[]> =>
  db<SupplierArticleRow>('supplier_articles').where({ supplier_id: supplierId }).whereIn('key', keys);

/** The latest word of a person replaces the one before. */
export async function upsertArticles(db: Db, rows: SupplierArticleRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db('supplier_articles')
    .insert(rows)
    .onConflict(['supplier_id', 'key'])
    .merge(['item_id', 'factor', 'unit', 'item_unit', 'counted_in', 'user_id', 'at']);
}
