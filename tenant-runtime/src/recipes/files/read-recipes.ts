import { readFile } from 'node:fs/promises';
import { plural } from '@ostatok/kit/node/russian.ts';
import { russianText } from '@ostatok/kit/node/russian-text.ts';
import { isMarkupTable } from '@ostatok/kit/node/workbooks/markup-reader.ts';
import type { Sheet, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import { readXml } from '@ostatok/kit/node/xml/xml-document.ts';
import type { RecipeLayout } from '../../../contract/recipe-layout.ts';
import type { RecipeProductRow } from '../../tables.ts';
import { type Card, cardsIn } from './cards.ts';
import { guessLayout, guessNumbered } from './headers.ts';
import { isIikoCharts, productIdsIn, readIikoCharts } from './iiko-charts.ts';
import { readIikoProducts } from './iiko-products.ts';
import { parsed } from './json-fields.ts';
import { readJsonList } from './json-list.ts';
import { gathered, type ReadRecipes } from './recipe-file.ts';
import { refused } from './refusals.ts';
import { readRows } from './table.ts';

const MAX_ROWS = 50_000;
const START_BYTES = 64;

/** Returns the names of these products of iiko, as far as they are known. */
export type FindProducts = (ids: string[]) => Promise<RecipeProductRow[]>;

async function rowsOf(sheet: Sheet): Promise<SheetRow[]> {
  const all: SheetRow[] = [];
  for await (const rows of sheet.rows()) {
    all.push(...rows);
    if (all.length > MAX_ROWS) throw refused('too_many_rows');
  }
  return all;
}

const impliedText = (lines: number): string =>
  `Количества без единиц поняли как миллилитры: ${lines} ${plural(lines, ['строка', 'строки', 'строк'])}. Если это не так, впишите единицы в файл`;

/** Finds the tables of a sheet: one with dishes, or one for each of its cards or numbered ingredients. */
function tablesIn(rows: SheetRow[], sheet: string): Card[] {
  const found = guessLayout(rows);
  if (found) return [{ rows, layout: found }];
  const numbered = guessNumbered(rows);
  return numbered.length > 0 ? numbered.map((layout) => ({ rows, layout })) : cardsIn(rows, sheet);
}

async function readWorkbook(path: string, layout: RecipeLayout | undefined): Promise<ReadRecipes> {
  const book = await openTable(path, 0);
  try {
    const sheets = layout?.sheet ? book.sheets.filter(({ name }) => name === layout.sheet) : book.sheets;
    if (sheets.length === 0) throw refused('no_sheet');
    const into = gathered();
    let isKnown = false;
    let implied = 0;
    for (const sheet of layout ? sheets.slice(0, 1) : sheets) {
      const rows = await rowsOf(sheet);
      const tables = layout ? [{ rows, layout: { ...layout, isVolume: false } }] : tablesIn(rows, sheet.name);
      for (const table of tables) implied += readRows(table.rows, table.layout, into);
      isKnown ||= tables.length > 0;
    }
    if (!isKnown) throw refused('no_columns');
    const warnings = implied > 0 ? [impliedText(implied)] : [];
    return { kind: 'table', dishes: into.list(), products: [], warnings };
  } finally {
    await book.close();
  }
}

async function readJson(text: string, findProducts: FindProducts): Promise<ReadRecipes> {
  const value = parsed(text);
  if (!isIikoCharts(value)) return readJsonList(value);
  const products = await findProducts(productIdsIn(value));
  return readIikoCharts(value, new Map(products.map((product) => [product.id, product])));
}

/** Tells the kind of a text by its first sign; anything else is a workbook or a table. */
function startOf(bytes: Buffer): string {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, START_BYTES)).trimStart().charAt(0);
}

async function readAny(bytes: Buffer, path: string, layout: RecipeLayout | undefined, findProducts: FindProducts) {
  const start = startOf(bytes);
  if (start === '<' && !isMarkupTable(bytes)) return readIikoProducts(readXml(bytes));
  if (!layout && (start === '{' || start === '[')) return readJson(russianText(bytes) ?? '', findProducts);
  return readWorkbook(path, layout);
}

/** Reads recipes of any format that is known, or a table by its layout. Throws Unreadable. */
export async function readRecipes(
  path: string,
  { layout, findProducts = async () => [] }: { layout?: RecipeLayout | undefined; findProducts?: FindProducts } = {},
): Promise<ReadRecipes> {
  const read = await readAny(await readFile(path), path, layout, findProducts);
  if (read.dishes.length === 0 && read.products.length === 0) throw refused('no_recipes');
  return read;
}
