import { isToTop, measureOf } from '../../contract/recipe-measures.ts';
import type { FoundIngredient, RecipeFile } from '../../contract/recipes.endpoints.ts';
import type { FileDish, FileIngredient, RecipeFileRow, RecipeNameRow } from '../tables.ts';
import type { BookDish, BookRecipe } from './expansion.ts';
import type { NamedItem } from './recipes.queries.ts';

/** What is decided about an ingredient: by a person earlier, or since its name leaves no doubt. */
export interface Decision {
  item_id: number | null;
  used_dish_id: number | null;
  skipped: boolean;
  factor: string | null;
}
export const UNDECIDED: Decision = { item_id: null, used_dish_id: null, skipped: false, factor: null };

export interface Known {
  names: ReadonlyMap<string, RecipeNameRow>;
  /** The items that decisions and proposals mean; those that are gone are not there. */
  items: ReadonlyMap<number, NamedItem>;
  dishes: ReadonlyMap<number, BookDish>;
  /** Semi-products by the keys of their names. */
  semis: ReadonlyMap<string, number>;
}

export function decisionOf(key: string, { proposals }: Pick<RecipeFileRow, 'proposals'>, known: Known): Decision {
  const name = known.names.get(key);
  const isThere =
    name &&
    (name.skipped ||
      known.items.has(name.item_id ?? 0) ||
      (name.used_dish_id !== null && known.dishes.has(name.used_dish_id)));
  if (isThere) return name;
  const semi = known.semis.get(key);
  const sure = proposals[key]?.[0];
  if (sure?.sure && known.items.has(sure.item_id)) return { ...UNDECIDED, item_id: sure.item_id };
  return semi === undefined ? UNDECIDED : { ...UNDECIDED, used_dish_id: semi };
}

const isUnclear = ({ amount, unit }: FileIngredient): boolean =>
  amount === null || unit === null || isToTop(unit) || !measureOf(unit);

/** The decimals of PostgreSQL, which fills them with zeros, compare with those of a file. */
const same = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Number(one) === Number(other);

/** Returns the revision that a recipe of a file stands beside: that of its day, or else the newest. */
export function besideIn(recipes: readonly BookRecipe[], { size, valid_from }: FileDish): BookRecipe | undefined {
  const ofSize = recipes.filter((recipe) => recipe.size === size);
  return valid_from === null ? ofSize[0] : ofSize.find((recipe) => recipe.valid_from === valid_from);
}

export function stateOf(dish: FileDish, before: BookRecipe | undefined): 'new' | 'changed' | 'same' {
  if (!before) return 'new';
  const isSame =
    same(before.yield, dish.yield) &&
    before.lines.length === dish.lines.length &&
    dish.lines.every((line, index) => {
      const other = before.lines[index];
      return other && line.key === other.key && line.unit === other.unit && same(line.amount, other.amount);
    });
  return isSame ? 'same' : 'changed';
}

function ingredientsOf(row: RecipeFileRow, known: Known): FoundIngredient[] {
  const lines = Map.groupBy(
    row.dishes.flatMap((dish) => dish.lines),
    ({ key }) => key,
  );
  return [...lines].map(([key, found]) => {
    const { item_id, used_dish_id, skipped, factor } = decisionOf(key, row, known);
    const dish = used_dish_id === null ? undefined : known.dishes.get(used_dish_id);
    return {
      key,
      text: found[0]?.text ?? key,
      units: [...new Set(found.flatMap(({ unit }) => unit ?? []))],
      lines: found.length,
      item: known.items.get(item_id ?? 0) ?? null,
      dish: dish ? { id: dish.id, name: dish.name } : null,
      skipped,
      factor: factor === null ? null : Number(factor),
      proposals: (row.proposals[key] ?? [])
        .filter((proposal) => known.items.has(proposal.item_id))
        .map(({ item_id: id, name, confidence, sure }) => ({ item_id: id, name, confidence, sure })),
    };
  });
}

/** Shows a file beside the recipes that are there; `recipesOf` returns those of the dish that it means. */
export function fileView(
  row: RecipeFileRow,
  known: Known,
  recipesOf: (dish: FileDish) => readonly BookRecipe[],
): RecipeFile {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    file: row.file,
    status: row.status,
    warnings: row.warnings,
    dishes: row.dishes.map((dish) => ({
      name: dish.name,
      size: dish.size,
      valid_from: dish.valid_from ?? '',
      state: stateOf(dish, besideIn(recipesOf(dish), dish)),
      lines: dish.lines.length,
      questions: dish.lines.filter(isUnclear).length,
    })),
    ingredients: ingredientsOf(row, known),
    created_at: row.created_at.toISOString(),
    applied_at: row.applied_at?.toISOString() ?? null,
  };
}
