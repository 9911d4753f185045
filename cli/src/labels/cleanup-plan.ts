import type { CleanupPlan } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { bytes } from '../output/format.ts';
import { table } from '../output/table.ts';

type Item = CleanupPlan['items'][number];
type PlanColumn = [name: string, of: (item: Item) => string];

const always: PlanColumn = ['ЧТО', ({ label }) => label];
const number: PlanColumn = ['КЛЮЧ', ({ key }) => key];
const collapsible: PlanColumn[] = [
  ['ЧТО БУДЕТ', ({ what }) => what],
  ['ПОЧЕМУ', ({ why }) => why],
  ['РАЗМЕР', ({ bytes: size }) => bytes(size)],
];

/**
 * A table of the planned actions and their reasons. A column whose value is the same in all rows is shown once, under
 * the table.
 */
export function planTable({ items }: CleanupPlan, columns?: number): string {
  const isSame = ([, of]: PlanColumn): boolean => items.length > 1 && new Set(items.map(of)).size === 1;
  const shown = [always, ...collapsible.filter((one) => !isSame(one)), number];
  const rows = items.map((item) => shown.map(([, of]) => of(item)));
  const whole = shown.flatMap(([name], at) => (['РАЗМЕР', 'КЛЮЧ'].includes(name) ? at : []));
  const first = items[0];
  const same = collapsible.filter(isSame).flatMap(([name, of]) => {
    const text = first && of(first);
    return text && text !== bytes(null) ? `${name.charAt(0)}${name.slice(1).toLowerCase()}: ${text}` : [];
  });
  const lines = table(
    shown.map(([name]) => name),
    rows,
    columns,
    whole,
  );
  return [lines, ...(same.length > 0 ? ['', ...same] : [])].join('\n');
}
