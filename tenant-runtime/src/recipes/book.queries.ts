import type { Db } from '@ostatok/kit/node/db.ts';
import type { DishRow, RecipeRow } from '../tables.ts';
import type { Book, BookItem, BookLine } from './expansion.ts';

export type WholeBook = Omit<Book, 'dishes'> & { dishes: ReadonlyMap<number, DishRow> };

/** Reads all recipes with what they use. */
export async function selectBook(db: Db): Promise<WholeBook> {
  const dishes: DishRow[] = await db<DishRow>('dishes').whereNull('removed_at').orderBy('id').select('*');
  const recipes: RecipeRow[] = await db<RecipeRow>('recipes').orderBy('valid_from', 'desc').orderBy('size').select('*');
  const lines: BookLine[] = await db('recipe_lines')
    .orderBy(['recipe_id', 'place'])
    .select('recipe_id', 'place', 'text', 'key', 'amount', 'unit', 'item_id', 'used_dish_id', 'skipped', 'quantity');
  const items: BookItem[] = await db('items')
    .whereRaw('id in (select item_id from recipe_lines)')
    .select('id', 'name', 'unit', 'volume_ml', 'density_g_per_ml', 'cost', db.raw('deleted_at is not null as deleted'));
  const linesOf = Map.groupBy(lines, ({ recipe_id }) => recipe_id);
  const whole = recipes.map((recipe) => ({ ...recipe, lines: linesOf.get(recipe.id) ?? [] }));
  return {
    dishes: new Map(dishes.map((dish) => [dish.id, dish])),
    items: new Map(items.map((item) => [item.id, item])),
    recipes: Map.groupBy(whole, ({ dish_id }) => dish_id),
  };
}

/** Returns which dishes each recipe of a dish uses, in any revision. */
export async function selectUses(db: Db): Promise<Map<number, number[]>> {
  const rows: { dish_id: number; used_dish_id: number }[] = await db('recipe_lines as l')
    .join('recipes as r', 'r.id', 'l.recipe_id')
    .whereNotNull('l.used_dish_id')
    .distinct('r.dish_id', 'l.used_dish_id');
  const uses = Map.groupBy(rows, ({ dish_id }) => dish_id);
  return new Map([...uses].map(([id, used]) => [id, used.map(({ used_dish_id }) => used_dish_id)]));
}

/** Returns the names of dishes that are there and use this one. */
export const selectUsersOf = (db: Db, id: number): Promise<{ name: string }[]> =>
  db('dishes as d')
    .whereNull('d.removed_at')
    .whereRaw(
      'd.id in (select r.dish_id from recipes r join recipe_lines l on l.recipe_id = r.id where l.used_dish_id = ?)',
      [id],
    )
    .whereNot('d.id', id)
    .orderBy('d.name')
    .limit(3)
    .select('d.name');
