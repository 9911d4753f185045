import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Delivery, DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { DecidedLine, DeliveryStatus } from '@ostatok/tenant-runtime/contract/deliveries.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { parseQuantity } from '../../forms/quantity-input.ts';

export const statusLabels: Record<DeliveryStatus, string> = {
  draft: 'черновик',
  posted: 'проведена',
  reversed: 'отменена',
};

/** Formats «20.11.2026», as documents write a day. */
export const dayText = (day: string): string => day.split('-').reverse().join('.');

/** Formats «№ УТ-17 от 20.11.2026»; what the document does not say is left out. */
export function documentText({ number, day }: Pick<Delivery, 'number' | 'day'>): string {
  const parts = [number && `№ ${number}`, day && `от ${dayText(day)}`].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : 'без номера и даты';
}

export const supplierText = ({ supplier, said_supplier }: Pick<Delivery, 'supplier' | 'said_supplier'>): string =>
  supplier?.name ?? said_supplier ?? 'Поставщик не выбран';

/** What a person still has to say about a line; null when nothing. */
export function openPartOf({ skipped, item, factor }: DeliveryLine): 'item' | 'factor' | null {
  if (skipped) return null;
  if (item === null) return 'item';
  return factor === null ? 'factor' : null;
}

export const openLines = (rows: readonly DeliveryLine[]): DeliveryLine[] =>
  rows.filter((line) => openPartOf(line) !== null);

/**
 * Returns the place of the first open line after `place`, from the beginning again if there is none; lines that are
 * being saved are left out.
 */
export function nextOpen(
  rows: readonly DeliveryLine[],
  saving: { has: (place: number) => boolean },
  place: number,
): number | undefined {
  const left = openLines(rows).filter((line) => !saving.has(line.place));
  return (left.find((line) => line.place > place) ?? left[0])?.place;
}

/** Returns the decisions that a person need not look at. */
export const sureDecisions = (rows: readonly DeliveryLine[]): DecidedLine[] =>
  rows.flatMap((line) => {
    const [first] = line.proposals;
    return openPartOf(line) === 'item' && first?.sure ? [{ place: line.place, item_id: first.item_id }] : [];
  });

const unitOf = ({ unit }: Pick<DeliveryLine, 'unit'>): string => unit ?? 'шт';

/** Formats «12 шт» as the document says it. */
export const documentQuantity = (line: Pick<DeliveryLine, 'quantity' | 'unit'>): string =>
  formatQuantity(line.quantity, unitOf(line));

/** Formats «1 шт = 0,7 л». */
export function factorText(line: Pick<DeliveryLine, 'unit' | 'factor' | 'item'>): string {
  const amount = line.factor?.toLocaleString('ru-RU', { maximumFractionDigits: 6 }) ?? '?';
  return `1 ${unitOf(line)} = ${amount} ${line.item?.unit ?? ''}`;
}

/** Names the field that asks for the factor: «В 1 кор, л», «В 1 шт накладной, шт». */
export function factorLabel(line: Pick<DeliveryLine, 'unit' | 'item'>): string {
  const [theirs, ours] = [unitOf(line), line.item?.unit ?? ''];
  return `В 1 ${theirs}${theirs === ours ? ' накладной' : ''}, ${ours}`;
}

/** A factor may have six decimals, three more than a quantity. */
const PLAIN = /^\d{1,7}([.,]\d{1,6})?$/;

/** Parses how many units of an item are in one of the document: «0,7», «700 мл» or «0,0005». */
export function parseFactor(text: string, unit: Unit): { value: number } | { error: string } {
  const plain = text.trim();
  const parsed = PLAIN.test(plain) ? { value: Number(plain.replace(',', '.')) } : parseQuantity(plain, unit);
  if (parsed.value === undefined) return { error: parsed.error };
  return parsed.value > 0 ? { value: parsed.value } : { error: 'Больше нуля' };
}

/** Returns the sum of a line with VAT, where it is known. */
export const worthOf = ({ gross, net, price, quantity }: DeliveryLine): number | null =>
  gross ?? net ?? (price === null ? null : Math.round(price * quantity * 100) / 100);
