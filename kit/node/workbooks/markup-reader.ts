import { readFile } from 'node:fs/promises';
import { russianText } from '../russian-text.ts';
import type { Workbook } from './sheet.ts';
import { unreadable } from './unreadable.ts';
import { loadLibrary, workbookOf } from './xls-reader.ts';

/** Its tree takes some twenty times its size. */
const MAX_BYTES = 4 * 1024 * 1024;
const HEAD_BYTES = 1000;
/** A web page, and the XML of Excel 2003: 1C and tills save both, mostly as `.xls`. */
const MARKUP = /<(html|table|meta|Workbook)\b/i;

/** Whether a file is a table in markup, and no other document that begins with `<`. */
export function isMarkupTable(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES);
  const text = (russianText(head) ?? head.toString('latin1')).replace(/^\ufeff/, '').trimStart();
  return text.startsWith('<') && MARKUP.test(text);
}

/** Opens the tables of a web page, each as a sheet, or a workbook in XML. Texts are kept as they are written. */
export async function openMarkup(path: string): Promise<Workbook> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_BYTES) throw unreadable('too_big');
  const text = russianText(bytes);
  if (text === undefined) throw unreadable('damaged');
  if (/<!ENTITY/i.test(text)) throw unreadable('unsafe');
  if (!/<(tr|\w*:?Row)\b/i.test(text)) throw unreadable('web_page');
  const library = await loadLibrary();
  try {
    return workbookOf(library.read(text, { type: 'string', raw: true, dense: true, cellNF: true, cellFormula: false }));
  } catch {
    throw unreadable('damaged');
  }
}
