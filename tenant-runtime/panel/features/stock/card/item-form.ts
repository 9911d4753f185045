import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { CreateItem, UpdateItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { toFieldNumber, toFieldText } from '../../../forms/quantity-input.ts';
import { costOf } from './item-price.ts';
import { type ItemValues, nullableTexts, numberFields } from './item-values.ts';

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

/**
 * Converts the form for the API: empty fields become null, empty barcodes are dropped, an empty group is left to the
 * server.
 */
export function payloadOf(values: ItemValues, isNew: boolean): Partial<CreateItem> & Pick<CreateItem, 'name' | 'unit'> {
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

/**
 * Returns what the person has changed since the form was opened: what others have saved of the item meanwhile, as a weight
 * from the scale or a delivery's price, stays.
 */
export function changesOf(opened: ItemValues, values: ItemValues): UpdateItem {
  const before: Record<string, unknown> = payloadOf(opened, false);
  const isChanged = ([field, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(before[field]);
  return Object.fromEntries(Object.entries(payloadOf(values, false)).filter(isChanged));
}
