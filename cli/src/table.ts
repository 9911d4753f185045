import { stripVTControlCharacters } from 'node:util';

const width = (text: string): number => [...stripVTControlCharacters(text)].length;
const cut = (text: string, max: number): string =>
  width(text) <= max ? text : `${[...text].slice(0, Math.max(1, max - 1)).join('')}…`;

/** Rows under headers, cut to fit `columns` characters: the widest column gives way first, those of `whole` never. */
export function table(headers: string[], rows: string[][], columns = 80, whole: number[] = []): string {
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
