import { Unreadable } from '@ostatok/kit/node/errors.ts';
import { dayOf, dayOfSerial } from '../../deliveries/files/amounts.ts';
import type { Value } from './amounts.ts';
import { badPlace } from './refusals.ts';

/** «03/04/2025»: which part is the month is seen from the other days of the file. */
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;
/** «вс, 01.11.2026» */
const WEEKDAY = /^(понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|пн|вт|ср|чт|пт|сб|вс)[.,]?\s+/i;
const COMPACT = /^(20\d{2})(\d{2})(\d{2})$/;

/** A day, or a slashed text whose parts are told apart when the whole file is read. */
export type DayText = string;
const isSlashed = (text: DayText): boolean => text.includes('/');

export interface DayReader {
  /** Throws Unreadable about the place. */
  read(value: Value, place: string): DayText | null;
}

/** Reads days; one that was read before is remembered, since a file has few. */
export function createDayReader(timezone: string): DayReader {
  const known = new Map<string | number, DayText>();
  const inVenue = new Intl.DateTimeFormat('en-CA', { timeZone: timezone });

  function dayIn(text: string): DayText {
    const slashed = SLASHED.exec(text);
    if (slashed) return slashed[0];
    if (INSTANT.test(text)) {
      const at = new Date(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
      if (!Number.isNaN(at.getTime())) return dayOf(inVenue.format(at)) as string;
    }
    return dayOf(text.replace(WEEKDAY, '').replace(COMPACT, '$1-$2-$3')) as string;
  }

  return {
    read(value, place) {
      if (value === null || value === undefined || typeof value === 'boolean') return null;
      const given = typeof value === 'string' ? value.trim() : value;
      if (given === '') return null;
      const before = known.get(given);
      if (before !== undefined) return before;
      try {
        const isSerial = typeof given === 'number' && !COMPACT.test(String(given));
        const day = isSerial ? dayOfSerial(given) : dayIn(String(given));
        known.set(given, day);
        return day;
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        throw badPlace(place, `день — «${String(given).slice(0, 40)}», такого быть не может`);
      }
    },
  };
}

/** Returns the day of an instant in milliseconds, by the venue's clock. */
export const dayOfInstant = (ms: number, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(ms));

const pad = (part: string): string => part.padStart(2, '0');

function slashedDay(text: string, monthFirst: boolean): string {
  const [, one = '', two = '', year = ''] = SLASHED.exec(text) ?? [];
  const [day, month] = monthFirst ? [two, one] : [one, two];
  return dayOf(`${pad(day)}.${pad(month)}.${year}`) as string;
}

/**
 * Tells which day each slashed text is: the month comes first where some text allows nothing else, or where the file is of
 * a system that writes so.
 */
export function resolveSlashed(days: Iterable<DayText>, monthFirst: boolean): Map<DayText, string> {
  const slashed = [...days].filter(isSlashed);
  const parts = slashed.map((text) => SLASHED.exec(text)?.slice(1, 3).map(Number) ?? []);
  const isMonthFirst = parts.some(([, two = 0]) => two > 12) || (monthFirst && !parts.some(([one = 0]) => one > 12));
  return new Map(slashed.map((text) => [text, slashedDay(text, isMonthFirst)]));
}

const DAY_MS = 24 * 3600_000;

const DAY = String.raw`(\d{1,2}\.\d{1,2}\.\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}\s+[а-яА-Я]{3,8}\s+\d{4})`;
const CLOCK = String.raw`(\d{1,2}:\d{2})(?::\d{2})?`;
const PERIOD = new RegExp(String.raw`${DAY}[^\d]{1,20}?(?:${CLOCK}[^\d]{1,10})?${DAY}(?:[^\d]{1,10}${CLOCK})?`);
const ONE_DAY = new RegExp(DAY);

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};
const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

/**
 * Reads «Период с 01.11.2026 по 03.11.2026», or a single day; nothing where the text has neither. A period that ends no
 * later by the clock than it begins, as the shift «01.11.2026 06:00 – 02.11.2026 06:00», ends with the day before.
 */
export function periodIn(text: string): { from: string; to: string } | undefined {
  const [, from, begins, to, ends] = PERIOD.exec(text) ?? [];
  const [only] = ONE_DAY.exec(text) ?? [];
  try {
    const [first, last] = [dayOf(from ?? only), dayOf(to ?? only)];
    const isShift = first && last && first < last && begins && ends && minutesOf(ends) <= minutesOf(begins);
    if (isShift) return { from: first, to: dayBefore(last) };
    return first && last && first <= last ? { from: first, to: last } : undefined;
  } catch {
    return undefined;
  }
}

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
export const dayText = (day: string): string => day.split('-').reverse().join('.');
