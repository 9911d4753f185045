import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  id: string;
  /** In percent of one core. */
  cpu_percent: number;
  memory_bytes: number;
}

const WATCHED_MS = 1000;
/** Linux counts processor time in hundredths of a second and memory in pages. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

interface Used {
  ms: number;
  bytes: number;
}

/** Returns undefined when the process has gone. */
async function read(pid: number): Promise<Used | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in parentheses may contain anything, spaces too
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, , , , , , , , , , , user, system, endedUser, endedSystem, , , , , , , pages] = fields;
  if (pages === undefined) return undefined;
  // the last two count the time of its ended children
  const ticks = [user, system, endedUser, endedSystem].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return { ms: ticks * TICK_MS, bytes: pages * PAGE_BYTES };
}

/** Lists the child processes, where the system offers that. */
async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter(Boolean).map(Number);
}

const sumOf = (all: Used[]): Used =>
  all.reduce((sum, one) => ({ ms: sum.ms + one.ms, bytes: sum.bytes + one.bytes }), { ms: 0, bytes: 0 });

/** Sums up a process with its descendants: a tenant reads workbooks in a separate process. */
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

/** Computes the load between two samples, the highest first; tenants that are missing in either are left out. */
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
    /** Measures the load of these tenants for a second. */
    async now(tenants: Running[]): Promise<Load[]> {
      if (tenants.length === 0) return [];
      const first = await lookAt(tenants);
      await sleep(WATCHED_MS);
      return loadBetween(tenants, first, await lookAt(tenants));
    },
    /** Returns the load since the last call; nothing at first. */
    async sinceLast(tenants: Running[]): Promise<Load[]> {
      const first = last;
      last = await lookAt(tenants);
      return first ? loadBetween(tenants, first, last) : [];
    },
  };
}
