import { Forbidden, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { MeasureItem } from '../../contract/items.ts';
import type { ItemRow } from '../tables.ts';

export type Weights = Partial<Record<'weight_empty_g' | 'weight_full_g', number>>;
type Bottle = Pick<ItemRow, 'name' | 'volume_ml' | 'weight_empty_g' | 'weight_full_g' | 'density_g_per_ml'>;

/** The limits of a bottle's weight. A keg is heavier, but is never put on a kitchen scale. */
const LIGHTEST_G = 20;
const HEAVIEST_G = 20_000;
/** The limits of a drink's density, in g/ml. */
const THINNEST = 0.5;
const THICKEST = 2;

const grams = (value: number): string => `${String(Math.round(value * 10) / 10).replace('.', ',')} г`;
const known = (value: string | number | null): number | undefined => (value === null ? undefined : Number(value));
const toTenths = (value: number): number => Math.round(value * 10) / 10;

/**
 * Computes the empty bottle's weight from the full one on the scale. Throws InvalidInput that lists the missing facts.
 */
function emptyFromFull(item: Bottle, fullG: number): number {
  const [volume, density] = [known(item.volume_ml), known(item.density_g_per_ml)];
  if (volume !== undefined && density !== undefined) return toTenths(fullG - volume * density);
  const missing = [
    ...(volume === undefined ? [['volume_ml', 'объём']] : []),
    ...(density === undefined ? [['density_g_per_ml', 'плотность']] : []),
  ];
  throw new InvalidInput(
    `Чтобы узнать вес пустой бутылки, укажите: ${missing.map(([, word]) => word).join(' и ')}`,
    Object.fromEntries(missing.map(([field]) => [field, 'Не указано'])),
  );
}

/** Throws InvalidInput for an impossible bottle. */
function checkBottle(item: Bottle, { empty, full }: { empty: number | undefined; full: number | undefined }): void {
  const [volume, density] = [known(item.volume_ml), known(item.density_g_per_ml)];
  if (full !== undefined && volume !== undefined && full <= volume * (density ?? THINNEST)) {
    throw new InvalidInput(
      `${grams(full)} — легче самой жидкости (${grams(volume * (density ?? THINNEST))}). Поставьте полную бутылку`,
    );
  }
  if (empty === undefined) return;
  if (full !== undefined && empty >= full) {
    throw new InvalidInput(`Пустая бутылка (${grams(empty)}) не легче полной (${grams(full)}). Взвесьте ещё раз`);
  }
  if (empty < LIGHTEST_G) throw new InvalidInput(`${grams(empty)} — слишком мало для пустой бутылки`);
  if (empty > HEAVIEST_G) throw new InvalidInput(`${grams(empty)} — слишком много для пустой бутылки`);
  const thickness = full !== undefined && volume !== undefined ? (full - empty) / volume : 1;
  if (thickness < THINNEST || thickness > THICKEST) {
    throw new InvalidInput(
      `Между полной (${grams(full ?? 0)}) и пустой (${grams(empty)}) — ${grams((full ?? 0) - empty)}, а объём ${volume} мл. Взвесьте ещё раз`,
    );
  }
}

/**
 * Returns whether a known weight stays, because the measured one agrees with it. Throws Forbidden if they disagree.
 */
function staysKnown(before: string | null, weight: number | undefined, which: string, toleranceG: number): boolean {
  const present = known(before);
  if (present === undefined || weight === undefined) return false;
  if (Math.abs(weight - present) <= toleranceG) return true;
  throw new Forbidden(
    'weight_known',
    `Вес ${which} бутылки уже известен: ${grams(present)}. Заменить его может администратор`,
  );
}

/**
 * Returns the facts that a bottle on the scale gives, without what stands on it. Throws InvalidInput for impossible weights, and Forbidden if a
 * known weight would be replaced by a user who may not do so; one within the tolerance stays as it is.
 */
export function weightsFrom(
  item: Bottle,
  { emptyG, fullG, presetTareG = 0 }: MeasureItem,
  { mayReplace, toleranceG }: { mayReplace: boolean; toleranceG: number },
): Weights {
  const measured: Weights = {};
  if (emptyG != null) measured.weight_empty_g = toTenths(emptyG - presetTareG);
  if (fullG != null) {
    measured.weight_full_g = toTenths(fullG - presetTareG);
    if (item.weight_empty_g === null) measured.weight_empty_g = emptyFromFull(item, fullG - presetTareG);
  }
  if (!mayReplace) {
    const { weight_empty_g, weight_full_g } = measured;
    if (staysKnown(item.weight_empty_g, weight_empty_g, 'пустой', toleranceG)) delete measured.weight_empty_g;
    if (staysKnown(item.weight_full_g, weight_full_g, 'полной', toleranceG)) delete measured.weight_full_g;
  }
  const empty = measured.weight_empty_g ?? known(item.weight_empty_g);
  const full = measured.weight_full_g ?? known(item.weight_full_g);
  checkBottle(item, { empty, full });
  return measured;
}
