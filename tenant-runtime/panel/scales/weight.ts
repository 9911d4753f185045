import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { quantityByWeight, type WeighingFailure, weighingError } from '@ostatok/tenant-runtime/contract/weighing.ts';
import { roundQuantity, toFieldNumber } from '../forms/quantity-input.ts';

/** A weight to be written: from the scale, typed or a recent reading. */
export interface TakenWeight {
  grams: number;
  stepG: number | null;
  /** Whether the reading has settled; a moving one is shown but not written. */
  stable: boolean;
  from: 'scale' | 'hand' | 'recent';
  /** The time of a recent reading. */
  at?: string;
}

/** A scale that has sent nothing for this long is treated as idle: its last weight would mislead. */
const SILENT_MS = 15_000;

/** Whether a reading is current: one that a bridge buffered while the tenant was unreachable is not. */
export const isLive = ({ at, seenAt }: { at?: string | undefined; seenAt: number }, now: number): boolean =>
  now - seenAt < SILENT_MS && (at === undefined || seenAt - Date.parse(at) < SILENT_MS);

export type Remaining =
  /** In the item's unit; `error` is the scale's error, `fill` the fraction of a full bottle, null if unknown. */
  { quantity: number; error: number | null; fill: number | null } | { failure: WeighingFailure; text: string };

/** Parses a typed weight in grams; null when it is not a valid weight. */
export function parseGrams(text: string): number | null {
  const grams = toFieldNumber(text.replace(/\s*(г|гр|g)\.?$/i, ''));
  return grams === null || Number.isNaN(grams) || grams <= 0 || grams > 100_000 ? null : Math.round(grams * 10) / 10;
}

interface Taken extends Pick<TakenWeight, 'grams' | 'stepG'> {
  /** The grams of what stands on the bottle, which `grams` include. */
  presetTareG?: number | undefined;
}

/** Computes the content of the weighed bottle in the same way as the server. */
export function remainingOf(item: ShownItem, { grams, stepG, presetTareG }: Taken): Remaining {
  const weighed = quantityByWeight(item, grams, presetTareG);
  if ('error' in weighed) return { failure: weighed.code, text: weighed.error };
  const error = stepG === null ? null : roundQuantity(weighingError(item, stepG).thousandths / 1000);
  const fill = item.unit === 'л' && item.volume_ml ? Math.min(1, weighed.thousandths / item.volume_ml) : null;
  return { quantity: weighed.thousandths / 1000, error, fill };
}
