import { decimalText } from '@ostatok/kit/node/decimal.ts';
import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { dayOf, lineAmounts, totalAmounts } from './amounts.ts';
import { dayIn, decimalIn, filledCells } from './cells.ts';
import { type FileLine, type FileSupplier, type FileTotals, NO_TOTALS, type ReadDelivery } from './delivery-file.ts';
import { type Columns, cellIn, textIn, vatRateIn } from './numbered-form.ts';
import { refused } from './refusals.ts';
import { innOf } from './texts.ts';

/** The columns of the form by the numbers that it prints under its header (Госкомстат's order 132 of 1998). */
const LINE = '1';
const NAME = '2';
const CODE = '3';
const UNIT = '4';
const UNIT_CODE = '5';
const IN_PACK = '7';
const PACKS = '8';
const QUANTITY = '10';
const PRICE = '11';
const NET = '12';
const VAT_RATE = '13';
const VAT = '14';
const GROSS = '15';
const LAST = 15;

/** Recognises the row of column numbers, 1 to 15 from left to right, which each page repeats. */
function columnsIn(row: SheetRow): Columns | undefined {
  const cells = filledCells(row);
  const isNumbering = cells.length === LAST && cells.every(({ text }, place) => Number(text) === place + 1);
  return isNumbering ? cells.map(({ index }, place) => ({ index, label: String(place + 1) })) : undefined;
}

function lineOf(row: SheetRow, columns: Columns): FileLine {
  const number = Number(textIn(row, columns, LINE));
  const { quantity, sum, price } = lineAmounts(number);
  const at = (column: string) => decimalIn(cellIn(row, columns, column), `Строка ${number}`);
  const [packs, inPack] = [at(PACKS), at(IN_PACK)];
  return {
    number,
    code: textIn(row, columns, CODE),
    name: textIn(row, columns, NAME),
    packs: packs && inPack ? decimalText(3, packs) : null,
    inPack: packs && inPack ? decimalText(3, inPack) : null,
    quantity: quantity(at(QUANTITY)),
    unit: textIn(row, columns, UNIT) ?? textIn(row, columns, UNIT_CODE),
    price: price(at(PRICE)),
    net: sum(at(NET), 'сумма без НДС'),
    vat: sum(at(VAT), 'НДС'),
    gross: sum(at(GROSS), 'сумма с НДС'),
    vatRate: vatRateIn(row, columns, VAT_RATE),
    marks: [],
    alccode: null,
    ean: null,
    volumeMl: null,
    isService: false,
  };
}

/** The label of a total may stand in any of the columns before the quantity. */
function totalLabel(row: SheetRow, columns: Columns): 'page' | 'document' | undefined {
  const end = columns.find(({ label }) => label === QUANTITY)?.index ?? 0;
  const label = filledCells(row).find(({ index, text }) => index < end && /^(итого|всего по накладной)/i.test(text));
  if (!label) return undefined;
  return /^всего/i.test(label.text) ? 'document' : 'page';
}

function totalsIn(row: SheetRow, columns: Columns): FileTotals {
  const { quantity, sum } = totalAmounts();
  const at = (column: string) => decimalIn(cellIn(row, columns, column), 'Итог документа');
  const count = at(QUANTITY);
  return {
    quantity: count ? quantity(count) : null,
    net: sum(at(NET), 'сумма без НДС'),
    vat: sum(at(VAT), 'НДС'),
    gross: sum(at(GROSS), 'сумма с НДС'),
  };
}

interface Body {
  lines: FileLine[];
  pages: { stated: FileTotals; lines: number }[];
  stated: FileTotals;
}

