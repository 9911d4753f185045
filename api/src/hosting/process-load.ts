import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  id: string;
  /** Of one core, in percent. */
  cpu_percent: number;
  memory_bytes: number;
}

const WATCHED_MS = 1000;
/** Linux counts a process's time in hundredths of a second, and its memory in pages. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

interface Used {
  ms: number;
  bytes: number;
}

/** Undefined where there is no such process, or no /proc. */
async function used(pid: number): Promise<Used | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in parentheses may hold anything, spaces too
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
  if (stat === '' || user === undefined || system === undefined || pages === undefined) return undefined;
  return { ms: (user + system) * TICK_MS, bytes: pages * PAGE_BYTES };
}

/** What these processes take of the processor, watched for a second, the hungriest first. */
export async function loadOf(processes: { id: string; pid: number }[]): Promise<Load[]> {
  const before = await Promise.all(processes.map(({ pid }) => used(pid)));
  const since = performance.now();
  await sleep(WATCHED_MS);
  const after = await Promise.all(processes.map(({ pid }) => used(pid)));
  const watched = performance.now() - since;
  return processes
    .flatMap(({ id }, at) => {
      const [first, last] = [before[at], after[at]];
      if (!first || !last) return [];
      return { id, cpu_percent: Math.round(((last.ms - first.ms) / watched) * 100), memory_bytes: last.bytes };
    })
    .toSorted((a, b) => b.cpu_percent - a.cpu_percent || b.memory_bytes - a.memory_bytes);
}
