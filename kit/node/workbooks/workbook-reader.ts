import { open } from 'node:fs/promises';
import type { Workbook } from './sheet.ts';
import { unreadable } from './unreadable.ts';
import { openXls } from './xls-reader.ts';
import { openXlsx } from './xlsx-reader.ts';

/** The kind of a file is told by its first bytes, whatever its name says. */
export async function openWorkbook(path: string): Promise<Workbook> {
  const file = await open(path);
  const head = Buffer.alloc(8);
  const { bytesRead } = await file.read(head, 0, 8, 0).finally(() => file.close());
  if (bytesRead === 0) throw unreadable('empty');
  if (head.toString('latin1', 0, 2) === 'PK') return openXlsx(path);
  if (head.toString('hex') === 'd0cf11e0a1b11ae1') return openXls(path);
  // BIFF2, 3 and 4 are bare record streams that begin with their BOF record.
  if (head[0] === 0x09 && [0x00, 0x02, 0x04].includes(head[1] ?? 1)) throw unreadable('old_excel');
  throw unreadable('not_workbook');
}
