import { readdir, readFile } from 'node:fs/promises';
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
type Process = Used & { parent: number };

/** Undefined where there is no such process any more. */
async function read(pid: string): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in parentheses may hold anything, spaces too
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent, , , , , , , , , , user, system, endedUser, endedSystem, , , , , , , pages] = fields;
  if (parent === undefined || pages === undefined) return undefined;
  // what its ended children have used is counted in the last two
  const ticks = [user, system, endedUser, endedSystem].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return { parent, ms: ticks * TICK_MS, bytes: pages * PAGE_BYTES };
}

/** Every process of the machine; none where there is no /proc. */
async function processes(): Promise<Map<number, Process>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => [Number(pid), await read(pid)] as const));
  return new Map(found.flatMap(([pid, one]) => (one ? [[pid, one]] : [])));
}

/** Every process of the machine with what it and everything it has started take: a venue reads workbooks in a process of their own. */
async function processTrees(): Promise<(root: number) => Used | undefined> {
  const all = await processes();
  const children = Map.groupBy(all.keys(), (pid) => all.get(pid)?.parent);
  const used = (root: number): Used | undefined => {
    const own = all.get(root);
    if (!own) return undefined;
    const started = (children.get(root) ?? []).flatMap((pid) => used(pid) ?? []);
    return started.reduce<Used>((sum, one) => ({ ms: sum.ms + one.ms, bytes: sum.bytes + one.bytes }), own);
  };
  return used;
}

/** What these processes take of the processor, watched for a second, the hungriest first. */
export async function loadOf(venues: { id: string; pid: number }[]): Promise<Load[]> {
  if (venues.length === 0) return [];
  const before = await processTrees();
  const since = performance.now();
  await sleep(WATCHED_MS);
  const after = await processTrees();
  const watched = performance.now() - since;
  return venues
    .flatMap(({ id, pid }) => {
      const [first, last] = [before(pid), after(pid)];
      if (!first || !last) return [];
      const ms = Math.max(0, last.ms - first.ms);
      return { id, cpu_percent: Math.round((ms / watched) * 100), memory_bytes: last.bytes };
    })
    .toSorted((a, b) => b.cpu_percent - a.cpu_percent || b.memory_bytes - a.memory_bytes);
}
