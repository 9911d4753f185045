import type { Unit } from './items.ts';

/** What is larger is a keg or a canister: its mark says nothing of how much is in it. */
const LARGEST_BOTTLE_ML = 5000;

/**
 * Converts a number of whole bottles or pieces into the item's unit; null where a mark does not mean a whole one: of kegs,
 * of what is weighed, and where the size of a bottle is not known.
 */
export function wholeBottles(
  { unit, volume_ml }: { unit: Unit; volume_ml?: number | null | undefined },
  bottles = 1,
): number | null {
  if (unit === 'шт') return bottles;
  if (unit !== 'л' || !volume_ml || volume_ml > LARGEST_BOTTLE_ML) return null;
  return Math.round(bottles * volume_ml) / 1000;
}
