import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Kept } from '../offline/operations.ts';
import { shortCode } from './short-code.ts';

const reasons = { waste: 'списание', comp: 'угощение', transfer: 'перемещение' };

/** The weight on the scale and what stood on the bottle: «777 г, насадка 32 г». */
const onScale = (grams: number, presetTareG = 0): string =>
  formatQuantity(grams, 'г') + (presetTareG > 0 ? `, насадка ${formatQuantity(presetTareG, 'г')}` : '');

/** A short label of the operation: «−0,7 л, списание». */
export function wordsOf({ operation, unit }: Pick<Kept, 'operation' | 'unit'>): string {
  if (operation.kind === 'change') {
    const { amount, reason } = operation;
    const because = reason ? `, ${reasons[reason]}` : '';
    if ('delta' in amount) return formatDelta(amount.delta, unit) + because;
    if ('set' in amount) return `= ${formatQuantity(amount.set, unit)}`;
    return `${onScale(amount.grossWeightG, amount.presetTareG)} на весах`;
  }
  if (operation.kind === 'entry') {
    const { amount } = operation;
    if ('quantity' in amount) return `${formatQuantity(amount.quantity, unit)} в подсчёт`;
    return `${onScale(amount.grossWeightG, amount.presetTareG)} на весах, в подсчёт`;
  }
  if (operation.kind === 'measure') {
    const { weight } = operation;
    if ('emptyG' in weight) return `пустая весит ${onScale(weight.emptyG, weight.presetTareG)}`;
    return `полная весит ${onScale(weight.fullG, weight.presetTareG)}`;
  }
  if (operation.kind === 'code') return `код ${operation.ean}`;
  if (operation.kind === 'mark') return `марка ${shortCode(operation.mark)}`;
  if (operation.kind === 'item') return 'новая позиция';
  return operation.what === undefined ? 'запись подсчёта убрана' : `отмена: ${operation.what}`;
}
