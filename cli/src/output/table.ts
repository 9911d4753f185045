import { stripVTControlCharacters } from 'node:util';
import { lineOf } from './printable.ts';

const width = (text: string): number => [...stripVTControlCharacters(text)].length;

/** Cuts after a whole word when that leaves more than a third of the available width. */
function cut(text: string, max: number): string {
  const letters = [...text];
  if (width(text) <= max) return text;
  const room = Math.max(1, max - 1);
  const space = letters.slice(0, room + 1).lastIndexOf(' ');
  const end = space > room / 3 ? space : room;
  return `${letters.slice(0, end).join('')}…`;
}

/**
 * How a column shrinks on a narrow terminal: `whole` is never cut; `spare` is left out, the last one first; the longest
 * cells of `name` are cut, but stay distinguishable, as addresses must; `id` shows just the start of long ids. `story`
 * is the main text of the row: it gets readable width before any `spare` column.
 */
export type Kind = 'whole' | 'spare' | 'name' | 'id' | 'story';

interface Fitted {
  headers: string[];
  rows: string[][];
  /** Columns that must not be cut any further. */
  whole: number[];
  /** The headers of the columns that were left out. */
  left: string[];
}

const NAME = 32;
/** The width at which a column of text is comfortable to read. */
const READABLE = 24;
const STORY = 40;

const SHORTEST_ID = 8;

/** The shortest prefixes that distinguish these ids; all have the same length. */
function startsOf(ids: string[]): string[] {
  const different = new Set(ids).size;
  const longest = Math.max(...ids.map(width));
  let length = SHORTEST_ID;
  while (length < longest && new Set(ids.map((id) => id.slice(0, length))).size < different) length += 1;
  return ids.map((id) => id.slice(0, length));
}

/** Shortens long ids when the terminal is too narrow for full rows. */
function withShortIds(headers: string[], rows: string[][], kinds: (Kind | undefined)[], columns: number): string[][] {
  const widths = headers.map((header, i) => Math.max(width(header), ...rows.map((row) => width(row[i] ?? ''))));
  if (widths.reduce((sum, w) => sum + w + 2, -2) <= columns) return rows;
  const starts = kinds.map((kind, i) => (kind === 'id' ? startsOf(rows.map((row) => row[i] ?? '')) : []));
  return rows.map((row, at) => row.map((cell, i) => starts[i]?.[at] ?? cell));
}

/** Leaves out `spare` columns while the others would be unreadable with them. */
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

/** For a terminal too narrow for any table: each row becomes a few lines of its own. */
function cards(headers: string[], rows: string[][]): string {
  const widest = Math.max(...headers.map(width));
  return rows
    .map((row) => headers.map((header, i) => `${header.padEnd(widest)}  ${row[i] ?? ''}`).join('\n'))
    .join('\n\n');
}

/**
 * Rows under headers, cut to fit a terminal of `columns`: the widest column shrinks first, those of `whole` never. When
 * that is not enough, the cells of a row are printed under each other.
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
