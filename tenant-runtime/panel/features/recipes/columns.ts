import type { AnswerOf } from '@ostatok/kit/contract/endpoint.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import {
  type RecipeColumn,
  type RecipeLayout,
  recipeColumns,
  recipeLayoutSchema,
} from '@ostatok/tenant-runtime/contract/recipe-layout.ts';
import { ValidationError } from 'yup';

/** The first rows of a table in which nobody has said what is where. */
export type UnknownTable = NonNullable<AnswerOf<VenueEndpoints['POST /api/recipe-files']>['unknown']>;

export const columnLabels: Record<RecipeColumn, string> = {
  dish: 'Блюдо',
  code: 'Код блюда',
  size: 'Размер порции',
  group: 'Группа',
  price: 'Цена',
  yield: 'Выход, порций',
  from: 'Действует с',
  ingredient: 'Ингредиент',
  amount: 'Количество',
  unit: 'Единица',
  all: 'Весь состав',
};

export type Chosen = Partial<Record<RecipeColumn, string>>;

/** The letters of the columns that any of the first rows fills, in their order. */
export const lettersOf = ({ rows }: UnknownTable): string[] =>
  [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
    (a, b) => a.length - b.length || a.localeCompare(b),
  );

/** A column is one field only, and a field is read from one column only. */
export function choose(columns: Chosen, letter: string, field: RecipeColumn | ''): Chosen {
  const others = recipeColumns.flatMap((known) => {
    const at = columns[known];
    return at === undefined || at === letter || known === field ? [] : [[known, at]];
  });
  return { ...Object.fromEntries(others), ...(field && { [field]: letter }) };
}

export const fieldAt = (columns: Chosen, letter: string): RecipeColumn | '' =>
  recipeColumns.find((field) => columns[field] === letter) ?? '';

/** What is missing in a layout, as the API would say it; null when nothing. */
export function objectionTo(layout: RecipeLayout): string | null {
  try {
    recipeLayoutSchema.validateSync(layout);
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}
