import type { PriceReading } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { CreateItem, ShownItem, Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { toFieldNumber, toFieldText } from '../../../lib/quantity-input.ts';
import { costOf } from './item-price.ts';

const textFields = ['name', 'category'] as const;
const nullableTexts = ['article', 'ean'] as const;
const numberFields = ['expected', 'par', 'volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml'] as const;

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

export function valuesOf(item: ShownItem | null): ItemValues {
  const numbers = Object.fromEntries(numberFields.map((field) => [field, toFieldText(item?.[field])]));
  return {
    name: item?.name ?? '',
    category: item?.category ?? '',
    article: item?.article ?? '',
    ean: item?.ean ?? '',
    group: item?.group ?? '',
    unit: item?.unit ?? 'л',
    quantity: '',
    cost: '',
    costOf: 'unit',
    confirmed: '',
    keptCost: item?.cost ?? null,
    codes: (item?.codes ?? []).map(({ ean, pack }) => ({ ean, pack: String(pack) })),
    ...numbers,
  } as ItemValues;
}

/** What the API takes: empty fields are null, empty barcodes are none, an empty group is left to the server. */
export function payloadOf(values: ItemValues, isNew: boolean): Partial<CreateItem> {
  const quantity = toFieldNumber(values.quantity);
  return {
    name: values.name.trim(),
    category: values.category.trim(),
    unit: values.unit,
    codes: values.codes
      .filter(({ ean }) => ean.trim() !== '')
      .map(({ ean, pack }) => ({ ean: ean.trim(), pack: toFieldNumber(pack) ?? 1 })),
    ...(values.group ? { group: values.group as CreateItem['group'] } : {}),
    ...Object.fromEntries(nullableTexts.map((field) => [field, values[field].trim() || null])),
    ...Object.fromEntries(numberFields.map((field) => [field, toFieldNumber(values[field])])),
    cost: costOf(values),
    ...(isNew && quantity !== null
      ? { quantity, ...(values.confirmed === values.quantity && { confirmed: true }) }
      : {}),
  };
}
