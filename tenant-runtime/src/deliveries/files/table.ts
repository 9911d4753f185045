import { decimalText } from '@ostatok/kit/node/decimal.ts';
import { amountOf, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { Cell, SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { DeliveryColumn, DeliveryLayout } from '../../../contract/delivery-layout.ts';
import { unitOf } from '../../items/written-units.ts';
import { lineAmounts, totalAmounts } from './amounts.ts';
import { decimalIn, filledCells, isNumber } from './cells.ts';
import { type FileLine, type FileTotals, NO_TOTALS, type ReadDelivery } from './delivery-file.ts';
import { badAmount } from './refusals.ts';
import { barcodeOf } from './texts.ts';

function indexOf(letter: string): number {
  let index = 0;
  for (const sign of letter) index = index * 26 + sign.charCodeAt(0) - 64;
  return index - 1;
}

type CellAt = (column: DeliveryColumn) => Cell | undefined;

const cellsBy =
  ({ columns }: DeliveryLayout, { cells }: SheetRow): CellAt =>
  (column) => {
    const letter = columns[column];
    return letter === undefined ? undefined : cells.get(indexOf(letter));
  };

/** Returns the unit behind a quantity, as in «2 ящ»; null where there is none. */
function unitBehind(cell: Cell | undefined, place: string): string | null {
  const suffix = amountOf(cell)?.suffix;
  if (!suffix) return null;
  if (!unitOf(suffix)) throw badAmount(place, `«${textOf(cell).slice(0, 40)}» — это не количество`);
  return suffix;
}

function lineOf(row: SheetRow, cellAt: CellAt): FileLine {
  const { quantity, sum, price } = lineAmounts(row.number);
  const at = (column: DeliveryColumn) => decimalIn(cellAt(column), `Строка ${row.number}`);
  const textAt = (column: DeliveryColumn): string | null => textOf(cellAt(column)) || null;
  const behind = unitBehind(cellAt('quantity'), `Строка ${row.number}`);
  const [packs, inPack] = [at('packs'), at('in_pack')];
  const inAll = packs && inPack && { digits: packs.digits * inPack.digits, scale: packs.scale + inPack.scale };
  return {
    number: row.number,
    code: textAt('code'),
    name: textAt('name'),
    packs: packs && inPack ? decimalText(3, packs) : null,
    inPack: packs && inPack ? decimalText(3, inPack) : null,
    quantity: quantity(at('quantity') ?? inAll),
    unit: textAt('unit') ?? behind,
    price: price(at('price')),
    net: sum(at('net'), 'сумма без НДС'),
    vat: sum(at('vat'), 'НДС'),
    gross: sum(at('gross'), 'сумма'),
    vatRate: null,
    marks: [],
    alccode: null,
    ean: barcodeOf(textAt('ean')),
    volumeMl: null,
    isService: false,
  };
}

/** Returns the totals of a row; undefined where it has none, as «Всего наименований 3, на сумму 450,00 руб.». */
function totalsIn(cellAt: CellAt): FileTotals | undefined {
  const { quantity, sum } = totalAmounts();
  const at = (column: DeliveryColumn) =>
    isNumber(cellAt(column)) ? decimalIn(cellAt(column), 'Итог документа') : undefined;
  const count = at('quantity');
  if (!count && !at('net') && !at('gross')) return undefined;
  return {
    quantity: count ? quantity(count) : null,
    net: sum(at('net'), 'сумма без НДС'),
    vat: sum(at('vat'), 'НДС'),
    gross: sum(at('gross'), 'сумма'),
  };
}

/** A total's label may stand in any column, but behind a name it is a note; «Всего» counts over the «Итого» of a page or a group above it. */
const TOTAL = /^(итого|всего|total)(\s|:|$)/i;

function isTotal(row: SheetRow, { columns }: DeliveryLayout): boolean {
  const nameAt = columns.name === undefined ? -1 : indexOf(columns.name);
  const last = textOf(row.cells.get(nameAt)) === '' ? Number.POSITIVE_INFINITY : nameAt;
  return filledCells(row).some(({ index, text }) => index <= last && TOTAL.test(text));
}

/** Reads any table by the columns that a person has chosen for this supplier. */
export function readTable(rows: readonly SheetRow[], layout: DeliveryLayout): ReadDelivery {
  const lines: FileLine[] = [];
  const headers = new Set<string>();
  let stated: FileTotals | undefined;
  let skipped = 0;
  for (const row of rows) {
    const cellAt = cellsBy(layout, row);
    const counted = cellAt('quantity') ?? cellAt('packs');
    if (row.number <= layout.headerRow) headers.add(textOf(counted));
    if (row.number <= layout.headerRow) continue;
    const cells = filledCells(row);
    const isNamed = textOf(cellAt('name')) !== '' || textOf(cellAt('code')) !== '';
    const hasQuantity = textOf(counted) !== '';
    // a page repeats the header, and below the total there are signatures
    const isHeader = hasQuantity && !isNumber(counted) && headers.has(textOf(counted));
    const isBelow = stated !== undefined && !isNumber(counted);
    if (isTotal(row, layout)) stated = totalsIn(cellAt) ?? stated;
    else if (isHeader) continue;
    else if (isNamed && hasQuantity && !isBelow) lines.push(lineOf(row, cellAt));
    else if (cells.length > 0) skipped += 1;
  }
  return {
    kind: 'table',
    supplier: { name: null, inn: null, code: null },
    number: null,
    date: null,
    lines,
    stated: stated ?? NO_TOTALS,
    warnings: skipped > 0 ? [`Строк без названия или количества пропущено: ${skipped}`] : [],
  };
}
