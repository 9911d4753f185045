import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Kept } from '../offline/operations.ts';

const reasons = { waste: 'списание', comp: 'угощение', transfer: 'перемещение' };

/** A short label of the operation: «−0,7 л, списание». */
export function wordsOf({ operation, unit }: Pick<Kept, 'operation' | 'unit'>): string {
  if (operation.kind === 'change') {
    const { amount, reason } = operation;
    const because = reason ? `, ${reasons[reason]}` : '';
    if ('delta' in amount) return formatDelta(amount.delta, unit) + because;
    if ('set' in amount) return `= ${formatQuantity(amount.set, unit)}`;
    return `${formatQuantity(amount.grossWeightG, 'г')} на весах`;
  }
  if (operation.kind === 'entry') {
    const { amount } = operation;
    if ('quantity' in amount) return `${formatQuantity(amount.quantity, unit)} в подсчёт`;
    return `${formatQuantity(amount.grossWeightG, 'г')} на весах, в подсчёт`;
  }
  if (operation.kind === 'measure') {
    const { weight } = operation;
    if ('emptyG' in weight) return `пустая весит ${formatQuantity(weight.emptyG, 'г')}`;
    return `полная весит ${formatQuantity(weight.fullG, 'г')}`;
  }
  if (operation.kind === 'code') return `код ${operation.ean}`;
  if (operation.kind === 'item') return 'новая позиция';
  return operation.what === undefined ? 'запись подсчёта убрана' : `отмена: ${operation.what}`;
}
