import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  wall: number;
}

/** Reads what `worker.ts` has written into the folder, the costliest file first. */
export async function readTimes(folder: string): Promise<FileTime[]> {
  const times = await Promise.all(
    readdirSync(folder).map(async (name): Promise<FileTime> => {
      const time = JSON.parse(await readFile(join(folder, name), 'utf8'));
      return { ...time, file: relative(tests, fileURLToPath(time.file)).replaceAll('\\', '/') };
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
  writeFileSync(kept, JSON.stringify({ ...lastTimes(), ...wall }));
}

export function tableOfTimes(times: FileTime[]): string {
  const line = (cpu: number, wall: number, file: string): string =>
    `# ${cpu.toFixed(1).padStart(8)} ${wall.toFixed(1).padStart(8)}  ${file}`;
  const sum = (key: 'cpu' | 'wall'): number => times.reduce((all, time) => all + time[key], 0);
  return [
    '#  CPU, s  wall, s',
    ...times.map(({ file, cpu, wall }) => line(cpu, wall, file)),
    line(sum('cpu'), sum('wall'), `${times.length} files, without PostgreSQL`),
  ].join('\n');
}
