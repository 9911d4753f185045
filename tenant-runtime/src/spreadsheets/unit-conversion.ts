import { type UnitBefore, type UnitChange, unitChangeOf } from '../items/unit-change.ts';
import type { ItemRow } from '../tables.ts';

/** The columns of a staged row that decide what its unit makes of an item; null where the file is silent. */
export type ConvertingRow = Record<keyof Omit<UnitBefore, 'name' | 'unit'>, unknown> & {
  unit: ItemRow['unit'] | null;
  volume_ml: number | null;
};

/** Returns what the row's unit makes of an item, of what the file is silent about; undefined where its unit stays. */
export function conversionOf(row: ConvertingRow, item: UnitBefore): UnitChange | undefined {
  const { unit, volume_ml, cost, par, expected } = row;
  const given = Object.entries({ unit, volume_ml, cost, par, expected }).filter(([, value]) => value !== null);
  return unitChangeOf(item, Object.fromEntries(given));
}
