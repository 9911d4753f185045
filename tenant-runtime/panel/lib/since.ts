import { formatDateTime } from '@ostatok/kit/web/format.ts';

const MINUTE = 60_000;

const DAY = 24 * 60 * MINUTE;

/** «21 ноя», with the year when it is not this one: in a list the hour of what is long past takes the room of what matters. */
function dayOf(at: Date, timeZone: string, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'short', year, timeZone }).format(at);
}

/**
 * «только что», «5 мин назад», then the time itself, and after a day the day. A clock that runs ahead of ours still says
 * «только что».
 */
export function since(at: string, timeZone: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'только что';
  if (minutes < 60) return `${minutes} мин назад`;
  if (now - Date.parse(at) < DAY) return formatDateTime(at, timeZone, new Date(now));
  return dayOf(new Date(at), timeZone, new Date(now));
}
