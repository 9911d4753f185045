import type { CleanupPlan } from '@ostatok/api/contract/cleanup.ts';
import { bytes } from './format.ts';
import { table } from './table.ts';

/** What would be done, and what speaks for it. */
export function planTable({ items }: CleanupPlan, columns?: number): string {
  const rows = items.map(({ key, label, what, why, bytes: size }) => [label, what, why, bytes(size), key]);
  return table(['ЧТО', 'ЧТО БУДЕТ', 'ПОЧЕМУ', 'РАЗМЕР', 'КЛЮЧ'], rows, columns, [3, 4]);
}
