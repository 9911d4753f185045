import type { Unit } from './items.ts';

/** Grams by which scales and bottles may differ; beyond that the wrong bottle is on the scale. */
const TOLERANCE_G = 10;

/** The facts of an item that weighing needs; server and phone compute by the same rule. */
export interface Weighable {
  name: string;
  unit: Unit;
  volume_ml: number | null;
  weight_empty_g: number | null;
  weight_full_g: number | null;
  density_g_per_ml: number | null;
}

/** The failure names the missing facts, so that a client can offer to measure them. */
export type WeighingFailure = 'no_empty' | 'no_density' | 'too_light' | 'too_heavy' | 'not_weighed';

/** Thousandths of the item's unit, which are millilitres or grams. */
export type Weighed = { thousandths: number } | { error: string; code: WeighingFailure };

const grams = (value: number): string => String(Math.round(value * 10) / 10).replace('.', ',');
const failed = (code: WeighingFailure, error: string): Weighed => ({ error, code });

/** Returns grams per millilitre: from the item's own density, or else from the full bottle's weight and volume. */
export function densityOf(item: Weighable): number | undefined {
  if (item.density_g_per_ml !== null) return item.density_g_per_ml;
  if (item.weight_full_g === null || item.weight_empty_g === null || !item.volume_ml) return undefined;
  return (item.weight_full_g - item.weight_empty_g) / item.volume_ml;
}

/**
 * Up to twice the volume it may be a heavier glass or a larger bottle, and the user is asked (`overfullDoubt`). Beyond
 * that several bottles are on the scale.
 */
const mayBeAnotherGlass = ({ volume_ml }: Weighable, millilitres: number): boolean =>
  volume_ml !== null && millilitres > volume_ml && millilitres <= 2 * volume_ml;

/** What the scale shows, in two parts. */
interface OnScale {
  grossG: number;
  /** The grams of what stands on the bottle, such as a pourer. */
  presetTareG: number;
}

/** Formats the weight of the bottle itself: «448 г», or «448 г без насадки (32 г)». */
const netText = ({ grossG, presetTareG }: OnScale): string =>
  `${grams(grossG - presetTareG)} г${presetTareG > 0 ? ` без насадки (${grams(presetTareG)} г)` : ''}`;

function litresLeft(item: Weighable, onScale: OnScale): Weighed {
  const netG = onScale.grossG - onScale.presetTareG;
  const empty = item.weight_empty_g;
  if (empty === null) return failed('no_empty', `«${item.name}»: не указан вес пустой бутылки`);
  const density = densityOf(item);
  if (!density) return failed('no_density', `«${item.name}»: не указана плотность`);
  const full = item.weight_full_g ?? (item.volume_ml ? empty + item.volume_ml * density : undefined);
  if (netG < empty - TOLERANCE_G) {
    const error = `«${item.name}»: ${netText(onScale)} меньше веса пустой бутылки (${grams(empty)} г)`;
    return failed('too_light', error);
  }
  const millilitres = Math.max(0, (netG - empty) / density);
  if (full !== undefined && netG > full + TOLERANCE_G) {
    if (mayBeAnotherGlass(item, millilitres)) return { thousandths: Math.round(millilitres) };
    return failed('too_heavy', `«${item.name}»: ${netText(onScale)} больше веса полной бутылки (${grams(full)} г)`);
  }
  return { thousandths: Math.round(item.volume_ml ? Math.min(millilitres, item.volume_ml) : millilitres) };
}

function kilogramsLeft(item: Weighable, onScale: OnScale): Weighed {
  const netG = onScale.grossG - onScale.presetTareG;
  const empty = item.weight_empty_g ?? 0;
  if (netG < empty - TOLERANCE_G) {
    return failed('too_light', `«${item.name}»: ${netText(onScale)} меньше веса тары (${grams(empty)} г)`);
  }
  return { thousandths: Math.max(0, Math.round(netG - empty)) };
}

/**
 * Returns what is left according to the gross weight, which includes the preset tare, or why it cannot be computed.
 */
export function quantityByWeight(item: Weighable, grossG: number, presetTareG = 0): Weighed {
  if (item.unit === 'л') return litresLeft(item, { grossG, presetTareG });
  if (item.unit === 'кг') return kilogramsLeft(item, { grossG, presetTareG });
  return failed('not_weighed', `«${item.name}» считают в штуках, а не взвешивают`);
}

/** A lighter bottle than this share of the known empty weight is another one, or its weight is still being typed. */
const LIGHTEST_EMPTY = 0.8;

/** Whether a bottle of a known empty weight is probably empty: it is about as light, or somewhat lighter. */
export function looksEmpty({ unit, weight_empty_g: empty }: Weighable, grossG: number, presetTareG = 0): boolean {
  if (unit !== 'л' || empty === null) return false;
  const netG = grossG - presetTareG;
  return netG >= LIGHTEST_EMPTY * empty && netG <= empty + TOLERANCE_G;
}

/**
 * Returns by how much a reading may be off: half of the scale's step, in grams and in thousandths of the item's unit.
 */
export function weighingError(item: Weighable, stepG: number): { grams: number; thousandths: number } {
  const half = stepG / 2;
  return { grams: half, thousandths: item.unit === 'л' ? half / (densityOf(item) ?? 1) : half };
}
