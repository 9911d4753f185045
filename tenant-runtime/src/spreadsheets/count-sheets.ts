import type { Db } from '@ostatok/kit/node/db.ts';
import type { CountTotals } from '../../contract/counts.endpoints.ts';
import type { Unit } from '../../contract/items.ts';
import { differenceOf } from '../counts/count-view.ts';
import { lossOf } from '../counts/totals.ts';
import { groupNames } from './cell-values.ts';
import { countForExport, countLinesForExport, type ExportedCount } from './export.queries.ts';
import {
  type Cell,
  MONEY,
  MONEY_MOVEMENT,
  MOVEMENT,
  methodNames,
  number,
  QUANTITY,
  type Report,
  roubles,
  text,
} from './report-sheets.ts';

type Line = Awaited<ReturnType<typeof countLinesForExport>>[number];

/** The sheet of lines as they were at closing. */
export const countReport: Report<Line> = {
  sheet: 'Подсчёт',
  nextBatch: countLinesForExport,
  columns: [
    text('Наименование', 44, (row) => row.name),
    text('Категория', 28, (row) => row.category),
    text('Вид', 18, (row) => groupNames[row.group]),
    text('Единица', 9, (row) => row.unit),
    { header: 'Посчитано', width: 11, format: QUANTITY, value: (row) => number(row.counted) },
    { header: 'Ожидалось', width: 11, format: QUANTITY, value: (row) => number(row.expected ?? row.book) },
    text('Сравнение', 12, (row) => (row.expected === null ? 'с остатком' : 'с учётом')),
    { header: 'Разница', width: 11, format: MOVEMENT, value: differenceOf },
    { header: 'Цена за единицу, руб.', width: 21, format: MONEY, value: (row) => roubles(row.cost) },
    { header: 'Разница, руб.', width: 14, format: MONEY_MOVEMENT, total: true, value: (row) => lossIn(row) },
    text('Способ', 24, (row) => row.methods?.map((method) => methodNames[method]).join(', ') ?? null),
    text('Кто считал', 30, (row) => row.counters?.join(', ') ?? noCounter(row)),
  ],
};

function lossIn(row: Line): number | null {
  const difference = differenceOf(row);
  return difference === null ? null : lossOf({ difference, cost: row.cost });
}

const noCounter = ({ counted }: Line): string => (counted === null ? 'не посчитано' : 'не посчитано, принято за ноль');

export interface SummaryRow {
  name: string;
  value: Cell;
  format?: string;
}

const perUnit = (units: { unit: Unit; shortage: number; surplus: number }[]): SummaryRow[] =>
  units.flatMap(({ unit, shortage, surplus }) => [
    { name: `Недостача, ${unit}`, value: shortage, format: QUANTITY },
    { name: `Излишек, ${unit}`, value: surplus, format: QUANTITY },
  ]);

/** Returns the differences in units and in money. */
export const differenceRows = ({
  differing,
  units,
  money,
}: Pick<CountTotals, 'differing' | 'units' | 'money'>): SummaryRow[] => [
  { name: 'Расходится', value: differing },
  ...perUnit(units),
  { name: 'Недостача, руб.', value: money.shortage, format: MONEY },
  { name: 'Излишек, руб.', value: money.surplus, format: MONEY },
  { name: 'Расходится без цены', value: money.withoutCost },
];

function rowsOf({
  title,
  spot,
  opened_at,
  closed_at,
  opened_by,
  closed_by,
  coverage,
  totals,
  counters,
}: ExportedCount) {
  const rows: SummaryRow[] = [
    { name: 'Подсчёт', value: title },
    { name: 'Открыт', value: opened_at },
    { name: 'Открыл', value: opened_by },
    { name: 'Закрыт', value: closed_at },
    { name: 'Закрыл', value: closed_by },
    { name: 'Остатки', value: spot ? 'не менялись: выборочная проверка' : 'исправлены по подсчёту' },
    { name: 'Считали', value: counters?.join(', ') ?? null },
    { name: 'Позиций', value: coverage?.lines ?? null },
    { name: 'Посчитано', value: coverage?.counted ?? null },
  ];
  return totals ? [...rows, ...differenceRows(totals)] : rows;
}

/** Returns the second sheet with the results of the count. */
export async function countSummary(db: Db, count: number): Promise<SummaryRow[]> {
  const found = await countForExport(db, count);
  return found ? rowsOf(found) : [];
}
