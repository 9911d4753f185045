import type { SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { filledCells } from '../../deliveries/files/cells.ts';
import { type GuessedLayout, guessColumns, labelsIn } from './headers.ts';

const LABEL =
  /^(?:(?:наименование|название)\s+(?:блюда|изделия|коктейля|напитка|продукции)(?:\s*\([^)]*\))?\s*:?|(?:блюдо|изделие|коктейль|напиток)\s*:)\s*(.*)$/iu;
const TITLE =
  /^(?:технико-)?технологическая карта(?:\s*№\s*\S+)?[\s:«"–—-]+(?:на (?:блюдо|изделие|коктейль|напиток)\s+)?(.+)$/iu;
const QUOTES = /^[«"“]+|[»"”]+$/g;

/** Returns the dish that a row above a card names, beside its label or behind it. */
function dishIn(row: SheetRow): string | undefined {
  const texts = filledCells(row).map(({ text }) => text);
  for (const [index, text] of texts.entries()) {
    const labelled = LABEL.exec(text);
    const name = labelled ? labelled[1] || texts[index + 1] : TITLE.exec(text)?.[1];
    if (name) return name.replace(QUOTES, '').trim() || undefined;
  }
  return undefined;
}

/** The second row of a header says «Брутто» and «Нетто» below «Расход сырья». */
function headerAt(rows: readonly SheetRow[], at: number): { layout: GuessedLayout; isGross: boolean } | undefined {
  const [row, next] = [rows[at], rows[at + 1]];
  if (!row) return undefined;
  const top = labelsIn(row);
  const below = next?.number === row.number + 1 ? labelsIn(next) : [];
  const both = Array.from(
    { length: Math.max(top.length, below.length) },
    (_, index) => below[index] || top[index] || '',
  );
  const heads: [string[], number][] = [
    [top, row.number],
    [both, row.number + 1],
  ];
  for (const [labels, number] of heads) {
    const found = guessColumns(labels, number);
    const { dish, ingredient = dish, amount } = found.columns;
    if (!ingredient || !amount) continue;
    const layout = { ...found, columns: { ...found.columns, ingredient, dish: undefined } };
    return { layout, isGross: labels.some((label) => label.includes('брутто')) };
  }
  return undefined;
}

const UNNAMED = /^(лист|sheet|tdsheet|table|page)\s*\d*$/i;

export interface Card {
  rows: SheetRow[];
  layout: GuessedLayout;
}

/**
 * Finds technological cards: a table of ingredients with its dish named above, one or several on a sheet. Without a name above
 * the sheet's own counts, where the amounts are such as only cards have.
 */
export function cardsIn(rows: readonly SheetRow[], sheet: string): Card[] {
  const cards: Card[] = [];
  const nameOfSheet = UNNAMED.test(sheet) ? undefined : sheet.trim() || undefined;
  let named: string | undefined;
  let open: Card | undefined;
  for (const [at, row] of rows.entries()) {
    const dish = dishIn(row);
    const header = dish === undefined ? headerAt(rows, at) : undefined;
    if (dish !== undefined) {
      named = dish;
      open = undefined;
    } else if (header && header.layout.headerRow > (open?.layout.headerRow ?? 0)) {
      const name = named ?? (header.isGross ? nameOfSheet : undefined);
      open = name === undefined ? undefined : { rows: [], layout: { ...header.layout, dish: name } };
      if (open) cards.push(open);
    } else open?.rows.push(row);
  }
  return cards;
}