/** Reads the lines of all pages, with the totals of each and of the whole. Throws when another paper follows below. */
function bodyOf(rows: readonly SheetRow[]): Body {
  const lines: FileLine[] = [];
  const pages: Body['pages'] = [];
  let columns: Columns | undefined;
  for (const [at, row] of rows.entries()) {
    columns = columnsIn(row) ?? columns;
    if (!columns || columnsIn(row)) continue;
    const label = totalLabel(row, columns);
    if (label === 'document') {
      if (rows.slice(at + 1).some(columnsIn)) throw refused('several');
      return { lines, pages, stated: totalsIn(row, columns) };
    }
    if (label === 'page') pages.push({ stated: totalsIn(row, columns), lines: lines.length });
    else if (/^\d{1,5}$/.test(textIn(row, columns, LINE) ?? '') && textIn(row, columns, NAME)) {
      lines.push(lineOf(row, columns));
    }
  }
  return { lines, pages, stated: NO_TOTALS };
}

/** What follows the name: the number of taxes, the address, the phone, the account. */
const AFTER_NAME = /,?\s*(ИНН|КПП|\d{6},|р\/с|тел\.?[:\s]|адрес[:\s]).*$/iu;

function supplierIn(rows: readonly SheetRow[]): FileSupplier {
  for (const row of rows) {
    const cells = filledCells(row);
    const label = cells.findIndex(({ text }) => /^поставщик:?$/i.test(text));
    const text = label < 0 ? undefined : cells[label + 1]?.text;
    if (!text || /^по ОКПО/i.test(text)) continue;
    const inn = /ИНН(?:\/КПП)?:?\s*(\d+)/i.exec(text)?.[1];
    return { name: text.replace(AFTER_NAME, '').trim() || null, inn: innOf(inn), code: null };
  }
  return { name: null, inn: null, code: null };
}

interface Title {
  number: string | null;
  date: string | null;
}

/** «Товарная накладная № 17 от 20 ноября 2026 г.», as some programs write it in one cell. */
const IN_ONE = /накладная\s*№\s*(\S+)\s+от\s+(.+)$/i;
const TITLE = 'товарная накладная';
const ROWS_BELOW = 3;

/** Returns the first filled cell below a label, in its own columns or those up to the next label. */
function below(rows: readonly SheetRow[], at: number, from: number, to: number) {
  for (const row of rows.slice(at + 1, at + 1 + ROWS_BELOW)) {
    const found = filledCells(row).find(({ index, text }) => index >= from && index < to && plain(text) !== TITLE);
    if (found) return found;
  }
  return undefined;
}

function titleByLabels(rows: readonly SheetRow[]): Title {
  const at = rows.findIndex((row) => filledCells(row).some(({ text }) => plain(text) === 'номер документа'));
  const labels = at < 0 ? [] : filledCells(rows[at] as SheetRow);
  const cellOf = (name: string) => {
    const label = labels.findIndex(({ text }) => plain(text) === name);
    const from = labels[label]?.index;
    return from === undefined ? undefined : below(rows, at, from, labels[label + 1]?.index ?? from + 1);
  };
  return { number: cellOf('номер документа')?.text ?? null, date: dayIn(cellOf('дата составления')?.cell) };
}

/** The number and the date stand below their labels, behind the title, or within it. */
function titleIn(rows: readonly SheetRow[]): Title {
  const labelled = titleByLabels(rows);
  if (labelled.number !== null) return labelled;
  for (const row of rows) {
    const cells = filledCells(row);
    for (const { text } of cells) {
      const [, number, date] = IN_ONE.exec(text) ?? [];
      if (number) return { number, date: dayOf(date) };
    }
    const title = cells.findIndex(({ text }) => plain(text) === TITLE);
    if (title < 0) continue;
    const [number, date] = cells.slice(title + 1);
    return { number: number?.text ?? null, date: dayIn(date?.cell) };
  }
  return { number: null, date: null };
}

/** Whether a sheet has the form's row of column numbers. */
export const isTorg12 = (rows: readonly SheetRow[]): boolean => rows.some((row) => columnsIn(row) !== undefined);

/** Reads a ТОРГ-12 as 1C writes it, of one page or of several with repeated headers. */
export function readTorg12(rows: readonly SheetRow[]): ReadDelivery {
  const start = rows.findIndex((row) => columnsIn(row) !== undefined);
  const above = rows.slice(0, start);
  return { kind: 'torg12', supplier: supplierIn(above), ...titleIn(above), ...bodyOf(rows), warnings: [] };
}
