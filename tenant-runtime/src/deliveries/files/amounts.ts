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
const RUSSIAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d)/;
const WITH_HYPHENS = /^(\d{1,2})-(\d{1,2})-(\d{4})(?!\d)/;
/** «12 декабря 2022 г.», the day perhaps in quotes, as forms for printing have it. */
const IN_WORDS = /^["«“]?(\d{1,2})["»”]?\s+([а-я]+)\s+(\d{4})/i;
const MONTHS = 'янв фев мар апр ма июн июл авг сен окт ноя дек'.split(' ');
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;

/** Returns the day, the month and the year of a text; nothing where it is no date. */
function partsOf(text: string): (string | number | undefined)[] {
  const [, day, month, year] = RUSSIAN.exec(text) ?? WITH_HYPHENS.exec(text) ?? [];
  if (year !== undefined) return [day, month, year.length === 2 ? `20${year}` : year];
  const [, dayInWords, name = '', yearBeside] = IN_WORDS.exec(text) ?? [];
  if (yearBeside !== undefined) {
    return [dayInWords, MONTHS.findIndex((start) => name.toLowerCase().startsWith(start)) + 1, yearBeside];
  }
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? [];
  return [isoDay, isoMonth, isoYear];
}

/**
 * Returns the day of «26.06.2025», «26 июня 2025 г.» or «2025-06-26», perhaps with a time of day behind it, as
 * `2025-06-26`; null where nothing is given. A day that is in no calendar, and one of 1900, is refused.
 */
export function dayOf(text: string | null | undefined): string | null {
  const given = text?.trim();
  if (!given) return null;
  const [d = Number.NaN, m = Number.NaN, y = Number.NaN] = partsOf(given).map(Number);
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
