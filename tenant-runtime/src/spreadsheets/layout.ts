import { createHash } from 'node:crypto';
import { plain, textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import { joinedLabels } from '@ostatok/kit/node/workbooks/labels.ts';
import { type Cell, columnLetter, type SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import type { ImportPreview } from '../../contract/imports.endpoints.ts';
import type { ImportField, ImportLayout } from '../../contract/imports.ts';
import { type Column, type Header, unitIn } from './header.ts';

type Columns = ImportLayout['columns'];

const SAMPLES = 3;
const MAX_SAMPLE = 40;
/** The most columns offered to choose from. */
const MAX_OFFERED = 60;

/** Returns the signature by which a header row is recognised: its words and their columns. */
export function signatureOf(row: SheetRow): string | undefined {
  const labels: string[] = [];
  for (let index = 0; index < row.cells.width; index += 1) {
    const cell = row.cells.get(index);
    const label = typeof cell?.value === 'string' ? plain(textOf(cell)) : '';
    if (label !== '') labels.push(`${columnLetter(index)}:${label}`);
  }
  if (labels.length < 2) return undefined;
  return createHash('sha256').update(labels.join('|')).digest('hex');
}

function indexOf(letter: string): number {
  let index = 0;
  for (const sign of letter) index = index * 26 + sign.charCodeAt(0) - 64;
  return index - 1;
}

/** Builds a header from the user's description: its last row, 0 for none, and a column for each field. */
export function headerOf(head: readonly SheetRow[], headerRow: number, columns: Columns): Header {
  const row = head.find(({ number }) => number === headerRow);
  const labels = row ? joinedLabels([row]) : new Map<number, string>();
  const read = Object.entries(columns).map(([field, letter]): Column => {
    const index = indexOf(letter);
    const header = labels.get(index) ?? '';
    return { field: field as ImportField, index, letter, header, unit: unitIn(header) };
  });
  return { columns: read.sort((a, b) => a.index - b.index), from: headerRow, to: headerRow };
}

/** Formats a number as a Russian Excel shows it. */
function sampleOf(cell: Cell | undefined): string {
  const text = textOf(cell).slice(0, MAX_SAMPLE);
  return typeof cell?.value === 'number' && !cell.isDate ? text.replace('.', ',') : text;
}

/** Returns each column's name and first values, so that a user can say what it holds. */
export function tableOf(head: readonly SheetRow[], header: Header): ImportPreview['table'] {
  const above = head.filter(({ number }) => number >= header.from && number <= header.to);
  const below = head.filter(({ number }) => number > header.to);
  const labels = above.length > 0 ? joinedLabels([...above]) : new Map<number, string>();
  const fields = new Map(header.columns.map(({ index, field }) => [index, field]));
  const width = Math.max(0, ...head.map(({ cells }) => cells.width));
  const table: ImportPreview['table'] = [];
  for (let index = 0; index < width && table.length < MAX_OFFERED; index += 1) {
    const samples: string[] = [];
    for (const row of below) {
      const text = sampleOf(row.cells.get(index));
      if (text !== '' && samples.push(text) === SAMPLES) break;
    }
    const label = labels.get(index) ?? '';
    if (samples.length === 0 && label === '') continue;
    table.push({ column: columnLetter(index), header: label, samples, field: fields.get(index) ?? null });
  }
  return table;
}
