import { formatDateTime } from '@ostatok/kit/web/format.ts';

const MINUTE = 60_000;

const DAY = 24 * 60 * MINUTE;

/** Formats «21 ноя», with the year if it is not this one; the time of an old day is omitted to save room. */
function dayOf(at: Date, timeZone: string, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', year, timeZone }).format(at);
}

/**
 * Formats «только что», «5 мин назад», then the time and, after a day, the day. A time in the future, by a clock that
 * runs ahead of ours, gives «только что».
 */
export function since(at: string, timeZone: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'только что';
  if (minutes < 60) return `${minutes} мин назад`;
  if (now - Date.parse(at) < DAY) return formatDateTime(at, timeZone, new Date(now));
  return dayOf(new Date(at), timeZone, new Date(now));
}
