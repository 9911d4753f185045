import type { Unit } from '../../contract/items.ts';

const LITRE_ML = 1000;

/** Returns how many of `to` are in one of `from`; null where that cannot be known. A bottle ties pieces to litres. */
export function unitRatio(from: Unit, to: Unit, volumeMl: number | null): number | null {
  if (from === to) return 1;
  if (!volumeMl) return null;
  if (from === 'шт' && to === 'л') return volumeMl / LITRE_ML;
  return from === 'л' && to === 'шт' ? LITRE_ML / volumeMl : null;
}
