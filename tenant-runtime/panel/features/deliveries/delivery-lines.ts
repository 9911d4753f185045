import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Delivery, DeliveryLine, UnitChoice } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { DecidedLine, DeliveryStatus } from '@ostatok/tenant-runtime/contract/deliveries.ts';
import { type Unit, units } from '@ostatok/tenant-runtime/contract/items.ts';
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
export function openPartOf({ skipped, came, item, factor }: DeliveryLine): 'item' | 'factor' | null {
  if (skipped || came === 0) return null;
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

type Counted = Pick<DeliveryLine, 'unit' | 'counted_in'>;

/** A document that names no unit has units of something until a person has said it. */
const unitOf = ({ unit, counted_in }: Counted): string => unit ?? counted_in ?? 'ед.';

/** Formats «12 шт» as the document says it. */
export const documentQuantity = (line: Counted & Pick<DeliveryLine, 'quantity'>): string =>
  formatQuantity(line.quantity, unitOf(line));

/** Formats «10 шт» that have come; what the document says where nobody has said otherwise. */
export const cameQuantity = (line: Counted & Pick<DeliveryLine, 'quantity' | 'came'>): string =>
  formatQuantity(line.came ?? line.quantity, unitOf(line));

/** Formats «пришло 10 шт, недовоз 2 шт»; null where all of it has come. */
export function shortText(line: Counted & Pick<DeliveryLine, 'quantity' | 'came'>): string | null {
  const { came, quantity } = line;
  if (came === null || came === quantity) return null;
  const [what, difference] = came < quantity ? ['недовоз', quantity - came] : ['излишек', came - quantity];
  return `пришло ${cameQuantity(line)}, ${what} ${formatQuantity(difference, unitOf(line))}`;
}

/** The unit that what is typed of a line may be written in; cases and the like are counted as pieces. */
export const typedUnit = (line: Counted): Unit => units.find((one) => one === unitOf(line)) ?? 'шт';

/** The field's name: «Пришло, шт». */
export const cameLabel = (line: Counted): string => `Пришло, ${unitOf(line)}`;

const unitWords: Record<Unit, string> = { шт: 'Штуки', л: 'Литры', кг: 'Килограммы' };

/** Formats «Литры: 7 л» or, where it is to be said how much that is, «Килограммы». */
export function unitChoiceText({ unit, stock_quantity }: UnitChoice, item: { unit: Unit }): string {
  return stock_quantity === null ? unitWords[unit] : `${unitWords[unit]}: ${formatQuantity(stock_quantity, item.unit)}`;
}

/** Whether a person has to say what the quantity of a line is in. */
export const asksUnit = (line: DeliveryLine): boolean =>
  openPartOf(line) === 'factor' && line.counted_in === null && line.unit_choices.length > 0;

export type UnitAnswer = 'pieces' | 'measures' | 'likely';

/** Returns what one answer says of all lines that are asked about; a line that it would leave open stays as it is. */
export function unitDecisions(rows: readonly DeliveryLine[], answer: UnitAnswer): DecidedLine[] {
  const isAnswer = ({ unit, likely }: UnitChoice): boolean =>
    answer === 'likely' ? likely : (unit === 'шт') === (answer === 'pieces');
  return rows.filter(asksUnit).flatMap(({ place, unit_choices }) => {
    const choice = unit_choices.find((one) => isAnswer(one) && one.stock_quantity !== null);
    return choice ? [{ place, counted_in: choice.unit }] : [];
  });
}

/** Formats «1 шт = 0,7 л». */
export function factorText(line: Counted & Pick<DeliveryLine, 'factor' | 'item'>): string {
  const amount = line.factor?.toLocaleString('ru-RU', { maximumFractionDigits: 6 }) ?? '?';
  return `1 ${unitOf(line)} = ${amount} ${line.item?.unit ?? ''}`;
}

/** Names the field that asks for the factor: «В 1 кор, л», «В 1 шт накладной, шт». */
export function factorLabel(line: Counted & Pick<DeliveryLine, 'item'>): string {
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
