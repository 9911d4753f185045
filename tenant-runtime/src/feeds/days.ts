const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** How long after its time a day may be missing. */
export const LATE_AFTER_MS = 3 * HOUR_MS;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the local day and clock like «2026-11-28 03:15». */
const localText = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** Returns the moment of an hour of a day by the venue's clock. */
export function momentOf(day: string, hour: number, timezone: string): Date {
  const guess = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const shown = Date.parse(`${localText(new Date(guess), timezone).replace(' ', 'T')}:00Z`);
  return new Date(2 * guess - shown);
}

/** Returns the moment from which the sales of a day are fetched, or expected. */
export const dueAt = (day: string, { hour }: { hour: number }, timezone: string): Date =>
  momentOf(addDays(day, 1), hour, timezone);

/** Returns the last day that is due at a moment. Today never is. */
export function lastDueDay(at: Date, feed: { hour: number }, timezone: string): string {
  const yesterday = addDays(localText(at, timezone).slice(0, 10), -1);
  return dueAt(yesterday, feed, timezone) <= at ? yesterday : addDays(yesterday, -1);
}

export interface Period {
  from: string;
  to: string;
}

/** Days whose sales may have been corrected since. */
const CORRECTED_DAYS = 3;
/** Days that are fetched by a new feed, and those that a long silence is made up for. */
const FIRST_DAYS = 30;
const MOST_DAYS = 92;

/** Cuts what a feed has to fetch into periods of so many days; the last days are fetched again each time. */
export function periodsToFetch(lastDay: string | null, lastDue: string, daysAtOnce: number): Period[] {
  const again = addDays(lastDue, 1 - CORRECTED_DAYS);
  const next = lastDay === null ? addDays(lastDue, 1 - FIRST_DAYS) : addDays(lastDay, 1);
  const wanted = next < again ? next : again;
  const oldest = addDays(lastDue, 1 - MOST_DAYS);
  const periods: Period[] = [];
  for (let from = wanted > oldest ? wanted : oldest; from <= lastDue; from = addDays(from, daysAtOnce)) {
    const to = addDays(from, daysAtOnce - 1);
    periods.push({ from, to: to < lastDue ? to : lastDue });
  }
  return periods;
}

/** Returns what a feed that begins anew has as its last day: null, unless more is missing than a new feed fetches. */
export const lastDayAnew = (lastDay: string | null, lastDue: string): string | null =>
  lastDay !== null && lastDay < addDays(lastDue, -FIRST_DAYS) ? lastDay : null;

/** Formats «27.11.2026». */
export const dayText = (day: string): string => day.split('-').reverse().join('.');
