import { open } from 'node:fs/promises';
import { openCsv } from './csv-reader.ts';
import { fileBytes, gunzipped } from './file-bytes.ts';
import { isMarkupTable, openMarkup } from './markup-reader.ts';
import type { Workbook } from './sheet.ts';
import { unreadable } from './unreadable.ts';
import { openXls } from './xls-reader.ts';
import { openXlsx } from './xlsx-reader.ts';

const HEAD_BYTES = 1000;
/** PDF, PNG, JPEG and GIF. */
const PICTURE = /^(25504446|89504e47|ffd8ff|47494638)/;

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0).finally(() => file.close());
  if (bytesRead === 0) throw unreadable('empty');
  return head.subarray(0, bytesRead);
}

/** Recognises the kind of a file by its first bytes, whatever its name; undefined when it is no workbook. */
async function openKnown(path: string): Promise<Workbook | undefined> {
  const head = await headOf(path);
  if (head.toString('latin1', 0, 2) === 'PK') return openXlsx(path);
  if (head.toString('hex', 0, 8) === 'd0cf11e0a1b11ae1') return openXls(path);
  // BIFF2, 3 and 4 are bare record streams that begin with their BOF record.
  if (head[0] === 0x09 && [0x00, 0x02, 0x04].includes(head[1] ?? 1)) throw unreadable('old_excel');
  if (PICTURE.test(head.toString('hex', 0, 4))) throw unreadable('picture');
  if (isMarkupTable(head)) return openMarkup(path);
  return undefined;
}

export async function openWorkbook(path: string): Promise<Workbook> {
  const book = await openKnown(path);
  if (!book) throw unreadable('not_workbook');
  return book;
}

const isGzip = async (path: string): Promise<boolean> => (await headOf(path)).toString('hex', 0, 2) === '1f8b';

/** Opens a workbook, a table in markup or a text table, which may be a gzip that unpacks to so many bytes at most. */
export async function openTable(path: string, maxUnpackedBytes: number): Promise<Workbook> {
  const bytes = fileBytes(path);
  if (await isGzip(path)) return openCsv(gunzipped(bytes, maxUnpackedBytes));
  return (await openKnown(path)) ?? openCsv(bytes);
}
