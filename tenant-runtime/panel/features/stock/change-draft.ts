import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { parseQuantity, roundQuantity } from '../../forms/quantity-input.ts';

/** Whether the number came, went, or is the quantity now. */
export type ChangeMode = 'plus' | 'minus' | 'set';

export type Amount = { delta: number } | { set: number };
type DraftOutcome = { amount: Amount; after: number | null } | { error: string };

/**
 * The change that a typed quantity makes; a typed sign swaps «приход» and «расход». `after` is null when the current
 * quantity is hidden.
 */
export function outcomeOf(text: string, mode: ChangeMode, current: number | null, unit: Unit): DraftOutcome {
  const parsed = parseQuantity(text, unit);
  if (parsed.value === undefined) return { error: parsed.error };
  if (mode === 'set') {
    if (parsed.value < 0) return { error: 'Остаток не меньше нуля' };
    return { amount: { set: parsed.value }, after: parsed.value };
  }
  const delta = mode === 'minus' ? roundQuantity(-parsed.value) : parsed.value;
  if (delta === 0) return { error: 'Введите количество больше нуля' };
  return { amount: { delta }, after: current === null ? null : roundQuantity(current + delta) };
}

/** Suggested amounts for one tap: a bottle of this item if its size is known, otherwise the amounts usual in bars. */
export function quickAmounts({
  unit,
  volume_ml,
}: Pick<ShownItem, 'unit' | 'volume_ml'>): { label: string; text: string }[] {
  if (unit === 'шт') return [1, 2, 6, 12].map((count) => ({ label: `${count} шт`, text: String(count) }));
  const bottle = unit === 'л' && volume_ml ? volume_ml / 1000 : null;
  const amounts = unit === 'л' ? [0.05, 0.1, 0.5, 1] : [0.1, 0.25, 0.5, 1];
  const plain = amounts
    .filter((amount) => amount !== bottle)
    .map((amount) => ({ label: formatQuantity(amount, unit), text: formatQuantity(amount) }));
  return bottle === null
    ? plain
    : [{ label: `бутылка ${formatQuantity(bottle)}`, text: formatQuantity(bottle) }, ...plain];
}
