import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { searchName } from '../search-name.ts';
import type { DishRow, FileDish, RecipeFileRow, RecipeLineRow, RecipeNameRow } from '../tables.ts';
import { selectBook, selectUses } from './book.queries.ts';
import { type Book, wouldCycle } from './expansion.ts';
import { besideIn, decisionOf, type Known, stateOf, UNDECIDED } from './file-view.ts';
import { ingredientKey } from './files/recipe-file.ts';
import {
  insertDish,
  insertRecipeLines,
  rememberNames,
  selectItems,
  selectNames,
  updateDishRow,
  upsertRecipe,
} from './recipes.queries.ts';

/** Finds the dish that a file means: by the till's code, or by its name. */
export function dishFinder(dishes: Iterable<DishRow>) {
  const byCode = new Map<string, DishRow>();
  const byName = new Map<string, DishRow>();
  const add = (dish: DishRow): void => {
    if (dish.code) byCode.set(dish.code, dish);
    byName.set(searchName(dish.name), dish);
  };
  for (const dish of dishes) add(dish);
  return {
    add,
    find({ code, name }: Pick<FileDish, 'code' | 'name'>): DishRow | undefined {
      const named = byName.get(searchName(name));
      return (code && byCode.get(code)) || named;
    },
  };
}

/** Reads what is known of the ingredients of a file. */
export async function knownFor(db: Db, row: RecipeFileRow, dishes: Book['dishes']): Promise<Known> {
  const keys = [...new Set(row.dishes.flatMap(({ lines }) => lines.map(({ key }) => key)))];
  const names = await selectNames(db, keys);
  const proposed = Object.values(row.proposals).flatMap((list) => list.map(({ item_id }) => item_id));
  const ids = [...new Set([...names.flatMap(({ item_id }) => item_id ?? []), ...proposed])];
  const items = await selectItems(db, ids);
  return {
    names: new Map(names.map((name) => [name.key, name])),
    items: new Map(items.map((item) => [item.id, item])),
    dishes,
    semis: new Map(
      [...dishes.values()].flatMap(({ id, kind, name }) =>
        kind === 'semi' ? [[ingredientKey(name), id] as const] : [],
      ),
    ),
  };
}

interface Applying {
  trx: Knex.Transaction;
  row: RecipeFileRow;
  userId: number | null;
  at: Date;
  /** The day from which changed recipes count, where the file does not say it. */
  from: string;
}

async function writeDish(
  { trx, at }: Applying,
  dish: FileDish,
  finder: ReturnType<typeof dishFinder>,
): Promise<DishRow> {
  const { name, code, kind, unit, price, group } = dish;
  const found = finder.find(dish);
  if (found) {
    const said = { ...(code && { code }), ...(price !== null && { price }), ...(group && { group }) };
    const fields = Object.fromEntries(
      Object.entries(said).filter(([key, value]) => found[key as keyof DishRow] !== value),
    );
    await updateDishRow(trx, found.id, fields);
    Object.assign(found, fields);
    return found;
  }
  const row = {
    key: null,
    name,
    code,
    kind,
    unit: kind === 'semi' ? (unit ?? 'л') : null,
    price,
    group,
    created_at: at,
  };
  const added = { ...row, id: await insertDish(trx, row), removed_at: null };
  finder.add(added);
  return added;
}

/** Writes the recipes of a file that are new or changed, and remembers what its ingredients are. */
export async function applyFile(applying: Applying): Promise<void> {
  const { trx, row, userId, at, from } = applying;
  const book = await selectBook(trx);
  const finder = dishFinder(book.dishes.values());
  const dishes = new Map(book.dishes);
  const written: { dish: FileDish; id: number }[] = [];
  for (const dish of row.dishes) {
    const { id } = await writeDish(applying, dish, finder);
    written.push({ dish, id });
    dishes.set(id, { ...(finder.find(dish) as DishRow) });
  }
  const known = await knownFor(trx, row, dishes);
  const uses = await selectUses(trx);
  const lines: RecipeLineRow[] = [];
  const names = new Map<string, RecipeNameRow>();
  for (const { dish, id } of written) {
    const before = besideIn(book.recipes.get(id) ?? [], dish);
    if (stateOf(dish, before) === 'same') continue;
    const recipeId = await upsertRecipe(trx, {
      dish_id: id,
      size: dish.size,
      valid_from: dish.valid_from ?? (before ? from : ''),
      yield: dish.yield,
      source: row.kind,
      created_by: userId,
      created_at: at,
    });
    for (const [index, line] of dish.lines.entries()) {
      const decided = decisionOf(line.key, row, known);
      const used = decided.used_dish_id;
      // a dish that is called as its ingredient is not made of itself
      const decision = used !== null && wouldCycle(id, [used], uses) ? UNDECIDED : decided;
      if (decision.used_dish_id !== null) uses.set(id, [...(uses.get(id) ?? []), decision.used_dish_id]);
      const { item_id, used_dish_id, skipped, factor } = decision;
      const stated = factor !== null && line.amount !== null ? (Number(factor) * Number(line.amount)).toFixed(6) : null;
      const said = { item_id, used_dish_id, skipped, quantity: stated, proposals: row.proposals[line.key] ?? [] };
      const { text, key, amount, unit } = line;
      lines.push({ recipe_id: recipeId, place: index + 1, text, key, amount, unit, ...said });
      if (item_id !== null) {
        names.set(key, { key, item_id, used_dish_id, skipped, factor, user_id: userId, at });
      }
    }
  }
  await insertRecipeLines(trx, lines);
  await rememberNames(trx, [...names.values()]);
}
