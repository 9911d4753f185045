import type { BillingPeriod } from './billing.ts';

/** In kopecks; null means «По запросу». */
export interface Priced {
  price_monthly: number | null;
  price_yearly: number | null;
  discount_percent: number;
}

const DAY_MS = 86_400_000;
const ROUBLE = 100;

/** Converts an API amount («990», «1990.5») to kopecks. */
export const kopecksOf = (roubles: string | number | null): number | null =>
  roubles === null ? null : Math.round(Number(roubles) * ROUBLE);

/** Converts kopecks to the roubles of API answers. */
export const roublesOf = (kopecks: number): number => kopecks / ROUBLE;

/** Converts the prices of a plan in an API answer to kopecks. */
export const pricedOf = (plan: {
  price_monthly: string | number | null;
  price_yearly: string | number | null;
  discount_percent: number;
}): Priced => ({
  price_monthly: kopecksOf(plan.price_monthly),
  price_yearly: kopecksOf(plan.price_yearly),
  discount_percent: plan.discount_percent,
});

/**
 * The price of a period in kopecks: the plan's price less its discount, rounded down to the whole rouble. Null where
 * the plan is not sold for that period. Every page and every charge uses this function.
 */
export function chargeOf(plan: Priced, period: BillingPeriod): number | null {
  const price = period === 'yearly' ? plan.price_yearly : plan.price_monthly;
  if (price === null) return null;
  const kopecks = (price * (100 - plan.discount_percent)) / 100;
  return Math.trunc(kopecks / ROUBLE) * ROUBLE;
}

/** In per cent of twelve months; zero where the year saves nothing. */
export function yearlySaving({ price_monthly, price_yearly }: Priced): number {
  if (!price_monthly || !price_yearly) return 0;
  return Math.max(0, Math.round((1 - price_yearly / (price_monthly * 12)) * 100));
}

/** The financial part of a paid period. */
export interface PaidPeriod {
  /** In kopecks. */
  price: number;
  startsAt: Date;
  endsAt: Date;
}

/** A begun day counts as a whole one, in the owner's favour. */
export const daysUntil = (end: Date, now: Date): number =>
  Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));

const HOUR_MS = 3_600_000;

/** The remaining time shown to people: days rounded up, and on the last day the hours, else null. */
export function timeLeft(end: Date, now: Date): { days: number; hours: number | null } {
  const hours = Math.max(0, Math.ceil((end.getTime() - now.getTime()) / HOUR_MS));
  return { days: daysUntil(end, now), hours: hours < 24 ? hours : null };
}

/** The value of the rest of a paid period when it ends early: the price by days, rounded down to the kopeck. */
export function creditOf(
  { price, startsAt, endsAt }: PaidPeriod,
  now: Date,
): { daysRemaining: number; credit: number } {
  const total = Math.max(1, Math.ceil((endsAt.getTime() - startsAt.getTime()) / DAY_MS));
  const daysRemaining = Math.min(total, daysUntil(endsAt, now));
  return { daysRemaining, credit: Math.floor((price * daysRemaining) / total) };
}

/** The least sum that banks accept, in kopecks; the excess stays as balance. */
export const LEAST_CHARGE = 100;

/** The sum that remains to be paid of a price, in kopecks. */
export function dueOf(price: number, has: number): number {
  const due = Math.max(0, price - has);
  return due === 0 ? 0 : Math.max(LEAST_CHARGE, due);
}

/** Months and their days are Moscow's, as letters and receipts name them. */
const MOSCOW_MS = 3 * HOUR_MS;
const inMoscow = (at: Date): Date => new Date(at.getTime() + MOSCOW_MS);
const lastDayOf = (shifted: Date): number =>
  new Date(Date.UTC(shifted.getUTCFullYear(), shifted.getUTCMonth() + 1, 0)).getUTCDate();

/** The day of the month, and the last day that the month has. */
export function monthDayOf(at: Date): { day: number; last: number } {
  const shifted = inMoscow(at);
  return { day: shifted.getUTCDate(), last: lastDayOf(shifted) };
}

/**
 * The same day of a later month, or the month's last day, at the same time of day. `day` is the day of the month on
 * which the series of periods began: a series from the 31st returns to it after February.
 */
export function periodEnd(start: Date, period: BillingPeriod, day = monthDayOf(start).day): Date {
  const end = inMoscow(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (period === 'yearly' ? 12 : 1));
  end.setUTCDate(Math.min(day, lastDayOf(end)));
  return new Date(end.getTime() - MOSCOW_MS);
}
