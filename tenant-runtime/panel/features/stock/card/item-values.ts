import type { PriceReading } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import type { FormikProps } from 'formik';

export const textFields = ['name', 'category'] as const;
export const nullableTexts = ['article', 'ean'] as const;
export const numberFields = [
  'expected',
  'par',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
] as const;

type TextField = (typeof textFields)[number] | (typeof nullableTexts)[number] | (typeof numberFields)[number];
/** Every field as its text; `group` may be left to the server, `quantity` is asked of new items alone. */
export type ItemValues = Record<TextField | 'quantity' | 'cost', string> & {
  /** What the price is for, as it is shown and typed. */
  costOf: PriceReading;
  /** Roubles a unit as the item has them, until somebody types another price: they are sent back as they were. */
  keptCost: number | null;
  /** The first quantity that the person was asked about and means. */
  confirmed: string;
  group: string;
  unit: Unit;
  codes: { ean: string; pack: string }[];
};

export type ItemFormik = FormikProps<ItemValues>;
