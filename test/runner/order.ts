import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { seedFor } from '../support/run/random.ts';
import { hasDeadline } from './time-limit.ts';
import { lastTimes } from './times.ts';

const tests = join(import.meta.dirname, '..');
const IMPORT = /^import[^;]*?from '(\.[^']+)'/gms;
/** Modules that make a test file wait for more than its own code: a database, a browser, a process. */
const HEAVY = ['kit/node/db.ts', 'playwright-core', 'node:child_process'];

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
  sources.set(file, source);
  return source;
}

/** The heavy modules that the file reaches through the tests' own files. */
function heavyOf(file: string, seen = new Set<string>()): Set<string> {
  seen.add(file);
  const source = sourceOf(file);
  const heavy = new Set(HEAVY.filter((name) => new RegExp(`from '[^']*${name}'`).test(source)));
  for (const [, path = ''] of source.matchAll(IMPORT)) {
    const imported = join(dirname(file), path);
    if (seen.has(imported) || !imported.startsWith(tests)) continue;
    for (const name of heavyOf(imported, seen)) heavy.add(name);
  }
  return heavy;
}

/** The seconds guessed for a file that asks for more time than others get. */
const ASKS_FOR_TIME = 60;

/** Files up to here come first: two thirds of all files, and half of the tests, in a third of the time. */
const LIGHT_SECONDS = 15;

interface Place {
  pure: boolean;
  seconds: number;
  /** Another one with each seed. */
  turn: number;
}

/**
 * The file's last time on this machine; before there is one, an estimate by the heavy modules, how often it uses
 * them and whether it asks for more time.
 */
function placeOf(file: string, times: Record<string, number>): Place {
  const heavy = heavyOf(file).size;
  const source = sourceOf(file);
  const guess = (source.split('await ').length * heavy) / 5 + (source.includes('t.timeout(') ? ASKS_FOR_TIME : 0);
  const name = relative(tests, file).replaceAll('\\', '/');
  return { pure: heavy === 0, seconds: times[name] ?? guess, turn: seedFor(name) };
}

/**
 * The order for ava's `sortTestFiles`: light files come first and finish in seconds. The others start with the longest,
 * since otherwise the run would end by waiting for the longest alone. Where the run has a deadline, the lightest come
 * first and the others by their turn, so that what does not fit into one run is begun early in another.
 */
export function createFileOrder(times = lastTimes(), mayEndEarly = hasDeadline()): (a: string, b: string) => number {
  const places = new Map<string, Place>();
  const place = (file: string): Place => {
    const known = places.get(file) ?? placeOf(file, times);
    places.set(file, known);
    return known;
  };
  if (!mayEndEarly)
    return (a, b) => Number(place(b).pure) - Number(place(a).pure) || place(b).seconds - place(a).seconds;
  const isHeavy = (file: string): boolean => place(file).seconds > LIGHT_SECONDS;
  return (a, b) => {
    if (isHeavy(a) !== isHeavy(b)) return isHeavy(a) ? 1 : -1;
    return isHeavy(a) ? place(a).turn - place(b).turn : place(a).seconds - place(b).seconds;
  };
}
