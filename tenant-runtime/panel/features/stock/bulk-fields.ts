import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { type Group, groups, units } from '@ostatok/tenant-runtime/contract/items.ts';
import { toFieldNumber } from '../../forms/quantity-input.ts';
import type { BulkField, BulkSet } from '../../stock/bulk-edit.ts';
import { groupLabels } from '../../ui/words.ts';

interface BulkFieldKind {
  label: string;
  /** A note beside the field, where the user might expect it to do more. */
  hint?: string;
  choices?: { value: string; label: string }[];
  numeric?: boolean;
  /** Converts the typed text into the API's value. */
  valueOf: (text: string) => BulkSet[BulkField];
  show: (value: ShownItem[BulkField]) => string;
}

const number = (text: string): number | null => toFieldNumber(text);
const quantity = (value: ShownItem[BulkField]): string => formatQuantity(value as number | null);
const TO_REMOVE = 'Чтобы стереть, нажмите «Убрать значение»';

export const bulkFields: Record<BulkField, BulkFieldKind> = {
  category: {
    label: 'Категория',
    hint: TO_REMOVE,
    valueOf: (text) => text.trim(),
    show: (value) => String(value ?? '') || 'без категории',
  },
  group: {
    label: 'Группа отчёта',
    choices: groups.map((value) => ({ value, label: groupLabels[value] })),
    valueOf: (text) => text as Group,
    show: (value) => groupLabels[value as Group],
  },
  par: { label: 'Норма, не меньше', hint: TO_REMOVE, numeric: true, valueOf: number, show: quantity },
  cost: {
    label: 'Цена за единицу, ₽',
    hint: TO_REMOVE,
    numeric: true,
    valueOf: number,
    show: (value) => formatMoney(value as number | null),
  },
  expected: { label: 'По учёту', hint: TO_REMOVE, numeric: true, valueOf: number, show: quantity },
  density_g_per_ml: { label: 'Плотность, г/мл', hint: TO_REMOVE, numeric: true, valueOf: number, show: quantity },
  unit: {
    label: 'Единица',
    hint: 'Меняется только там, где остаток равен нулю',
    choices: units.map((value) => ({ value, label: value })),
    valueOf: (text) => text as BulkSet['unit'],
    show: (value) => String(value),
  },
};
export const bulkFieldNames = Object.keys(bulkFields) as BulkField[];
