import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const tests = join(import.meta.dirname, '..');
const kept = join(tests, '../node_modules/.ostatok/test-times.json');

/** Seconds of one test file; its processor time is that of its process and of those it started. */
export interface FileTime {
  /** Under `test/`. */
  file: string;
  cpu: number;
  wall: number;
}

/** What `worker.ts` has left in the folder, the costliest first. */
export async function readTimes(folder: string): Promise<FileTime[]> {
  const times = await Promise.all(
    readdirSync(folder).map(async (name): Promise<FileTime> => {
      const time = JSON.parse(await readFile(join(folder, name), 'utf8'));
      return { ...time, file: relative(tests, fileURLToPath(time.file)).replaceAll('\\', '/') };
    }),
  );
  return times.toSorted((a, b) => b.cpu - a.cpu);
}

/** Seconds each file took when it last ran on this machine. */
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
