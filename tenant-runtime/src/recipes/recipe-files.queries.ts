import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { RecipeFileRow, RecipeProductRow } from '../tables.ts';

export type NewFile = Omit<RecipeFileRow, 'id'>;

/** Returns undefined if a file with this key is there already. */
export async function insertFile(trx: Knex.Transaction, row: NewFile): Promise<number | undefined> {
  const [added] = await trx('recipe_files')
    .insert({
      ...row,
      dishes: JSON.stringify(row.dishes),
      proposals: JSON.stringify(row.proposals),
      warnings: JSON.stringify(row.warnings),
    })
    .onConflict('key')
    .ignore()
    .returning('id');
  return added?.id;
}

export const findFile = (db: Db, id: number): Promise<RecipeFileRow | undefined> =>
  db<RecipeFileRow>('recipe_files').where({ id }).first();

export const findFileByKey = (db: Db, key: string): Promise<RecipeFileRow | undefined> =>
  db<RecipeFileRow>('recipe_files').where({ key }).first();

export const lockFile = (trx: Knex.Transaction, id: number): Promise<RecipeFileRow | undefined> =>
  trx<RecipeFileRow>('recipe_files').where({ id }).forUpdate().first();

export const markApplied = (trx: Knex.Transaction, id: number, by: number | null, at: Date): Promise<number> =>
  trx('recipe_files').where({ id }).update({ status: 'applied', applied_by: by, applied_at: at });

export const deleteFile = (db: Db, id: number): Promise<number> => db('recipe_files').where({ id }).delete();

const BATCH = 1000;
export async function upsertProducts(trx: Knex.Transaction, products: RecipeProductRow[]): Promise<void> {
  for (let from = 0; from < products.length; from += BATCH) {
    await trx('recipe_products')
      .insert(products.slice(from, from + BATCH))
      .onConflict('id')
      .merge(['name', 'code', 'kind', 'unit']);
  }
}
