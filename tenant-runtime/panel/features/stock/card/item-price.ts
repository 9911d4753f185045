import { toFieldNumber, toFieldText } from '../../../forms/quantity-input.ts';
import type { ItemValues } from './item-values.ts';

type Priced = Pick<ItemValues, 'cost' | 'costOf' | 'keptCost' | 'unit' | 'volume_ml'>;

const LITRE_ML = 1000;
const toKopecks = (roubles: number): number => Math.round(roubles * 100) / 100;

/** Litres in a bottle, for an item counted in litres whose volume is filled in; otherwise null. */
export function bottleOf({ unit, volume_ml }: Pick<Priced, 'unit' | 'volume_ml'>): number | null {
  const volume = toFieldNumber(volume_ml);
  return unit === 'л' && volume !== null && volume > 0 ? volume / LITRE_ML : null;
}

/** Whether the price is shown and typed per bottle; only items counted in litres have two prices. */
export const isOfBottle = ({ unit, costOf: of }: Pick<Priced, 'unit' | 'costOf'>): boolean =>
  unit === 'л' && of === 'bottle';

/**
 * Roubles per unit; an untouched price stays the item's own. NaN when the text is no number, or the price is per bottle
 * and the volume is missing.
 */
export function costOf(values: Priced): number | null {
  if (values.keptCost !== null) return values.keptCost;
  const typed = toFieldNumber(values.cost);
  if (typed === null || !isOfBottle(values)) return typed;
  return toKopecks(typed / (bottleOf(values) ?? Number.NaN));
}

/** The price as its field shows it. */
export function priceShown(values: Priced): string {
  const { cost, keptCost } = values;
  if (keptCost === null) return cost;
  const bottle = isOfBottle(values) ? bottleOf(values) : 1;
  return bottle === null ? '' : toFieldText(toKopecks(keptCost * bottle));
}
