import { fromBillionths, kopecksOf, worthOf } from '../../contract/recipe-measures.ts';
import type { Dish, DishDetails, Recipe, RecipeLine } from '../../contract/recipes.endpoints.ts';
import type { DishRow } from '../tables.ts';
import { costOf, marginOf } from './costs.ts';
import {
  type Book,
  type BookLine,
  type BookRecipe,
  createExpansion,
  type Expand,
  lineQuantity,
  recipeOn,
} from './expansion.ts';

const roubles = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);
const number = (text: string | null): number | null => (text === null ? null : Number(text));

/** All that views of dishes are made of. */
export interface Shown {
  book: Book;
  expand: Expand;
  /** Today in the tenant's time zone. */
  day: string;
}

export const shownOf = (book: Book, day: string): Shown => ({ book, expand: createExpansion(book), day });

function worthView({ book, expand }: Shown, dish: DishRow, size: string, day: string) {
  const expanded = expand(dish.id, size, day);
  const { cost, missing } = costOf(expanded, book);
  return { cost: roubles(cost), ...marginOf(cost, dish.price), questions: expanded.questions.length, missing };
}

/** The sizes that have a recipe by now, the one without a name first. */
function sizesOn(recipes: readonly BookRecipe[], day: string): string[] {
  return [...new Set(recipes.filter(({ valid_from }) => valid_from <= day).map(({ size }) => size))].sort();
}

export function dishView(shown: Shown, dish: DishRow): Dish {
  const sizes = sizesOn(shown.book.recipes.get(dish.id) ?? [], shown.day);
  const { id, name, code, kind, unit, price, group, created_at } = dish;
  return {
    id,
    name,
    code,
    kind,
    unit,
    price: roubles(price),
    group,
    created_at: created_at.toISOString(),
    sizes: sizes.length,
    ...worthView(shown, dish, sizes[0] ?? '', shown.day),
  };
}

const NO_COST = 'У позиции нет цены закупки';

/** What a line costs in the whole recipe, and what is missing. */
function lineWorth(
  { book, expand }: Shown,
  line: BookLine,
  day: string,
): Pick<RecipeLine, 'used' | 'cost' | 'question'> {
  if (line.skipped) return { used: null, cost: null, question: null };
  const { quantity, question } = lineQuantity(line, book);
  if (quantity === undefined) return { used: null, cost: null, question };
  const used = fromBillionths(quantity);
  if (line.used_dish_id === null) {
    const cost = book.items.get(line.item_id ?? 0)?.cost ?? null;
    if (cost === null) return { used, cost: null, question: NO_COST };
    return { used, cost: roubles(kopecksOf(worthOf(quantity, cost))), question: null };
  }
  const { cost, missing } = costOf(expand(line.used_dish_id, '', day), book);
  if (cost === null) return { used, cost: null, question: missing[0] ?? null };
  return { used, cost: roubles(kopecksOf(worthOf(quantity, cost))), question: null };
}

function lineView(shown: Shown, line: BookLine, day: string): RecipeLine {
  const { items, dishes } = shown.book;
  const item = line.item_id === null ? undefined : items.get(line.item_id);
  const dish = line.used_dish_id === null ? undefined : dishes.get(line.used_dish_id);
  return {
    place: line.place,
    text: line.text,
    key: line.key,
    amount: number(line.amount),
    unit: line.unit,
    item: item && !item.deleted ? { id: item.id, name: item.name, unit: item.unit } : null,
    dish: dish ? { id: dish.id, name: dish.name, unit: dish.unit } : null,
    skipped: line.skipped,
    quantity: number(line.quantity),
    ...lineWorth(shown, line, day),
  };
}

function recipeView(shown: Shown, dish: DishRow, recipe: BookRecipe): Recipe {
  const recipes = shown.book.recipes.get(dish.id) ?? [];
  const current = recipeOn(recipes, recipe.size, shown.day) === recipe;
  // an old revision is valued by the semi-products of its first day
  const day = current ? shown.day : recipe.valid_from;
  return {
    id: recipe.id,
    size: recipe.size,
    valid_from: recipe.valid_from,
    yield: Number(recipe.yield),
    source: recipe.source,
    created_at: recipe.created_at.toISOString(),
    current,
    lines: recipe.lines.map((line) => lineView(shown, line, day)),
    ...worthView(shown, dish, recipe.size, day),
  };
}

export function detailsView(shown: Shown, dish: DishRow): DishDetails {
  const recipes = (shown.book.recipes.get(dish.id) ?? []).toSorted(
    (a, b) => a.size.localeCompare(b.size) || b.valid_from.localeCompare(a.valid_from),
  );
  return { ...dishView(shown, dish), recipes: recipes.map((recipe) => recipeView(shown, dish, recipe)) };
}
