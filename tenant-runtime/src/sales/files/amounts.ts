import { decimalOf, roundedTo } from '@ostatok/kit/node/decimal.ts';
import { badPlace } from './refusals.ts';

/** Decimals that are kept of a quantity and of a sum: a billionth of each. */
const DECIMALS = 9;
export const BILLION = 1_000_000_000n;
/** A hundred billion roubles, some systems telling kopecks: no file of a bar has more. */
const MAX = 10_000_000_000_000n * BILLION;
/** What the ledger can hold of one dish. */
export const MAX_QUANTITY = 1_000_000_000n * BILLION;

/** What stands in a cell or a field of a file. */
export type Value = string | number | boolean | null | undefined;

/** How a lonely comma before three digits is meant: as a decimal one, or of thousands. */
export type NumberStyle = 'russian' | 'english';

const DOT_DECIMALS = /^[-(]?\$?-?[\d,]+\.\d\d\)?$/;
const COMMA_DECIMALS = /^[-(]?\D{0,4}(0,\d+|[\d.\s]*\d,\d{1,2})(\D|$)/;

/** Tells how a table writes numbers: where sums have a point before their kopecks, and none a comma, commas are of thousands. */
export function styleOf(texts: readonly string[]): NumberStyle {
  const hasPoints = texts.some((text) => DOT_DECIMALS.test(text));
  return hasPoints && !texts.some((text) => COMMA_DECIMALS.test(text)) ? 'english' : 'russian';
}

const numberText = (value: number): string => {
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(DECIMALS) : text;
};

const FIT = /[\s\u00a0\u202f]|руб(лей|ль|ля)?\.?|р\.|[₽$€₸£]|pln|rub|kzt/gi;

/** «5 шт» is five. */
const UNIT = /(?<=\d)(шт|порц\p{L}*|pcs|кг|л)\.?$/iu;

/** Puts «$1,234.50», «(12.00)» and «1 234,50 ₽» into the form of a plain decimal. */
function plainNumber(text: string, style: NumberStyle): string {
  const inBrackets = /^\((.*)\)$/.exec(text.trim());
  const bare = (inBrackets ? `-${inBrackets[1]}` : text).replace(FIT, '').replace(/^\+/, '').replace(UNIT, '');
  const [dots, commas] = [bare.split('.').length - 1, bare.split(',').length - 1];
  if (dots > 0 && commas > 0) {
    const decimal = bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ',';
    return bare.replaceAll(decimal === '.' ? ',' : '.', '');
  }
  const isThousands = commas > 1 || (commas === 1 && style === 'english' && /,\d{3}$/.test(bare));
  return isThousands ? bare.replaceAll(',', '') : bare;
}

export const isEmpty = (value: Value): boolean =>
  value === null || value === undefined || (typeof value === 'string' && /^[\s\u00a0]*[-–—]?[\s\u00a0]*$/.test(value));

/** Returns billionths; null where nothing is given, undefined where it is no number. */
export function billionthsOf(value: Value, style: NumberStyle): bigint | null | undefined {
  if (isEmpty(value)) return null;
  if (typeof value === 'boolean') return undefined;
  const text = typeof value === 'number' ? numberText(value) : (value as string);
  const isPlain = style === 'russian' || !text.includes(',');
  const decimal = (isPlain ? decimalOf(text) : undefined) ?? decimalOf(plainNumber(text, style));
  return decimal && roundedTo(DECIMALS, decimal);
}

/** Reads a number at a place of a file. Throws Unreadable. */
export function amountAt(value: Value, place: string, what: string, style: NumberStyle): bigint | null {
  const amount = billionthsOf(value, style);
  if (amount === undefined) throw badPlace(place, `${what} — «${String(value).slice(0, 40)}», это не число`);
  if (amount !== null && (amount > MAX || amount < -MAX)) throw badPlace(place, `${what} слишком большое`);
  return amount;
}

/** Writes billionths as PostgreSQL's numeric reads them, without zeros at the end. */
export function exactText(billionths: bigint): string {
  const digits = (billionths < 0n ? -billionths : billionths).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -DECIMALS);
  return `${billionths < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns kopecks of billionths of a rouble. */
export const kopecksOf = (billionths: bigint): number => Number(roundedTo(2, { digits: billionths, scale: DECIMALS }));

const quantityFormat = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 9 });
const moneyFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const quantityText = (billionths: bigint): string => quantityFormat.format(Number(exactText(billionths)));
export const moneyText = (billionths: bigint): string => `${moneyFormat.format(kopecksOf(billionths) / 100)} ₽`;
