import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';
import type { DishRow, RecipeLineRow, RecipeNameRow, RecipeRow } from '../tables.ts';

export type NewDish = Omit<DishRow, 'id' | 'removed_at'>;

export async function insertDish(db: Db, row: NewDish): Promise<number> {
  const [added] = await db('dishes').insert(row).returning('id');
  return added.id;
}

export const findDish = (db: Db, id: number): Promise<DishRow | undefined> =>
  db<DishRow>('dishes').where({ id }).whereNull('removed_at').first();

export const findDishByKey = (db: Db, key: string): Promise<DishRow | undefined> =>
  db<DishRow>('dishes').where({ key }).first();

export const lockDish = (trx: Knex.Transaction, id: number): Promise<DishRow | undefined> =>
  trx<DishRow>('dishes').where({ id }).whereNull('removed_at').forUpdate().first();

export const updateDishRow = (db: Db, id: number, fields: Partial<DishRow>): Promise<number> =>
  Object.keys(fields).length === 0
    ? Promise.resolve(1)
    : db('dishes').where({ id }).whereNull('removed_at').update(fields);

export const selectDishes = (db: Db, ids?: number[]): Promise<DishRow[]> => {
  const query = db<DishRow>('dishes').whereNull('removed_at').orderBy('id');
  return (ids ? query.whereIn('id', ids) : query).select('*');
};

export interface NamedItem {
  id: number;
  name: string;
  unit: Unit;
}
export const selectItems = (db: Db, ids: number[]): Promise<NamedItem[]> =>
  db('items').whereIn('id', ids).whereNull('deleted_at').select('id', 'name', 'unit');

export type NewRecipe = Omit<RecipeRow, 'id'>;

/** Writes a revision in the place of that of the same dish, size and day. */
export async function upsertRecipe(trx: Knex.Transaction, row: NewRecipe): Promise<number> {
  const [written] = await trx('recipes')
    .insert(row)
    .onConflict(['dish_id', 'size', 'valid_from'])
    .merge(['yield', 'source', 'created_by', 'created_at'])
    .returning('id');
  await trx('recipe_lines').where({ recipe_id: written.id }).delete();
  return written.id;
}

const BATCH = 500;
export async function insertRecipeLines(trx: Knex.Transaction, lines: RecipeLineRow[]): Promise<void> {
  const rows = lines.map((line) => ({ ...line, proposals: JSON.stringify(line.proposals) }));
  await trx.batchInsert('recipe_lines', rows, BATCH);
}

export const deleteRecipe = (db: Db, dishId: number, id: number): Promise<number> =>
  db('recipes').where({ id, dish_id: dishId }).delete();

export const selectNames = (db: Db, keys: string[]): Promise<RecipeNameRow[]> =>
  db<RecipeNameRow>('recipe_names').whereRaw('key = any(?)', [keys]).select('*');

/** The latest word of a person replaces the one before, and answers every line that nobody has decided. */
export async function rememberNames(trx: Knex.Transaction, rows: RecipeNameRow[]): Promise<void> {
  if (rows.length === 0) return;
  await trx('recipe_names')
    .insert(rows)
    .onConflict('key')
    .merge(['item_id', 'used_dish_id', 'skipped', 'factor', 'user_id', 'at']);
  // a semi-product could bring a recipe back into itself, so each recipe asks for its own
  await trx.raw(
    `update recipe_lines l set item_id = n.item_id, skipped = n.skipped, quantity = l.amount * n.factor
       from recipe_names n
      where n.key = l.key and n.key = any(?) and n.used_dish_id is null
        and l.item_id is null and l.used_dish_id is null and not l.skipped`,
    [rows.map(({ key }) => key)],
  );
}
