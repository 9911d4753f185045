import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = join(import.meta.dirname, '..');
const kept = join(tests, '../node_modules/.ostatok/test-times.json');

/** Seconds of one test file; its processor time includes that of the processes it started. */
export interface FileTime {
  /** The path under `test/`. */
  file: string;
  cpu: number;
  /** The part of `cpu` that browsers' pages have used, as far as it was watched. */
  pages: number;
  wall: number;
}

/**
 * Reads what `worker.ts` has written into the folder, the costliest file first. `pages` are seconds by the process of
 * the test file.
 */
export async function readTimes(folder: string, pages = new Map<number, number>()): Promise<FileTime[]> {
  const times = await Promise.all(
    readdirSync(folder).map(async (name): Promise<FileTime> => {
      const time = JSON.parse(await readFile(join(folder, name), 'utf8'));
      const inPages = pages.get(Number.parseInt(name, 10)) ?? 0;
      const file = relative(tests, fileURLToPath(time.file)).replaceAll('\\', '/');
      return { file, cpu: time.cpu + inPages, pages: inPages, wall: time.wall };
    }),
  );
  return times.toSorted((a, b) => b.cpu - a.cpu);
}

/** Seconds that each file took in its last run on this machine. */
export function lastTimes(): Record<string, number> {
  return existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {};
}

export function keepTimes(times: FileTime[]): void {
  const wall = Object.fromEntries(times.map(({ file, wall }) => [file, Math.round(wall * 10) / 10]));
  mkdirSync(dirname(kept), { recursive: true });
  // in one piece: another run may read it now
  const beside = `${kept}.${process.pid}`;
  writeFileSync(beside, JSON.stringify({ ...lastTimes(), ...wall }));
  renameSync(beside, kept);
}

export function tableOfTimes(times: FileTime[]): string {
  const sum = (key: 'cpu' | 'pages' | 'wall'): number => times.reduce((all, time) => all + time[key], 0);
  const line = ({ cpu, pages, wall, file }: FileTime): string =>
    `# ${[cpu, pages, wall].map((seconds) => seconds.toFixed(1).padStart(8)).join(' ')}  ${file}`;
  const all = { cpu: sum('cpu'), pages: sum('pages'), wall: sum('wall') };
  return [
    '#  CPU, s pages, s  wall, s',
    ...times.map(line),
    line({ ...all, file: `${times.length} files, without PostgreSQL` }),
  ].join('\n');
}
