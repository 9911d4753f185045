import type { ItemRow, TillDishRow } from '../tables.ts';
import { millilitresOf } from './files/servings.ts';

type Dish = Pick<TillDishRow, 'name' | 'size' | 'unit'>;
type Item = Pick<ItemRow, 'unit' | 'volume_ml'>;

const LITRE_ML = 1000;
const DECIMALS = 1_000_000;
const rounded = (factor: number): number => Math.round(factor * DECIMALS) / DECIMALS;

const WEIGHED = /^(кг|килограмм)/i;
const POURED = /^(л|литр)/i;

/**
 * Returns how many units of an item one serving is: «Пиво (0,4)» of a keg in litres is 0.4, «Виски 40 мл» of a bottle of 0.7 l
 * is 0.057143 of it, a bottle is one. Null where a person has to say it.
 */
export function servingFactor({ name, size, unit }: Dish, item: Item): number | null {
  if (item.unit === 'кг') return WEIGHED.test(unit ?? '') ? 1 : null;
  if (item.unit === 'л') {
    if (POURED.test(unit ?? '')) return 1;
    const serving = millilitresOf(size ?? '') ?? millilitresOf(name);
    return serving === undefined ? null : rounded(serving / LITRE_ML);
  }
  const serving = size === null ? undefined : millilitresOf(size);
  if (serving === undefined) return 1;
  if (item.volume_ml === null) return null;
  return serving === item.volume_ml ? 1 : rounded(serving / item.volume_ml);
}
