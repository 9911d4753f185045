import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { TillDish } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { SaleKind, SalesFileStatus, SalesKind } from '@ostatok/tenant-runtime/contract/sales.ts';
import {
  type SalesColumn,
  type SalesLayout,
  salesLayoutSchema,
} from '@ostatok/tenant-runtime/contract/sales-layout.ts';
import { ValidationError } from 'yup';

export const kindLabels: Record<SaleKind, string> = {
  sold: 'Продано',
  free: 'Без оплаты',
  refund: 'Возвраты',
  void: 'Отмены',
  written_off: 'Удалено со списанием',
};

export const statusLabels: Record<SalesFileStatus, string> = {
  draft: 'не записан',
  applied: 'записан',
  removed: 'убран',
};

export const columnLabels: Record<SalesColumn, string> = {
  day: 'День',
  store: 'Магазин',
  code: 'Код блюда',
  name: 'Блюдо',
  size: 'Порция',
  group: 'Группа',
  unit: 'Единица',
  quantity: 'Количество',
  price: 'Цена за порцию',
  paid: 'Оплачено',
  listed: 'Сумма без скидки',
  cost: 'Себестоимость',
};

/** Formats «20.11.2026». */
export const dayText = (day: string): string => day.split('-').reverse().join('.');

export const periodText = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayText(from) : `${dayText(from)} — ${dayText(to)}`;

/** Formats «245 порций, 94 420,00 ₽»; what the file does not say is left out. */
export function totalsText({ quantity, paid }: { quantity: number | null; paid: number | null }): string {
  const parts = [quantity !== null && `${formatQuantity(quantity)} порц.`, paid !== null && formatMoney(paid)];
  return parts.filter(Boolean).join(' · ') || 'не указано';
}

/** Whether a file can be of a source of this kind: a table may be of any. */
export const mayBeOf = (file: SalesKind, source: SalesKind): boolean =>
  file === source || file === 'table' || source === 'table';

export const dishNote = ({ code, group }: Pick<TillDish, 'code' | 'group'>): string =>
  [group, code && `код ${code}`].filter(Boolean).join(' · ');

/** How many units of the item a serving is, or null where a person says nothing usable. */
export function parseFactor(text: string): number | null {
  const factor = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && factor >= 0.000001 && factor <= 1_000_000 ? factor : null;
}

/** What is missing in a layout, as the API would say it; null when nothing. */
export function objectionTo(layout: SalesLayout): string | null {
  try {
    salesLayoutSchema.validateSync(layout);
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}
