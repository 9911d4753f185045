import { stripVTControlCharacters } from 'node:util';
import { lineOf } from './printable.ts';

const width = (text: string): number => [...stripVTControlCharacters(text)].length;

/** After a whole word, where that leaves more than a third of what there is room for. */
function cut(text: string, max: number): string {
  const letters = [...text];
  if (width(text) <= max) return text;
  const room = Math.max(1, max - 1);
  const space = letters.slice(0, room + 1).lastIndexOf(' ');
  const end = space > room / 3 ? space : room;
  return `${letters.slice(0, end).join('')}…`;
}

/**
 * What a narrow terminal may do to a column: never cut it; leave it out, the last such one first; or cut its longest
 * cells, but no further than what tells one from another, as addresses; or show just the start of long numbers. A story is what
 * the row is about: it has room to be read before anything spare has.
 */
export type Kind = 'whole' | 'spare' | 'name' | 'id' | 'story';

interface Fitted {
  headers: string[];
  rows: string[][];
  /** The columns that are not to be cut any more. */
  whole: number[];
  /** The headers of what was left out. */
  left: string[];
}

const NAME = 32;
/** What a column of text needs to be read with comfort. */
const READABLE = 24;
const STORY = 40;

const SHORTEST_ID = 8;

/** The shortest starts that tell these numbers from each other; all of them as long. */
function startsOf(ids: string[]): string[] {
  const different = new Set(ids).size;
  const longest = Math.max(...ids.map(width));
  let length = SHORTEST_ID;
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < different) length += 1;
  return ids.map((id) => id.slice(0, length));
}

/** The rows with long numbers shortened, where the terminal is too narrow for all of it. */
function withShortIds(headers: string[], rows: string[][], kinds: (Kind | undefined)[], columns: number): string[][] {
  const widths = headers.map((header, i) => Math.max(width(header), ...rows.map((row) => width(row[i] ?? ''))));
  if (widths.reduce((sum, w) => sum + w + 2, -2) <= columns) return rows;
  const starts = kinds.map((kind, i) => (kind === 'id' ? startsOf(rows.map((row) => row[i] ?? '')) : []));
  return rows.map((row, at) => row.map((cell, i) => starts[i]?.[at] ?? cell));
}

/** Leaves out what may be left out, while the others could not be read with it. */
export function fitColumns(
  headers: string[],
  whole: string[][],
  kinds: (Kind | undefined)[],
  columns = Infinity,
): Fitted {
  const rows = withShortIds(headers, whole, kinds, columns);
  const natural = headers.map((header, i) => Math.max(width(header), ...rows.map((row) => width(row[i] ?? ''))));
  const least = natural.map((w, i) => {
    const kind = kinds[i];
    const most = kind === undefined ? READABLE : { name: NAME, story: STORY, whole: w, spare: w, id: w }[kind];
    return Math.min(w, most);
  });
  let kept = headers.map((_, i) => i);
  const over = (): boolean => kept.reduce((sum, i) => sum + (least[i] ?? 0) + 2, -2) > columns;
  while (over() && kept.some((i) => kinds[i] === 'spare')) {
    const last = kept.findLast((i) => kinds[i] === 'spare');
    kept = kept.filter((i) => i !== last);
  }
  const isTight = kept.reduce((sum, i) => sum + (natural[i] ?? 0) + 2, -2) > columns;
  const cell = (row: string[], i: number): string =>
    isTight && kinds[i] === 'name' ? cut(row[i] ?? '', NAME) : (row[i] ?? '');
  return {
    headers: kept.map((i) => headers[i] ?? ''),
    rows: rows.map((row) => kept.map((i) => cell(row, i))),
    whole: kept.flatMap((i, at) => (['whole', 'name', 'id'].includes(kinds[i] ?? '') ? at : [])),
    left: headers.filter((_, i) => !kept.includes(i)),
  };
}

/** For a terminal too narrow for any table: each row a few lines of its own. */
function cards(headers: string[], rows: string[][]): string {
  const widest = Math.max(...headers.map(width));
  return rows
    .map((row) => headers.map((header, i) => `${header.padEnd(widest)}  ${row[i] ?? ''}`).join('\n'))
    .join('\n\n');
}

/**
 * Rows under headers, cut to fit a terminal of `columns`: the widest column gives way first, those of `whole` never.
 * Where they cannot all be shown so, they stand under each other.
 */
export function table(headers: string[], given: string[][], columns = Infinity, whole: number[] = []): string {
  const rows = given.map((row) => row.map(lineOf));
  const gap = 2;
  const widths = headers.map((header, i) => Math.max(width(header), ...rows.map((row) => width(row[i] ?? ''))));
  let over = widths.reduce((sum, w) => sum + w + gap, -gap) - columns;
  while (over > 0) {
    const giving = widths.map((w, i) => (whole.includes(i) ? 0 : w));
    const widest = giving.indexOf(Math.max(...giving));
    if ((giving[widest] ?? 0) <= 8) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
  if (over > 0) return cards(headers, rows);
  const line = (cells: string[]): string =>
    cells
      .map((cell, i) => {
        const text = cut(cell, widths[i] ?? 0);
        return i === cells.length - 1 ? text : text + ' '.repeat((widths[i] ?? 0) - width(text) + gap);
      })
      .join('')
      .trimEnd();
  return [line(headers), ...rows.map(line)].join('\n');
}
