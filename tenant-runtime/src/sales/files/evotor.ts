import { amountAt, BILLION, quantityText } from './amounts.ts';
import type { Collector, Stated } from './collector.ts';
import { createDayReader } from './days.ts';
import { type Fields, isFields, listOf, scalarOf } from './records.ts';
import { refused } from './refusals.ts';

const TYPES = [
  'ACCEPT',
  'SELL',
  'PAYBACK',
  'BUY',
  'BUYBACK',
  'RETURN',
  'WRITE_OFF',
  'INVENTORY',
  'REVALUATION',
  'OPEN_TARE',
  'OPEN_SESSION',
  'CLOSE_SESSION',
  'FPRINT',
  'CASH_INCOME',
  'CASH_OUTCOME',
  'X_REPORT',
  'Z_REPORT',
];

/** Returns documents of a terminal: one, a list, or a page of them; undefined if the file has none. */
export function evotorDocuments(file: unknown): Fields[] | undefined {
  const all = isFields(file) ? (Array.isArray(file.items) ? listOf(file.items) : [file]) : listOf(file);
  const isOurs = ({ type, transactions, body }: Fields): boolean =>
    TYPES.includes(String(type)) && (Array.isArray(transactions) || isFields(body));
  return all.length > 0 && all.every(isOurs) ? all : undefined;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;

/** A position in the words of the terminal, and in those of the cloud. */
const names = {
  name: ['commodityName', 'product_name', 'name'],
  code: ['commodityCode', 'code'],
  unit: ['measureName', 'measure_name'],
  quantity: ['quantity'],
  paid: ['resultSum', 'result_sum'],
  listed: ['sum'],
  cost: ['costPrice', 'cost_price'],
  volume: ['tareVolume', 'tare_volume'],
} as const;

const fieldOf = (position: Fields, field: keyof typeof names): unknown =>
  names[field].map((name) => position[name]).find((value) => value !== undefined && value !== null);

const positionsOf = ({ transactions, body }: Fields): Fields[] =>
  Array.isArray(transactions)
    ? listOf(transactions).filter(({ type }) => type === 'REGISTER_POSITION')
    : listOf(isFields(body) ? body.positions : []);

/** «Вскрытие тары» is no sale: it only says that a keg or a bottle was opened. */
function openedTare(position: Fields): string {
  const litres = Number(fieldOf(position, 'volume') ?? 0);
  const volume = litres > 0 ? ` ${quantityText(BigInt(Math.round(litres * 1e9)))} л` : '';
  const count = textOf(fieldOf(position, 'quantity')) ?? '1';
  return `Вскрытие тары: ${textOf(fieldOf(position, 'name')) ?? 'без названия'}${volume} × ${Number(count)}. Это не продажа`;
}

/** Reads receipts of Эвотор: sales, and what was paid back. Sums are roubles. */
export function readEvotor(documents: readonly Fields[], collector: Collector, timezone: string): Stated {
  const days = createDayReader(timezone);
  const stated = { quantity: undefined, paid: 0n as bigint | undefined };
  const opened: string[] = [];
  let receipts = 0;
  let others = 0;
  for (const [index, document] of documents.entries()) {
    const place = `Чек ${textOf(document.number) ?? index + 1}`;
    const positions = positionsOf(document);
    if (document.type === 'OPEN_TARE') opened.push(...positions.map(openedTare));
    else if (document.type !== 'SELL' && document.type !== 'PAYBACK') others += 1;
    if (document.type !== 'SELL' && document.type !== 'PAYBACK') continue;
    receipts += 1;
    const isBack = document.type === 'PAYBACK';
    const sign = isBack ? -1n : 1n;
    const day = days.read(scalarOf(document.closeDate ?? document.close_date ?? document.openDate), place);
    const store = textOf(document.store_id) ?? '';
    const closed = amountAt(scalarOf(document.closeResultSum), place, 'сумма чека', 'russian');
    stated.paid = closed === null || stated.paid === undefined ? undefined : stated.paid + sign * closed;
    for (const position of positions) {
      const amount = (field: 'quantity' | 'paid' | 'listed' | 'cost'): bigint | null =>
        amountAt(scalarOf(fieldOf(position, field)), place, field, 'russian');
      const quantity = (amount('quantity') ?? 0n) * sign;
      const listed = amount('listed');
      const paid = (amount('paid') ?? listed ?? 0n) * sign;
      const cost = amount('cost');
      const volume = textOf(fieldOf(position, 'volume'));
      const sold = paid === 0n ? 'free' : 'sold';
      collector.add({
        store,
        day,
        dish: {
          code: textOf(fieldOf(position, 'code')),
          name: textOf(fieldOf(position, 'name')) ?? 'Без названия',
          size: volume !== null && Number(volume) > 0 ? `${volume} л` : null,
          group: null,
          unit: textOf(fieldOf(position, 'unit')),
        },
        kind: isBack ? 'refund' : sold,
        quantity,
        paid,
        listed: listed === null ? null : listed * sign,
        cost: cost ? (cost * quantity) / BILLION : null,
      });
    }
  }
  collector.warnOfRows(opened);
  if (others > 0) collector.warn(`Документов, которые не продажа и не возврат, пропущено: ${others}`);
  if (receipts === 0) throw refused('no_receipts');
  return stated.paid === undefined ? {} : { paid: stated.paid };
}
