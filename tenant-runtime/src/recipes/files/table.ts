import { decimalOfCell, decimalText, roundedTo, times } from '@ostatok/kit/node/decimal.ts';
import { isBlank, amountOf as numberIn, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { RecipeColumn } from '../../../contract/recipe-layout.ts';
import { dayIn } from '../../deliveries/files/cells.ts';
import type { GuessedLayout } from './headers.ts';
import { amountOf, ingredientIn, linesIn, type WrittenAmount } from './ingredient-text.ts';
import { type Gathered, ingredientOf } from './recipe-file.ts';
import { badPlace } from './refusals.ts';

const DECIMALS = 6;
const MAX_AMOUNT = 1_000_000;
const MAX_PRICE_ROUBLES = 10_000_000;

function indexOf(letter: string): number {
  let index = 0;
  for (const sign of letter) index = index * 26 + sign.charCodeAt(0) - 64;
  return index - 1;
}

type CellAt = (column: RecipeColumn) => Cell | undefined;

/** Reads a number of units: a cell's own number, or a text such as «40ml». */
function amountIn(cell: Cell | undefined, place: string): WrittenAmount {
  if (isBlank(cell) || !cell) return { amount: null, unit: null };
  if (cell.isDate) throw badPlace(place, `количество — «${textOf(cell)}», а это дата`);
  const read =
    typeof cell.value === 'number'
      ? { amount: decimalText(DECIMALS, decimalOfCell(cell.value) ?? { digits: 0n, scale: 0 }), unit: null }
      : amountOf(textOf(cell));
  const { amount } = read;
  if (amount?.startsWith('-') || /^[-−–]\s*\d/.test(textOf(cell))) throw badPlace(place, 'количество меньше нуля');
  if (Number(amount) > MAX_AMOUNT) throw badPlace(place, `количество «${textOf(cell).slice(0, 40)}» слишком большое`);
  return Number(amount) === 0 ? { ...read, amount: null } : read;
}

function kopecksIn(cell: Cell | undefined, place: string): number | null {
  const found = numberIn(cell);
  if (!found) return null;
  if (found.value < 0 || found.value > MAX_PRICE_ROUBLES) throw badPlace(place, 'такой цены быть не может');
  const roubles = decimalOfCell(found.value);
  return roubles ? Number(roundedTo(0, times(roubles, { digits: 100n, scale: 0 }))) : null;
}

/** A small whole number is as often a piece as a millilitre. */
const DOUBTFUL = 5;

/** «1/2 лайм» is no half of a millilitre. */
const isVolumeLike = (amount: string): boolean =>
  Number(amount) >= DOUBTFUL || (Number(amount) > 1 && !Number.isInteger(Number(amount)));

function unitOf(written: WrittenAmount, beside: string, { unit, isVolume }: GuessedLayout): string | null {
  const own = written.unit ?? (beside || null);
  if (own || written.amount === null) return own;
  if (unit) return unit;
  return isVolume && isVolumeLike(written.amount) ? 'мл' : null;
}

/** A unit that the text itself names, as the notes of a book: «NA» is none. */
const besideIn = (cell: Cell | undefined): string => (/^(na|n\/a|-|—)$/i.test(textOf(cell)) ? '' : textOf(cell));

/** What stands below the ingredients of a card, and the numbers that a form prints under its header. */
const NO_INGREDIENT = /^((итого|всего|total|выход)(\s.*|:.*)?|\d{1,2})$/i;

/**
 * Reads the rows of a table below its header into dishes; a dish that is named once counts for the rows below it. Returns
 * how many lines of a book, «30 Кампари», were taken for millilitres.
 */
export function readRows(rows: readonly SheetRow[], layout: GuessedLayout, into: Gathered): number {
  let implied = 0;
  let name = layout.dish ?? '';
  let code: string | null = null;
  for (const row of rows) {
    if (row.number <= layout.headerRow) continue;
    const cellAt: CellAt = (column) => {
      const letter = layout.columns[column];
      return letter === undefined ? undefined : row.cells.get(indexOf(letter));
    };
    const place = `Строка ${row.number}`;
    const own = textOf(cellAt('dish'));
    const isNext = own !== '' && own !== name;
    name = own || name;
    code = textOf(cellAt('code')) || (isNext ? null : code);
    const named = textOf(cellAt('ingredient'));
    const ingredient = NO_INGREDIENT.test(named) ? '' : named;
    const all = cellAt('all');
    if (name === '' || (ingredient === '' && isBlank(all))) continue;
    const made = amountIn(cellAt('yield'), place);
    const dish = into.dish({
      name,
      code,
      size: textOf(cellAt('size')).slice(0, 40),
      group: textOf(cellAt('group')).slice(0, 100) || null,
      price: kopecksIn(cellAt('price'), place),
      valid_from: dayIn(cellAt('from')),
      ...(made.amount !== null && { yield: made.amount }),
    });
    if (ingredient !== '') {
      const written = amountIn(cellAt('amount'), place);
      const unit = unitOf(written, besideIn(cellAt('unit')), layout);
      into.add(dish, ingredientOf(ingredient, written.amount, unit));
      continue;
    }
    for (const text of linesIn(String(all?.value ?? ''))) {
      const line = ingredientIn(text);
      const unit = unitOf(line, '', { ...layout, isVolume: true });
      if (unit !== null && line.unit === null && layout.unit === undefined) implied += 1;
      into.add(dish, ingredientOf(line.text, line.amount, unit));
    }
  }
  return implied;
}
