import { readFile } from 'node:fs/promises';
import { russianText } from '@ostatok/kit/node/russian-text.ts';
import { isMarkupTable } from '@ostatok/kit/node/workbooks/markup-reader.ts';
import type { Sheet, Workbook } from '@ostatok/kit/node/workbooks/sheet.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import { readXml } from '@ostatok/kit/node/xml/xml-document.ts';
import type { SalesLayout } from '../../../contract/sales-layout.ts';
import { createCollector } from './collector.ts';
import { evotorDocuments, readEvotor } from './evotor.ts';
import { statedInSummary } from './iiko-summary.ts';
import { readJson } from './json-text.ts';
import { moyskladRows, readMoysklad } from './moysklad.ts';
import { posterAnswer, readPoster } from './poster.ts';
import { type Fields, isFields, listOf, readRecords } from './records.ts';
import { refused } from './refusals.ts';
import type { ReadOptions, SalesFile } from './sales-file.ts';
import { hasSales, readTable } from './table.ts';
import { recordsOf } from './xml.ts';

/** The rows of plain JSON: a list, or the only list within an object. */
function rowsIn(file: unknown): Fields[] {
  if (Array.isArray(file)) return listOf(file);
  if (!isFields(file)) return [];
  if (Array.isArray(file.data)) return listOf(file.data);
  const lists = Object.values(file).filter((value) => listOf(value).length > 0);
  return lists.length === 1 ? listOf(lists[0]) : [];
}

function readJsonSales(text: string, options: ReadOptions): SalesFile {
  const file = readJson(text);
  const collector = createCollector();
  const poster = posterAnswer(file);
  if (poster) {
    readPoster(poster, collector, options.timezone);
    return collector.finish('poster', {}, options);
  }
  const moysklad = moyskladRows(file);
  if (moysklad) {
    readMoysklad(file as Fields, moysklad, collector);
    return collector.finish('moysklad', {}, options);
  }
  const evotor = evotorDocuments(file);
  if (evotor) {
    const stated = readEvotor(evotor, collector, options.timezone);
    return collector.finish('evotor', { stated }, options);
  }
  const rows = rowsIn(file);
  if (rows.length === 0) throw refused('not_sales');
  const stated = isFields(file) ? statedInSummary(file.summary) : {};
  const { kind } = readRecords(rows, collector, { timezone: options.timezone });
  return collector.finish(kind, { stated }, options);
}

function readXmlSales(bytes: Buffer, options: ReadOptions): SalesFile {
  const rows = recordsOf(readXml(bytes));
  const collector = createCollector();
  const { kind } = readRecords(rows, collector, { timezone: options.timezone });
  return collector.finish(kind, {}, options);
}

const MAX_OTHERS = 20;

async function othersWithSales(sheets: readonly Sheet[]): Promise<string[]> {
  const found: string[] = [];
  for (const sheet of sheets.slice(0, MAX_OTHERS)) if (await hasSales(sheet)) found.push(`«${sheet.name}»`);
  return found;
}

async function readBook(book: Workbook, layout: SalesLayout | undefined, options: ReadOptions): Promise<SalesFile> {
  const sheets = layout?.sheet === undefined ? book.sheets : book.sheets.filter(({ name }) => name === layout.sheet);
  if (sheets.length === 0) throw refused('no_sheet');
  for (const [index, sheet] of (layout ? sheets.slice(0, 1) : sheets).entries()) {
    const collector = createCollector();
    const table = await readTable(sheet, collector, { timezone: options.timezone, layout });
    if (!table) continue;
    const others = layout ? [] : await othersWithSales(sheets.slice(index + 1));
    if (others.length > 0) {
      collector.warn(
        `Прочитан только лист «${sheet.name}». Продажи есть и на других: ${others.join(', ')}. Загрузите их отдельно`,
      );
    }
    const monthFirst = table.kind === 'toast' || table.kind === 'square';
    return collector.finish(table.kind, { ...table, monthFirst }, options);
  }
  throw refused('no_columns');
}

const START_BYTES = 64;

/** Tells the kind of a text by its first sign; anything else is a workbook or a table. */
function startOf(bytes: Buffer): string {
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes.toString('hex', 0, 2)] ?? 'utf-8';
  return new TextDecoder(encoding).decode(bytes.subarray(0, START_BYTES)).trimStart().charAt(0);
}

/** Reads a till's file of any format that is known, or a table by its layout. Throws Unreadable. */
export async function readSales(
  path: string,
  options: ReadOptions & { layout?: SalesLayout | undefined },
): Promise<SalesFile> {
  const bytes = await readFile(path);
  const start = startOf(bytes);
  if (start === '<' && !isMarkupTable(bytes)) return readXmlSales(bytes, options);
  const isJson = start === '{' || start === '[' || bytes.toString('latin1', 0, 2) === '//';
  if (!options.layout && isJson) return readJsonSales(russianText(bytes) ?? '', options);
  const book = await openTable(path, 0);
  try {
    return await readBook(book, options.layout, options);
  } finally {
    await book.close();
  }
}
