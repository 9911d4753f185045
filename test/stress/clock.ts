/**
 * A clock that is elsewhere, for every process of a run: Debian's libfaketime, named in a view of /etc of the run's own,
 * so that also a venue, which gets an environment of its own, and PostgreSQL have it. The browser stays outside: it does
 * not start under libfaketime.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Where calendars are odd: the ends of a short month and of a year in Moscow, a leap day, an hour that is left out. */
const moments = ['2027-02-28T20:57:00Z', '2028-02-29T11:00:00Z', '2027-12-31T20:57:00Z', '2027-03-28T00:57:00Z'];

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
