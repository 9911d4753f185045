import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from '../process-load.ts';
import type { Engine } from './engine.ts';

const WATCHED_MS = 1000;
const NS_PER_MS = 1e6;

interface Running {
  id: string;
  container: string;
}
interface Used {
  cpuMs: number;
  bytes: number;
}
interface Look {
  at: number;
  used: Map<string, Used>;
}

interface Stats {
  cpu_stats?: { cpu_usage?: { total_usage?: number } };
  memory_stats?: { usage?: number; stats?: { inactive_file?: number; total_inactive_file?: number } };
}

/** Files that were read are counted as the container's memory, though the kernel takes them back at once. */
function usedIn({ cpu_stats, memory_stats }: Stats): Used | undefined {
  const [cpu, usage] = [cpu_stats?.cpu_usage?.total_usage, memory_stats?.usage];
  if (cpu === undefined || usage === undefined) return undefined;
  const files = memory_stats?.stats?.inactive_file ?? memory_stats?.stats?.total_inactive_file ?? 0;
  return { cpuMs: cpu / NS_PER_MS, bytes: Math.max(0, usage - files) };
}

/** Measures the processor time and the memory of containers. */
export function createContainerLoads({ docker }: Engine) {
  let last: Look | undefined;

  async function read({ container }: Running): Promise<Used | undefined> {
    const options = { stream: false, 'one-shot': true } as { stream: false };
    return usedIn(await docker.getContainer(container).stats(options));
  }

  async function look(tenants: Running[]): Promise<Look> {
    const used = await Promise.all(
      // one that has gone meanwhile is left out
      tenants.map(async (one) => [one.container, await read(one).catch(() => undefined)] as const),
    );
    return { at: performance.now(), used: new Map(used.flatMap(([key, one]) => (one ? [[key, one]] : []))) };
  }

  /** Computes the load between two looks, the highest first; tenants that are missing in either are left out. */
  function between(tenants: Running[], first: Look, second: Look): Load[] {
    return tenants
      .flatMap(({ id, container }) => {
        const [before, after] = [first.used.get(container), second.used.get(container)];
        if (!before || !after) return [];
        const ms = Math.max(0, after.cpuMs - before.cpuMs);
        return { id, cpu_percent: Math.round((ms / (second.at - first.at)) * 100), memory_bytes: after.bytes };
      })
      .toSorted((a, b) => b.cpu_percent - a.cpu_percent || b.memory_bytes - a.memory_bytes);
  }

  return {
    async now(tenants: Running[]): Promise<Load[]> {
      if (tenants.length === 0) return [];
      const first = await look(tenants);
      await sleep(WATCHED_MS);
      return between(tenants, first, await look(tenants));
    },
    /** Returns the load since the last call; nothing at first. */
    async sinceLast(tenants: Running[]): Promise<Load[]> {
      const first = last;
      last = await look(tenants);
      return first ? between(tenants, first, last) : [];
    },
  };
}
