import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import {
  looksEmpty as emptyByWeight,
  quantityByWeight,
  type WeighingFailure,
  weighingError,
} from '@ostatok/tenant-runtime/contract/weighing.ts';
import { numberOf } from '../../amount/keypad.ts';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { exact } from '../../offline/operations.ts';

/** A weight, typed or read from a scale. */
export interface InHand {
  grams: number;
  /** The grams of what stands on the bottle, which `grams` include. */
  presetTareG: number;
  stepG: number | undefined;
  typed: boolean;
  /** Whether the reading has settled; a moving one must not be used. */
  steady: boolean;
}

/** A typed weight takes precedence over the scale's reading. */
export function inHand(text: string, reading: ScalesReading | undefined, presetTareG = 0): InHand | null {
  const typed = numberOf(text);
  if (typed !== null) return { grams: typed, presetTareG, stepG: undefined, typed: true, steady: true };
  if (!reading) return null;
  return {
    grams: Math.round(reading.weightG * 10) / 10,
    presetTareG,
    stepG: reading.stepG,
    typed: false,
    steady: reading.stable,
  };
}

interface Weighing {
  /** In the item's unit. */
  quantity: number | null;
  /** As «±2,5 г ≈ ±3 мл». */
  error: string | null;
  failure: { code: WeighingFailure; text: string } | null;
}

const small = { л: 'мл', кг: 'г', шт: 'шт' };

export function weigh(item: PhoneItem, { grams, presetTareG, stepG }: InHand): Weighing {
  const left = quantityByWeight(item, grams, presetTareG);
  if ('error' in left) return { quantity: null, error: null, failure: { code: left.code, text: left.error } };
  const quantity = exact(left.thousandths / 1000);
  if (stepG === undefined) return { quantity, error: null, failure: null };
  const off = weighingError(item, stepG);
  const inGrams = `±${formatQuantity(off.grams, 'г')}`;
  const inUnit = `±${formatQuantity(Math.max(1, Math.round(off.thousandths)), small[item.unit])}`;
  return { quantity, error: item.unit === 'л' ? `${inGrams} ≈ ${inUnit}` : inGrams, failure: null };
}

/** Whether the bottle on the scale is probably empty. */
export const looksEmpty = (item: PhoneItem, { grams, presetTareG }: InHand): boolean =>
  emptyByWeight(item, grams, presetTareG);

/** Which bottle, empty or full, would give the missing weight when put on the scale. */
export function measurable({ unit, weight_empty_g, volume_ml, density_g_per_ml }: PhoneItem) {
  if (unit === 'шт') return { empty: false, full: false };
  const byFull = unit === 'л' && volume_ml !== null && (density_g_per_ml !== null || weight_empty_g !== null);
  return { empty: weight_empty_g === null, full: byFull };
}
