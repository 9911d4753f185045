import type { SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { dayOf, lineAmounts, totalAmounts } from './amounts.ts';
import { decimalIn, filledCells, isNumber } from './cells.ts';
import { type FileLine, type FileSupplier, type FileTotals, NO_TOTALS, type ReadDelivery } from './delivery-file.ts';
import { type Columns, cellIn, textIn, vatRateIn } from './numbered-form.ts';
import { refused } from './refusals.ts';
import { innOf } from './texts.ts';

/** The columns of the form by the labels that it prints under its header (the Government's order 1137). */
const UNIT_CODE = '2';
const UNIT = '2а';
const QUANTITY = '3';
const PRICE = '4';
const NET = '5';
const VAT_RATE = '7';
const VAT = '8';
const GROSS = '9';
/** Since July 2021 the line has a number of its own before its name. */
const KIND_SINCE_2021 = '1б';

const NUMBERING = /^(а )?(б )?1 1а (1б )?2 2а 3 4 5 6 7 8 9 10 10а( 1[1-4]а?)*$/;
/** Programs print the letters of the form in either alphabet. */
const labelOf = (text: string): string => text.toLowerCase().replace('a', 'а').replace('b', 'б');

function columnsIn(row: SheetRow): Columns | undefined {
  const columns = filledCells(row).map(({ index, text }) => ({ index, label: labelOf(text) }));
  return NUMBERING.test(columns.map(({ label }) => label).join(' ')) ? columns : undefined;
}

const labelsOf = (columns: Columns): { code: string; name: string } =>
  columns.some(({ label }) => label === KIND_SINCE_2021) ? { code: 'а', name: '1а' } : { code: 'б', name: '1' };

function lineOf(row: SheetRow, columns: Columns, number: number): FileLine {
  const { quantity, sum, price } = lineAmounts(number);
  const at = (label: string) => decimalIn(cellIn(row, columns, label), `Строка ${number}`);
  const { code, name } = labelsOf(columns);
  return {
    number,
    code: textIn(row, columns, code),
    name: textIn(row, columns, name),
    packs: null,
    inPack: null,
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

function totalsIn(row: SheetRow, columns: Columns): FileTotals {
  const { sum } = totalAmounts();
  const at = (label: string) => decimalIn(cellIn(row, columns, label), 'Итог документа');
  return {
    quantity: null,
    net: sum(at(NET), 'сумма без НДС'),
    vat: sum(at(VAT), 'НДС'),
    gross: sum(at(GROSS), 'сумма с НДС'),
  };
}

/**
 * Reads the lines of all pages until «Всего к оплате»; what stands between them are headers and totals of pages. Throws
 * when another paper follows below.
 */
function bodyOf(rows: readonly SheetRow[]): { lines: FileLine[]; stated: FileTotals } {
  const lines: FileLine[] = [];
  let columns: Columns | undefined;
  for (const [at, row] of rows.entries()) {
    const own = columnsIn(row);
    columns = own ?? columns;
    if (own || !columns) continue;
    if (filledCells(row).some(({ text }) => /^всего к оплате/i.test(text))) {
      if (rows.slice(at + 1).some(columnsIn)) throw refused('several');
      return { lines, stated: totalsIn(row, columns) };
    }
    const isLine = textIn(row, columns, labelsOf(columns).name) !== null;
    if (isLine && isNumber(cellIn(row, columns, QUANTITY))) lines.push(lineOf(row, columns, lines.length + 1));
  }
  return { lines, stated: NO_TOTALS };
}

const textsOf = (rows: readonly SheetRow[]): string[][] => rows.map((row) => filledCells(row).map(({ text }) => text));

const TITLE = /сч[её]т-фактура\s*№?\s*(\S+)\s+от\s+["«]?(\d{1,2}["»]?\s+[а-я]+\s+\d{4}|\d{1,2}\.\d{1,2}\.\d{4})/i;
const SELLER = /^продавец:?\s*/i;

function supplierIn(texts: readonly string[][]): FileSupplier {
  const all = texts.map((row) => row.join(' '));
  const inn = all.map((text) => /ИНН(?:\/КПП)? продавца:?\s*(\d+)/i.exec(text)?.[1]).find(Boolean);
  const row = texts.find((one) => one.some((text) => SELLER.test(text))) ?? [];
  const at = row.findIndex((text) => SELLER.test(text));
  const name = row[at]?.replace(SELLER, '') || row[at + 1];
  return { name: name?.replace(/\s*\(2\)$/, '') || null, inn: innOf(inn), code: null };
}

export const isPrintedUpd = (rows: readonly SheetRow[]): boolean => rows.some((row) => columnsIn(row) !== undefined);

/** Reads an УПД, or an invoice, as programs print it to a workbook. */
export function readPrintedUpd(rows: readonly SheetRow[]): ReadDelivery {
  const texts = textsOf(
    rows.slice(
      0,
      rows.findIndex((row) => columnsIn(row) !== undefined),
    ),
  );
  const [, number = null, date] = texts.map((row) => TITLE.exec(row.join(' '))).find(Boolean) ?? [];
  return { kind: 'upd', supplier: supplierIn(texts), number, date: dayOf(date), ...bodyOf(rows), warnings: [] };
}
