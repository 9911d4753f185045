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

/** Undefined where there is no such process any more. */
async function read(pid: number): Promise<Used | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in parentheses may hold anything, spaces too
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, , , , , , , , , , , user, system, endedUser, endedSystem, , , , , , , pages] = fields;
  if (pages === undefined) return undefined;
  // what its ended children have used is counted in the last two
  const ticks = [user, system, endedUser, endedSystem].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return { ms: ticks * TICK_MS, bytes: pages * PAGE_BYTES };
}

/** What a process has started, where the system lists it. */
async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

const sumOf = (all: Used[]): Used =>
  all.reduce((sum, one) => ({ ms: sum.ms + one.ms, bytes: sum.bytes + one.bytes }), { ms: 0, bytes: 0 });

/** With everything it has started: a tenant reads workbooks in a process of their own. */
async function treeOf(pid: number): Promise<Used | undefined> {
  const [own, children] = await Promise.all([read(pid), childrenOf(pid)]);
  if (!own) return undefined;
  const started = await Promise.all(children.map(treeOf));
  return sumOf([own, ...started.flatMap((one) => one ?? [])]);
}

interface Running {
  id: string;
  pid: number;
}
interface Look {
  at: number;
  used: Map<number, Used>;
}

async function lookAt(tenants: Running[]): Promise<Look> {
  const used = await Promise.all(tenants.map(async ({ pid }) => [pid, await treeOf(pid)] as const));
  return { at: performance.now(), used: new Map(used.flatMap(([pid, one]) => (one ? [[pid, one]] : []))) };
}

/** Between two looks, the hungriest first; without those that were not there at both. */
function loadBetween(tenants: Running[], first: Look, last: Look): Load[] {
  return tenants
    .flatMap(({ id, pid }) => {
      const [before, after] = [first.used.get(pid), last.used.get(pid)];
      if (!before || !after) return [];
      const ms = Math.max(0, after.ms - before.ms);
      return { id, cpu_percent: Math.round((ms / (last.at - first.at)) * 100), memory_bytes: after.bytes };
    })
    .toSorted((a, b) => b.cpu_percent - a.cpu_percent || b.memory_bytes - a.memory_bytes);
}

export function createLoads() {
  let last: Look | undefined;
  return {
    /** What these take of the processor, watched for a second. */
    async now(tenants: Running[]): Promise<Load[]> {
      if (tenants.length === 0) return [];
      const first = await lookAt(tenants);
      await sleep(WATCHED_MS);
      return loadBetween(tenants, first, await lookAt(tenants));
    },
    /** What they have taken since this was asked last; nothing at first. */
    async sinceLast(tenants: Running[]): Promise<Load[]> {
      const first = last;
      last = await lookAt(tenants);
      return first ? loadBetween(tenants, first, last) : [];
    },
  };
}
