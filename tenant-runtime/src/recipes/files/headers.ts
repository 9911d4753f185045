import { plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import { columnLetter, type SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { RecipeColumn, RecipeLayout } from '../../../contract/recipe-layout.ts';
import { measureOf } from '../../../contract/recipe-measures.ts';

/** What headers mean, as `plain` writes them; the first that fits is taken. */
const meanings: [RecipeColumn, RegExp][] = [
  ['code', /^(pos code|code|plu|dish code|код( блюда| кассы| напитка)?|id блюда)$/],
  ['all', /^(состав|рецепт|рецептура|ингредиенты|ingredients|recipe|composition)( (мл|ml|cl|сл|oz|г|гр|g))?$/],
  [
    'ingredient',
    /^(ingredient|ingredients?( name)|component|ингредиент|компонент|сырье|продукт|продукты|товар|(наименование|название) (сырья|продукт(а|ов)|ингредиент(а|ов)|товара)( .*)?)$/,
  ],
  ['unit', /^(unit|units|uom|measure|ед|ед изм\p{L}*|единица( измерения)?|единицы( измерения)?)$/u],
  [
    'amount',
    /^(quantity|qty|amount|volume|брутто|количество|кол во|объем|норма|расход|закладка|вес|масса|gross|грамм)( (в|на порцию|брутто|нетто|мл|ml|cl|сл|oz|г|гр|g|кг|kg|л|l))*$/,
  ],
  ['size', /^(size|размер( порции)?|порция)$/],
  ['yield', /^(yield|выход|норма закладки|порций|количество порций|portions|servings)$/],
  ['from', /^(valid from|from|дата( начала)?|действует с|с даты)$/],
  ['price', /^(price|selling price|sell price|цена( продажи| блюда)?|стоимость)( (руб|р|₽))?$/],
  ['group', /^(category|cocktail category|dish category|group|категория|группа|раздел|меню)$/],
  [
    'dish',
    /^(cocktail|cocktail name|dish|dish name|drink|drink name|product|product name|name|menu item|блюдо|коктейль|напиток|заготовка|наименование( блюда| коктейля| напитка)?|название( блюда| коктейля| напитка)?)$/,
  ],
];

export interface GuessedLayout extends RecipeLayout {
  /** The dish that all rows are of, where it is named above them. */
  dish?: string;
  /** The header says that amounts are volumes and not in which unit. */
  isVolume: boolean;
}

const UNIT_WORD = /(?:^| )(мл|ml|cl|сл|oz|г|гр|g|кг|kg|л|l)$/;

export const labelsIn = ({ cells }: SheetRow): string[] =>
  Array.from({ length: cells.width }, (_, index) => plain(textOf(cells.get(index))));

/** Tells what columns are by their labels; whose ingredients they are may be said elsewhere. */
export function guessColumns(labels: readonly string[], headerRow: number): GuessedLayout {
  const columns: Partial<Record<RecipeColumn, string>> = {};
  let unit: string | undefined;
  let isVolume = false;
  for (const [index, label] of labels.entries()) {
    if (label === '' || label.length > 60) continue;
    const meaning = meanings.find(([column, pattern]) => columns[column] === undefined && pattern.test(label))?.[0];
    if (!meaning) continue;
    columns[meaning] = columnLetter(index);
    if (meaning !== 'amount' && meaning !== 'all') continue;
    const written = UNIT_WORD.exec(label)?.[1];
    if (written && measureOf(written)) unit = written;
    isVolume = /volume|объем/.test(label);
  }
  // «Ingredients» beside a column of amounts is one ingredient a row
  if (columns.all && columns.amount) {
    columns.ingredient ??= columns.all;
    delete columns.all;
  }
  return { headerRow, columns, isVolume, ...(unit !== undefined && { unit }) };
}

function guessIn(row: SheetRow): GuessedLayout | undefined {
  const found = guessColumns(labelsIn(row), row.number);
  const { dish, all, ingredient, amount } = found.columns;
  return dish && (all ?? (ingredient && amount)) ? found : undefined;
}

const SEARCHED = 15;

/** Finds the header of a table that names its columns in words that are known. */
export function guessLayout(rows: readonly SheetRow[]): GuessedLayout | undefined {
  for (const row of rows.slice(0, SEARCHED)) {
    const found = guessIn(row);
    if (found) return found;
  }
  return undefined;
}

const NUMBERED = /^(.*?\p{L}) ?(\d{1,2})$/u;

/** Finds a header with columns «Ингредиент 1», «Кол-во 1», «Ингредиент 2» and so on: one layout for each number. */
export function guessNumbered(rows: readonly SheetRow[]): GuessedLayout[] {
  for (const row of rows.slice(0, SEARCHED)) {
    const labels = labelsIn(row).map((label) => NUMBERED.exec(label) ?? [label, label, '']);
    const numbers = new Set(labels.map(([, , number = '']) => number).filter(Boolean));
    const found = [...numbers]
      .map((number) => labels.map(([, label = '', own]) => (own === '' || own === number ? label : '')))
      .map((own) => guessColumns(own, row.number))
      .filter(({ columns: { dish, ingredient, amount } }) => dish && ingredient && amount);
    if (found.length > 1) return found;
  }
  return [];
}
