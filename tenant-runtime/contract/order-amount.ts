import type { Unit } from './items.ts';

/** What a supplier sells at once: «кор», and how much of the item's unit is in it. */
export interface Pack {
  unit: string;
  size: number;
}

interface Amount {
  /** In the item's unit. */
  quantity: number;
  unit: Unit;
  pack: Pack | null;
}

/** A bottle of a known volume, as an item in litres is ordered. */
export const BOTTLE = 'бут.';

const plain = (value: number): string =>
  value.toLocaleString('ru-RU', { maximumFractionDigits: 3, useGrouping: false });

export const packsIn = (quantity: number, { size }: Pack): number => Math.round((quantity / size) * 1000) / 1000;

/** Formats «2 кор», or «2,5 кг» where no packs are known. */
export const amountText = ({ quantity, unit, pack }: Amount): string =>
  pack ? `${plain(packsIn(quantity, pack))} ${pack.unit}` : `${plain(quantity)} ${unit}`;

/** Formats «2 кор (12 шт)» for a supplier, whose own packs may have changed. */
export const wholeAmountText = (amount: Amount): string =>
  amount.pack && amount.pack.unit !== BOTTLE
    ? `${amountText(amount)} (${plain(amount.quantity)} ${amount.unit})`
    : amountText(amount);
