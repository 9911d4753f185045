import { amountAt } from './amounts.ts';
import type { Collector } from './collector.ts';
import { createDayReader, dayOfInstant } from './days.ts';
import { type Fields, isFields, listOf, scalarOf, totalsInWords } from './records.ts';
import { noDishes, refused } from './refusals.ts';
import type { FileDish } from './sales-file.ts';

const METHODS = ['dash.getProductsSales', 'dash.getTransactions', 'dash.getTransactionProducts'];
const units: Record<string, string> = { p: 'шт', kg: 'кг', l: 'л' };

/** Returns the answer of the method that tells sales; a file may keep those of several. */
export function posterAnswer(file: unknown): Fields[] | undefined {
  if (!isFields(file)) return undefined;
  const method = METHODS.map((name) => file[name]).find(isFields) ?? file;
  const { response } = method;
  if (!Array.isArray(response)) return undefined;
  const rows = listOf(response);
  const isOurs = rows.some((row) => 'payed_sum' in row && ('product_id' in row || 'transaction_id' in row));
  return isOurs ? rows : undefined;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() || null : null;

function dishOf(row: Fields): FileDish {
  const id = textOf(row.product_id);
  const modification = textOf(row.modification_id);
  const hasModification = modification !== null && modification !== '0';
  const size = textOf(row.modificator_name);
  const name = textOf(row.product_name) ?? `Товар ${id ?? 'без номера'}`;
  return {
    code: id && `${id}${hasModification ? `-${modification}` : ''}`,
    name: hasModification && size ? `${name} ${size}` : name,
    size: hasModification ? size : null,
    group: null,
    unit: units[textOf(row.unit) ?? 'p'] ?? null,
  };
}

/** Kopecks come as texts; what is kept is roubles. */
const rouble = (kopecks: bigint | null): bigint | null => (kopecks === null ? null : kopecks / 100n);

/** How a receipt was closed: without payment the goods are used all the same. */
interface Receipt {
  day: string | null;
  store: string;
  isFree: boolean;
}

function addProduct(collector: Collector, row: Fields, number: number, { day, store, isFree }: Receipt): void {
  const amount = (field: string, what: string): bigint | null =>
    amountAt(scalarOf(row[field]), `Строка ${number}`, what, 'russian');
  const quantity = amount('count', 'count') ?? amount('num', 'num') ?? 0n;
  const paid = isFree ? 0n : rouble(amount('payed_sum', 'payed_sum'));
  const sold = paid === 0n ? 'free' : 'sold';
  collector.add({
    store,
    day,
    dish: dishOf(row),
    kind: quantity < 0n ? 'refund' : sold,
    quantity,
    paid,
    listed: rouble(amount('product_sum', 'product_sum')),
    cost: null,
  });
}

const REMOVED = '3';
const OPEN = '1';

/** Reads answers of Poster: sales by product, or receipts with their products. Sums are kopecks. */
export function readPoster(rows: readonly Fields[], collector: Collector, timezone: string): void {
  const days = createDayReader(timezone);
  const receipts = rows.some((row) => 'transaction_id' in row && !('product_id' in row));
  if (receipts && !rows.some((row) => listOf(row.products).length > 0)) {
    const inRoubles = rows.map((row) => ({ sum: Number(row.payed_sum) / 100 }));
    throw noDishes(totalsInWords(inRoubles, undefined, 'sum'));
  }
  let left = 0;
  for (const [index, row] of rows.entries()) {
    const number = index + 1;
    const time = Number(row.time);
    if (!receipts) {
      const day = row.time !== undefined && time > 0 ? dayOfInstant(time, timezone) : null;
      addProduct(collector, row, number, { day, store: '', isFree: false });
      continue;
    }
    const status = textOf(row.status);
    if (status === REMOVED || status === OPEN) {
      left += 1;
      continue;
    }
    const receipt = {
      day: days.read(scalarOf(row.date_close_date), `Чек ${number}`),
      store: textOf(row.spot_id) ?? '',
      isFree: textOf(row.pay_type) === '0',
    };
    for (const product of listOf(row.products)) addProduct(collector, product, number, receipt);
  }
  if (left > 0) collector.warn(`Открытых и удалённых чеков пропущено: ${left}`);
  if (rows.length === 0) throw refused('no_rows');
}
