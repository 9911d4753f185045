import { amountAt } from './amounts.ts';
import type { Collector } from './collector.ts';
import { type Fields, isFields, listOf, scalarOf } from './records.ts';

/** Returns the rows of the report «Прибыльность» by product; undefined if the file is none. */
export function moyskladRows(file: unknown): Fields[] | undefined {
  if (!isFields(file)) return undefined;
  const rows = listOf(file.rows);
  return rows.some((row) => isFields(row.assortment) && 'sellQuantity' in row) ? rows : undefined;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value.trim() || null : null);

/** Reads report/profit/byproduct of МойСклад. Sums are kopecks, and what was returned stands apart from what was sold. */
export function readMoysklad(file: Fields, rows: readonly Fields[], collector: Collector): void {
  for (const [index, row] of rows.entries()) {
    const number = index + 1;
    const amount = (field: string): bigint =>
      amountAt(scalarOf(row[field]), `Строка ${number}`, field, 'russian') ?? 0n;
    const assortment = row.assortment as Fields;
    const dish = {
      code: textOf(assortment.code) ?? textOf(assortment.article),
      name: textOf(assortment.name) ?? `Товар ${number}`,
      size: null,
      group: null,
      unit: isFields(assortment.uom) ? textOf(assortment.uom.name) : null,
    };
    const shared = { store: '', day: null, dish, listed: null };
    const sold = amount('sellQuantity');
    const returned = amount('returnQuantity');
    const paid = amount('sellSum') / 100n;
    const kind = paid === 0n ? 'free' : 'sold';
    collector.add({ ...shared, kind, quantity: sold, paid, cost: amount('sellCostSum') / 100n });
    if (returned !== 0n) {
      const back = { paid: -amount('returnSum') / 100n, cost: -amount('returnCostSum') / 100n };
      collector.add({ ...shared, ...back, kind: 'refund', quantity: -returned });
    }
  }
  const { size, offset = 0 } = isFields(file.meta) ? file.meta : {};
  if (typeof size === 'number' && size > Number(offset) + rows.length) {
    collector.warn(`В файле не весь отчёт: строк ${rows.length} из ${size}. Выгрузите остальные страницы`);
  }
}
