import { type Decimal, decimalOf, decimalText, roundedTo, times } from '@ostatok/kit/node/decimal.ts';
import { badAmount, badDate } from './refusals.ts';

/** A billion roubles, and a million of any unit: no bar's document has more. */
const MAX_KOPECKS = 100_000_000_000n;
const MAX_THOUSANDTHS = 999_999_999n;
const PRICE_DECIMALS = 8;
const HUNDRED: Decimal = { digits: 100n, scale: 0 };

/** Reads the amounts of one place; what it refuses is a sentence about that place. */
export interface PlaceAmounts {
  quantity(given: string | Decimal | null | undefined): string;
  /** Kopecks of roubles; null where nothing is given. */
  sum(given: string | Decimal | null | undefined, what: string): number | null;
  /** Kopecks with fractions. */
  price(given: string | Decimal | null | undefined): string | null;
}

const decimalFrom = (given: string | Decimal): Decimal | undefined =>
  typeof given === 'string' ? decimalOf(given) : given;
const shown = (given: string | Decimal): string =>
  typeof given === 'string' ? given.slice(0, 40) : decimalText(3, given).replace('.', ',');

function amountsOf(place: string): PlaceAmounts {
  function amount(given: string | Decimal, what: string): Decimal {
    const value = decimalFrom(given);
    if (!value) throw badAmount(place, `${what} — «${shown(given)}», это не число`);
    if (value.digits < 0n) throw badAmount(place, `${what} меньше нуля («${shown(given)}»)`);
    return value;
  }
  function money(given: string | Decimal, what: string): Decimal {
    const value = amount(given, what);
    if (roundedTo(2, value) > MAX_KOPECKS) throw badAmount(place, `${what} больше миллиарда рублей`);
    return value;
  }
  return {
    quantity(given) {
      if (given === null || given === undefined || given === '') throw badAmount(place, 'не указано количество');
      const value = amount(given, 'количество');
      const thousandths = roundedTo(3, value);
      if (thousandths === 0n) throw badAmount(place, 'количество равно нулю');
      if (thousandths > MAX_THOUSANDTHS) throw badAmount(place, `количество «${shown(given)}» слишком большое`);
      return quantityText(thousandths);
    },
    sum: (given, what) =>
      given === null || given === undefined || given === '' ? null : Number(roundedTo(2, money(given, what))),
    price: (given) =>
      given === null || given === undefined || given === ''
        ? null
        : decimalText(PRICE_DECIMALS, times(money(given, 'цена'), HUNDRED)),
  };
}

export const quantityText = (thousandths: bigint): string =>
  `${thousandths / 1000n}.${(thousandths % 1000n).toString().padStart(3, '0')}`;

const exact = (text: string): Decimal => decimalOf(text) ?? { digits: 0n, scale: 0 };

export const thousandthsOf = (quantity: string): bigint => roundedTo(3, exact(quantity));

/** Returns kopecks of a quantity at a price in kopecks. */
export const worthOf = (quantity: string, price: string): number =>
  Number(roundedTo(0, times(exact(quantity), exact(price))));

export const lineAmounts = (line: number): PlaceAmounts => amountsOf(`Строка ${line}`);
export const totalAmounts = (): PlaceAmounts => amountsOf('Итог документа');

/** Whether a price has no fractions of a kopeck, so that it may have been rounded. */
export const isWholeKopecks = (price: string): boolean => !price.includes('.');

const OLDEST_YEAR = 2000;
const LATEST_YEAR = 2100;
const RUSSIAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;

/**
 * Returns the day of «26.06.2025», «2025-06-26» or either with a time of day behind it, as `2025-06-26`; null where
 * nothing is given. A day that is in no calendar, and one of 1900, is refused.
 */
export function dayOf(text: string | null | undefined): string | null {
  const given = text?.trim();
  if (!given) return null;
  const [, day, month, year] = RUSSIAN.exec(given) ?? [];
  const [, isoYear = year, isoMonth = month, isoDay = day] = ISO.exec(given) ?? [];
  const [y, m, d] = [Number(isoYear), Number(isoMonth), Number(isoDay)];
  const at = new Date(Date.UTC(y, m - 1, d));
  const isDay = at.getUTCFullYear() === y && at.getUTCMonth() === m - 1 && at.getUTCDate() === d;
  if (!isDay || y < OLDEST_YEAR || y > LATEST_YEAR) throw badDate(given);
  return at.toISOString().slice(0, 10);
}

const DAY_MS = 24 * 3600_000;
const SERIAL_DAYS = 100_000;

/** Returns the day of a date as workbooks keep it: days since the end of 1899. */
export function dayOfSerial(days: number): string {
  const at = new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * DAY_MS);
  const text = days > 0 && days < SERIAL_DAYS ? at.toISOString().slice(0, 10) : String(days);
  return dayOf(text) as string;
}
