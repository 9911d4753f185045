import type { ItemRow } from '../tables.ts';

/** Scales and bottles differ this much; beyond it the wrong bottle stands on the scale. */
const TOLERANCE_G = 10;

type Weighed = { thousandths: number } | { error: string };

const grams = (value: number): string => String(Math.round(value * 10) / 10).replace('.', ',');
const orUndefined = (value: string | number | null): number | undefined => (value === null ? undefined : Number(value));

/** By the item's card, else from the full bottle's weight and volume. */
function densityOf(item: ItemRow, empty: number): number | undefined {
  if (item.density_g_per_ml !== null) return Number(item.density_g_per_ml);
  if (item.weight_full_g === null || !item.volume_ml) return undefined;
  return (Number(item.weight_full_g) - empty) / item.volume_ml;
}

function litresLeft(item: ItemRow, grossG: number): Weighed {
  const empty = orUndefined(item.weight_empty_g);
  if (empty === undefined) return { error: `«${item.name}»: не указан вес пустой бутылки` };
  const density = densityOf(item, empty);
  if (!density) return { error: `«${item.name}»: не указана плотность` };
  const full = orUndefined(item.weight_full_g) ?? (item.volume_ml ? empty + item.volume_ml * density : undefined);
  if (grossG < empty - TOLERANCE_G) {
    return { error: `«${item.name}»: ${grams(grossG)} г меньше веса пустой бутылки (${grams(empty)} г)` };
  }
  if (full !== undefined && grossG > full + TOLERANCE_G) {
    return { error: `«${item.name}»: ${grams(grossG)} г больше веса полной бутылки (${grams(full)} г)` };
  }
  const millilitres = Math.max(0, (grossG - empty) / density);
  return { thousandths: Math.round(item.volume_ml ? Math.min(millilitres, item.volume_ml) : millilitres) };
}

function kilogramsLeft(item: ItemRow, grossG: number): Weighed {
  const empty = orUndefined(item.weight_empty_g) ?? 0;
  if (grossG < empty - TOLERANCE_G) {
    return { error: `«${item.name}»: ${grams(grossG)} г меньше веса тары (${grams(empty)} г)` };
  }
  return { thousandths: Math.max(0, Math.round(grossG - empty)) };
}

/** What is left by the gross weight: thousandths of the item's unit, or why it cannot be told. */
export function quantityByWeight(item: ItemRow, grossG: number): Weighed {
  if (item.unit === 'л') return litresLeft(item, grossG);
  if (item.unit === 'кг') return kilogramsLeft(item, grossG);
  return { error: `«${item.name}» считают в штуках, а не взвешивают` };
}
