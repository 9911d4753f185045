import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { IngredientInput, SaveRecipe } from '../../contract/recipes.ts';
import type { RecipeLineRow, RecipeNameRow } from '../tables.ts';
import { selectUses } from './book.queries.ts';
import { wouldCycle } from './expansion.ts';
import { ingredientKey } from './files/recipe-file.ts';
import { insertRecipeLines, rememberNames, selectDishes, selectItems, upsertRecipe } from './recipes.queries.ts';

export interface Writing {
  trx: Knex.Transaction;
  userId: number | null;
  at: Date;
}

/** Refuses a recipe that would contain itself. */
export async function mustNotCycle(trx: Knex.Transaction, dishId: number, used: readonly number[]): Promise<void> {
  if (used.length === 0 || !wouldCycle(dishId, used, await selectUses(trx))) return;
  const message = 'Рецепт не может ссылаться сам на себя, и через заготовки тоже';
  throw new InvalidInput(message, { lines: message }, 'recipe_cycle');
}

const decimal = (value: number | null | undefined): string | null => (value == null ? null : value.toFixed(6));

async function namesOf({ trx }: Writing, lines: readonly IngredientInput[]) {
  const itemIds = [...new Set(lines.flatMap(({ item_id }) => item_id ?? []))];
  const dishIds = [...new Set(lines.flatMap(({ dish_id }) => dish_id ?? []))];
  const items = new Map((await selectItems(trx, itemIds)).map(({ id, name }) => [id, name]));
  const dishes = new Map((await selectDishes(trx, dishIds)).map(({ id, name }) => [id, name]));
  if (items.size < itemIds.length) throw new InvalidInput('Такой позиции нет', { lines: 'Такой позиции нет' });
  if (dishes.size < dishIds.length) throw new InvalidInput('Такой заготовки нет', { lines: 'Такой заготовки нет' });
  return { items, dishes };
}

/** What a person has decided about an ingredient that is written otherwise than its item is called. */
function learned(line: RecipeLineRow, name: string | undefined, { userId, at }: Writing): RecipeNameRow[] {
  const { key, item_id, used_dish_id, skipped } = line;
  const isDecided = item_id !== null || used_dish_id !== null || skipped;
  if (!isDecided || key === '' || (name !== undefined && ingredientKey(name) === key)) return [];
  const perUnit = line.quantity !== null && line.amount !== null ? Number(line.quantity) / Number(line.amount) : null;
  const factor = perUnit !== null && perUnit >= 0.000001 ? perUnit.toFixed(6) : null;
  return [{ key, item_id, used_dish_id, skipped, factor, user_id: userId, at }];
}

/** Writes a revision of a dish that is locked, and remembers what its ingredients are. */
export async function writeRecipe(
  writing: Writing,
  dishId: number,
  { size, valid_from, yield: made, lines }: SaveRecipe,
): Promise<void> {
  const { trx, userId, at } = writing;
  const { items, dishes } = await namesOf(writing, lines);
  const used = lines.flatMap(({ dish_id }) => dish_id ?? []);
  await mustNotCycle(trx, dishId, used);
  const recipeId = await upsertRecipe(trx, {
    dish_id: dishId,
    size: size ?? '',
    valid_from: valid_from ?? '',
    yield: decimal(made ?? 1) ?? '1',
    source: 'panel',
    created_by: userId,
    created_at: at,
  });
  const rows: RecipeLineRow[] = [];
  const names: RecipeNameRow[] = [];
  for (const [index, line] of lines.entries()) {
    const isBoth = line.item_id != null && line.dish_id != null;
    if (isBoth)
      throw new InvalidInput('Ингредиент — позиция или заготовка, а не обе сразу', { lines: 'Выберите одно' });
    const name = line.item_id != null ? items.get(line.item_id) : dishes.get(line.dish_id ?? 0);
    const text = line.text || name;
    if (!text) throw new InvalidInput(`Строка ${index + 1}: назовите ингредиент`, { lines: 'Назовите ингредиент' });
    const row: RecipeLineRow = {
      recipe_id: recipeId,
      place: index + 1,
      text,
      key: ingredientKey(text),
      amount: decimal(line.amount),
      unit: line.unit || null,
      item_id: line.item_id ?? null,
      used_dish_id: line.dish_id ?? null,
      skipped: line.skipped ?? false,
      quantity: decimal(line.quantity),
      proposals: [],
    };
    rows.push(row);
    names.push(...learned(row, name, writing));
  }
  await insertRecipeLines(trx, rows);
  await rememberNames(trx, [...new Map(names.map((one) => [one.key, one])).values()]);
}
