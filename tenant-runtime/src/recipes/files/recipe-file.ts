import { oneLine } from '@ostatok/kit/node/one-line.ts';
import type { RecipeFileKind } from '../../../contract/recipes.ts';
import { searchName } from '../../search-name.ts';
import type { FileDish, FileIngredient, RecipeProductRow } from '../../tables.ts';
import { refused } from './refusals.ts';

/** What a file of recipes says, in one shape whatever its format. */
export interface ReadRecipes {
  kind: RecipeFileKind;
  dishes: FileDish[];
  /** Products of iiko, which its recipes refer to. */
  products: RecipeProductRow[];
  /** Sentences for whoever checks the file. */
  warnings: string[];
}

const MAX_LINES = 20_000;
const MAX_TEXT = 200;
const MAX_UNIT = 40;

/** What the decision about an ingredient is remembered by. */
export const ingredientKey = (text: string): string =>
  searchName(text.replace(/[_«»"“”]+/g, ' ')).replace(/^[\s\-–—•*.]+|[\s\-–—:;,.]+$/g, '');

export const oneLineOf = (text: string, max = MAX_TEXT): string => oneLine(text).slice(0, max).toWellFormed();

export function ingredientOf(text: string, amount: string | null, unit: string | null): FileIngredient {
  const written = oneLineOf(text);
  return { text: written, key: ingredientKey(written), amount, unit: unit ? oneLineOf(unit, MAX_UNIT) || null : null };
}

type DishStart = Partial<FileDish> & Pick<FileDish, 'name'>;

/** Gathers the lines of dishes, which may stand apart in a file. */
export function gathered() {
  const dishes = new Map<string, FileDish>();
  let lines = 0;
  return {
    /** Returns the dish with this name, size and day; what is known of it first stands. */
    dish(start: DishStart): FileDish {
      const name = oneLineOf(start.name);
      const key = [start.code ?? searchName(name), start.size ?? '', start.valid_from ?? ''].join('\n');
      const found = dishes.get(key);
      if (found) return found;
      const nothing = { code: null, kind: 'dish', unit: null, size: '', group: null, price: null, valid_from: null };
      const added = { ...nothing, yield: '1', lines: [], ...start, name } as FileDish;
      dishes.set(key, added);
      return added;
    },
    add(dish: FileDish, line: FileIngredient): void {
      lines += 1;
      if (lines > MAX_LINES) throw refused('too_many_lines');
      dish.lines.push(line);
    },
    /** Dishes without a line are none; two with one name and different codes get the code behind it. */
    list(): FileDish[] {
      const all = [...dishes.values()].filter((dish) => dish.lines.length > 0);
      const codes = Map.groupBy(all, ({ name }) => searchName(name));
      for (const same of codes.values()) {
        if (new Set(same.map(({ code }) => code)).size < 2) continue;
        for (const dish of same.slice(1)) {
          if (dish.code !== null && dish.code !== same[0]?.code) dish.name = `${dish.name} (${dish.code})`;
        }
      }
      return all;
    },
  };
}
export type Gathered = ReturnType<typeof gathered>;
