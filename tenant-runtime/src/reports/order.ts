import type { Unit } from '../../contract/items.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';

interface BelowPar {
  unit: Unit;
  quantity: string;
  par: string | null;
  volume_ml: number | null;
}

/**
 * Returns the amount that brings the item to its par: whole bottles where their volume is known, whole pieces, or else
 * the exact amount.
 */
export function orderOf({ unit, quantity, par, volume_ml }: BelowPar): { order: number; bottles: number | null } {
  const missing = Math.max(0, toThousandths(par ?? 0) - toThousandths(quantity));
  if (unit === 'шт') return { order: Math.ceil(missing / 1000), bottles: null };
  if (unit !== 'л' || !volume_ml) return { order: fromThousandths(missing), bottles: null };
  // A thousandth of a litre is a millilitre.
  const bottles = Math.ceil(missing / volume_ml);
  return { order: fromThousandths(bottles * volume_ml), bottles };
}
