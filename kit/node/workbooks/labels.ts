import { textOf } from './cell-values.ts';
import type { SheetRow } from './sheet.ts';

const labelAt = (row: SheetRow | undefined, index: number): string => {
  const cell = row?.cells.get(index);
  return cell && typeof cell.value === 'string' ? textOf(cell) : '';
};

/**
 * Joins a header of several rows: a label above stretches over the columns to its right that have a label below and
 * none beside.
 */
export function joinedLabels(rows: SheetRow[]): Map<number, string> {
  const width = Math.max(...rows.map((row) => row.cells.width));
  const labels = new Map<number, string>();
  const stretched: string[] = rows.map(() => '');
  for (let index = 0; index < width; index += 1) {
    const parts = rows.map((row, depth) => {
      const own = labelAt(row, index);
      if (own !== '') {
        stretched.fill('', depth + 1);
        stretched[depth] = own;
      }
      return (
        own || (rows.slice(depth + 1).some((below) => labelAt(below, index) !== '') ? (stretched[depth] ?? '') : '')
      );
    });
    const text = [...new Set(parts.filter((part) => part !== ''))].join(' ');
    if (text !== '') labels.set(index, text);
  }
  return labels;
}
