import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { quantityByWeight, type WeighingFailure, weighingError } from '@ostatok/tenant-runtime/contract/weighing.ts';
import { roundQuantity, toFieldNumber } from './quantity-input.ts';

/** A weight to be written, wherever it came from. */
export interface TakenWeight {
  grams: number;
  stepG: number | null;
  /** A live reading that still moves is shown and not written. */
  stable: boolean;
  from: 'scale' | 'hand' | 'recent';
  /** Of a recent one. */
  at?: string;
}

/** A scale that has been silent for this long stands idle: its last weight would mislead. */
const SILENT_MS = 15_000;

/** Whether a reading is of now: one that a bridge kept while the venue was out of reach is not. */
export const isLive = ({ at, seenAt }: { at?: string | undefined; seenAt: number }, now: number): boolean =>
  now - seenAt < SILENT_MS && (at === undefined || seenAt - Date.parse(at) < SILENT_MS);

export type Remaining =
  /** In the item's unit; `error` is the scale's own, `fill` how much of a full bottle it is, where that is known. */
  { quantity: number; error: number | null; fill: number | null } | { failure: WeighingFailure; text: string };

/** A weight typed by hand, in grams; null when it is none. */
export function parseGrams(text: string): number | null {
  const grams = toFieldNumber(text.replace(/\s*(г|гр|g)\.?$/i, ''));
  return grams === null || Number.isNaN(grams) || grams <= 0 || grams > 100_000 ? null : Math.round(grams * 10) / 10;
}

/** What stands on the scale, as the server will compute it from the same weight. */
export function remainingOf(item: ShownItem, { grams, stepG }: Pick<TakenWeight, 'grams' | 'stepG'>): Remaining {
  const weighed = quantityByWeight(item, grams);
  if ('error' in weighed) return { failure: weighed.code, text: weighed.error };
  const error = stepG === null ? null : roundQuantity(weighingError(item, stepG).thousandths / 1000);
  const fill = item.unit === 'л' && item.volume_ml ? Math.min(1, weighed.thousandths / item.volume_ml) : null;
  return { quantity: weighed.thousandths / 1000, error, fill };
}
