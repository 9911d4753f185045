import {
  BILLION,
  billionthsOf,
  type Conversion,
  divided,
  type MeasuredItem,
  quantityOf,
} from '../../contract/recipe-measures.ts';
import type { DishRow, RecipeLineRow, RecipeRow } from '../tables.ts';

export type BookLine = Omit<RecipeLineRow, 'proposals'>;
export type BookRecipe = RecipeRow & { lines: BookLine[] };
export type BookDish = Pick<DishRow, 'id' | 'name' | 'kind' | 'unit'>;
export interface BookItem extends MeasuredItem {
  id: number;
  name: string;
  /** Kopecks a unit. */
  cost: number | null;
  deleted: boolean;
}

/** All recipes of a tenant. */
export interface Book {
  dishes: ReadonlyMap<number, BookDish>;
  items: ReadonlyMap<number, BookItem>;
  /** Those of a dish, the newest first. */
  recipes: ReadonlyMap<number, BookRecipe[]>;
}

/** What keeps a dish from being told apart into items; `text` is the ingredient. */
export interface Question {
  dishId: number;
  text: string;
  question: string;
}

/** What one portion uses, or one unit of a semi-product; quantities are billionths of the items' units. */
export interface Expanded {
  items: ReadonlyMap<number, bigint>;
  questions: readonly Question[];
}

const NO_ITEM = 'Не выбрана позиция';
const ITEM_GONE = 'Позиция удалена. Выберите другую';
const DISH_GONE = 'Заготовка удалена. Выберите другую';
const NO_RECIPE = 'Рецепта нет';
const CYCLE = 'Рецепт ссылается сам на себя';

/** Returns the recipe that counts on a day: the newest that had begun, of this size or else of all. */
export function recipeOn(recipes: readonly BookRecipe[], size: string, day: string): BookRecipe | undefined {
  const begun = recipes.filter(({ valid_from }) => valid_from <= day);
  return begun.find((recipe) => recipe.size === size) ?? begun.find((recipe) => recipe.size === '');
}

/** Returns how much of its item or semi-product a line uses, in the whole recipe. */
export function lineQuantity(line: BookLine, { items, dishes }: Pick<Book, 'items' | 'dishes'>): Conversion {
  if (line.used_dish_id !== null) {
    const dish = dishes.get(line.used_dish_id);
    if (!dish) return { question: DISH_GONE };
    return stated(line) ?? quantityOf(line, { unit: dish.unit ?? 'шт', volume_ml: null, density_g_per_ml: null });
  }
  if (line.item_id === null) return { question: NO_ITEM };
  const item = items.get(line.item_id);
  if (!item || item.deleted) return { question: ITEM_GONE };
  return stated(line) ?? quantityOf(line, item);
}

function stated({ quantity }: BookLine): Conversion | undefined {
  const given = quantity === null ? undefined : billionthsOf(quantity);
  return given === undefined ? undefined : { quantity: given };
}

const add = (to: Map<number, bigint>, item: number, quantity: bigint): void => {
  to.set(item, (to.get(item) ?? 0n) + quantity);
};

/**
 * Tells dishes apart into items by the recipes of a day. What is asked again is not computed again, so that all recipes
 * of a tenant take as long as they have lines, for each day on which one of them began.
 */
export function createExpansion(book: Book) {
  const begins = [...new Set([...book.recipes.values()].flat().map(({ valid_from }) => valid_from))].sort();
  const known = new Map<string, Expanded>();
  const open = new Set<number>();

  const unanswered = (dishId: number, question: string): Expanded => ({
    items: new Map(),
    questions: [{ dishId, text: book.dishes.get(dishId)?.name ?? '', question }],
  });

  function computed(dishId: number, recipe: BookRecipe, day: string): Expanded {
    const whole = new Map<number, bigint>();
    const questions: Question[] = [];
    for (const line of recipe.lines) {
      if (line.skipped) continue;
      const { quantity, question } = lineQuantity(line, book);
      if (quantity === undefined) {
        questions.push({ dishId, text: line.text, question });
      } else if (line.used_dish_id !== null) {
        const used = expand(line.used_dish_id, '', day);
        for (const [item, each] of used.items) add(whole, item, divided(each * quantity, BILLION));
        questions.push(...used.questions);
      } else if (line.item_id !== null) {
        add(whole, line.item_id, quantity);
      }
    }
    const made = billionthsOf(recipe.yield) || BILLION;
    return { items: new Map([...whole].map(([item, all]) => [item, divided(all * BILLION, made)])), questions };
  }

  /** Returns what one portion of this size uses on a day. */
  function expand(dishId: number, size: string, day: string): Expanded {
    const key = `${dishId}\n${begins.findLast((begin) => begin <= day) ?? ''}\n${size}`;
    const before = known.get(key);
    if (before) return before;
    const recipe = recipeOn(book.recipes.get(dishId) ?? [], size, day);
    if (!recipe) return unanswered(dishId, NO_RECIPE);
    if (open.has(dishId)) return unanswered(dishId, CYCLE);
    open.add(dishId);
    const expanded = computed(dishId, recipe, day);
    open.delete(dishId);
    known.set(key, expanded);
    return expanded;
  }
  return expand;
}
export type Expand = ReturnType<typeof createExpansion>;

/** Whether a dish would contain itself if it used these. */
export function wouldCycle(
  dishId: number,
  used: readonly number[],
  uses: ReadonlyMap<number, readonly number[]>,
): boolean {
  const seen = new Set<number>();
  const left = [...used];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next === dishId) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(uses.get(next) ?? []));
  }
  return false;
}
