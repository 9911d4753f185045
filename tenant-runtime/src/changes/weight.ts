import { quantityByWeight as byWeight, type Weighed } from '../../contract/weighing.ts';
import type { ViewRow } from '../items/item-view.ts';

const numberOf = (value: string | number | null): number | null => (value === null ? null : Number(value));

/**
 * Returns what is left according to the gross weight, which includes the preset tare, in thousandths of the item's
 * unit, or why it cannot be computed.
 */
export const quantityByWeight = (item: ViewRow, grossG: number, presetTareG: number | undefined): Weighed =>
  byWeight(
    {
      name: item.name,
      unit: item.unit,
      volume_ml: item.volume_ml,
      weight_empty_g: numberOf(item.weight_empty_g),
      weight_full_g: numberOf(item.weight_full_g),
      density_g_per_ml: numberOf(item.density_g_per_ml),
    },
    grossG,
    presetTareG,
  );
