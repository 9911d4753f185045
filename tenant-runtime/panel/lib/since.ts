import { formatDateTime } from '@ostatok/kit/web/format.ts';

const MINUTE = 60_000;

/** «только что», «5 мин назад», then the time itself. A clock that runs ahead of ours still says «только что». */
export function since(at: string, timeZone: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE);
  if (minutes < 1) return 'только что';
  if (minutes < 60) return `${minutes} мин назад`;
  return formatDateTime(at, timeZone, new Date(now));
}
