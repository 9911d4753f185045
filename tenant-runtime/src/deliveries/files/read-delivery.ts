import { readFile } from 'node:fs/promises';
import { russianText } from '@ostatok/kit/node/russian-text.ts';
import { isMarkupTable } from '@ostatok/kit/node/workbooks/markup-reader.ts';
import type { SheetRow, Workbook } from '@ostatok/kit/node/workbooks/sheet.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import { childOf, readXml, textAt } from '@ostatok/kit/node/xml/xml-document.ts';
import type { DeliveryLayout } from '../../../contract/delivery-layout.ts';
import { rowsOf } from './cells.ts';
import { withChecks } from './checks.ts';
import type { DeliveryFile, ReadDelivery } from './delivery-file.ts';
import { readEgaisJson } from './egais-json.ts';
import { isEgais, readEgaisWaybill } from './egais-waybill.ts';
import { readIikoInvoice } from './iiko-invoice.ts';
import { isPrintedUpd, readPrintedUpd } from './printed-upd.ts';
import { refused } from './refusals.ts';
import { readTable } from './table.ts';
import { isTorg12, readTorg12 } from './torg12.ts';
import { readUpd } from './upd.ts';

function readXmlDelivery(bytes: Buffer): ReadDelivery {
  const root = readXml(bytes);
  if (root.name === 'Файл') return readUpd(root);
  if (isEgais(root)) return readEgaisWaybill(root);
  if (root.name === 'КоммерческаяИнформация') {
    const operation = textAt(root, 'Документ', 'ХозОперация') ?? '';
    throw refused(/^сч[её]т на оплату/i.test(operation) ? 'bill' : 'commerceml');
  }
  if (root.name === 'document' || childOf(root, 'document')) return readIikoInvoice(root);
  throw refused('not_delivery');
}

async function sheetIn(book: Workbook, name: string | undefined): Promise<SheetRow[]> {
  const sheet = name === undefined ? book.sheets[0] : book.sheets.find((one) => one.name === name);
  if (!sheet) throw refused('no_sheet');
  return rowsOf(sheet);
}

/** A described table is read as described, also where it looks like a known form. */
async function readWorkbook(path: string, layout: DeliveryLayout | undefined): Promise<ReadDelivery> {
  const book = await openTable(path, 0);
  try {
    if (layout) return readTable(await sheetIn(book, layout.sheet), layout);
    const read: ReadDelivery[] = [];
    for (const sheet of book.sheets) {
      const rows = await rowsOf(sheet);
      if (isTorg12(rows)) read.push(readTorg12(rows));
      else if (isPrintedUpd(rows)) read.push(readPrintedUpd(rows));
    }
    const [only] = read;
    if (!only) throw refused('no_columns');
    if (read.length > 1) throw refused('several');
    return only;
  } finally {
    await book.close();
  }
}

const START_BYTES = 64;

/** Tells the kind of a text by its first sign; anything else is a workbook or a table. */
function startOf(bytes: Buffer): string {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, START_BYTES)).trimStart().charAt(0);
}

/** Reads a supplier's document of any format that is known, or a table by its layout, and adds it up. */
export async function readDelivery(path: string, layout?: DeliveryLayout): Promise<DeliveryFile> {
  const bytes = await readFile(path);
  const start = startOf(bytes);
  if (start === '<' && !isMarkupTable(bytes)) return withChecks(readXmlDelivery(bytes));
  if (!layout && (start === '{' || start === '[')) return withChecks(readEgaisJson(russianText(bytes) ?? ''));
  return withChecks(await readWorkbook(path, layout));
}
