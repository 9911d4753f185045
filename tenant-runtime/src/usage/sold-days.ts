/** Before this hour a count looks back at the evening before, and after it at the day itself. */
const TURN_HOUR = 15;

const DAY_MS = 86_400_000;

export const nextDay = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the local day and clock like «2026-11-28 03:15». */
const localText = (at: Date, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(at);

/** Returns the last day whose sales somebody who counts at this time has in sight. */
export function lastDaySeen(at: Date, timezone: string): string {
  const [day = '', clock = ''] = localText(at, timezone).split(' ');
  return Number(clock.slice(0, 2)) < TURN_HOUR ? nextDay(day, -1) : day;
}

/** Returns the days between two of them, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDay(day)) days.push(day);
  return days;
}

/** Returns the moment from which somebody who counts has a day's sales in sight. */
export function seenFrom(day: string, timezone: string): Date {
  const guess = Date.parse(`${day}T${TURN_HOUR}:00:00Z`);
  const shown = Date.parse(`${localText(new Date(guess), timezone).replace(' ', 'T')}:00Z`);
  return new Date(2 * guess - shown);
}
