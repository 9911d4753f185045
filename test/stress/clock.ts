/**
 * Moves the clock of every process of a run by Debian's libfaketime. It is named in a private view of /etc, so that it
 * also applies to tenants, which get an environment of their own, and to PostgreSQL. The browser is excluded: it does
 * not start under libfaketime.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Moments with calendar anomalies: the ends of a short month and of a year in Moscow, a leap day, an hour that is
 * skipped, the last hour before the platform's own backup.
 */
const moments = [
  '2027-02-28T20:57:00Z',
  '2028-02-29T11:00:00Z',
  '2027-12-31T20:57:00Z',
  '2027-03-28T00:57:00Z',
  '2027-05-12T03:05:00Z',
];

const library = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];

export function clockMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'a clock of its own takes root';
  if (!existsSync('/usr/bin/unshare')) return 'unshare is not here (Debian: util-linux)';
  return library() ? undefined : 'libfaketime is not here (Debian: libfaketime)';
}

export function withinShiftedClock(round: number, now = Date.now()): string[] {
  const moment = moments[round % moments.length] ?? '';
  const ahead = Math.round((Date.parse(moment) - now) / 1000);
  const script = join(import.meta.dirname, 'clock.sh');
  return ['unshare', '--mount', 'sh', script, library() ?? '', String(ahead), String(process.pid)];
}
