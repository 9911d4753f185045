import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GroupLimits } from './host.ts';

/** The parents of tenants' groups: one tree in version 2 (cgroups(7)), one for each controller in version 1. */
export interface ControlGroups {
  version: 1 | 2;
  memory: string;
  pids: string;
  /** The most that any tenant gets, whatever is asked for it. */
  most: GroupLimits;
}

/** What the kernel reports about this process's groups; tests use other folders. */
interface Surroundings {
  mounts: string;
  groups: string;
  pid: number;
}

function surroundings(): Surroundings {
  const read = (name: string): string => readFileSync(`/proc/self/${name}`, 'utf8');
  return { mounts: read('mountinfo'), groups: read('cgroup'), pid: process.pid };
}

const words = (path: string): string[] => readFileSync(path, 'utf8').split(/\s+/).filter(Boolean);

/** Finds the folder of our own group in a controller's tree; '' stands for version 2. */
function ownFolder({ mounts, groups }: Surroundings, controller: string): string | undefined {
  const line = groups.split('\n').find((one) => one.split(':')[1]?.split(',').includes(controller));
  const path = line?.split(':').slice(2).join(':');
  for (const mount of mounts.split('\n')) {
    const [place = '', system = ''] = mount.split(' - ');
    const [, , , root = '', point = ''] = place.split(' ');
    const [type, , options = ''] = system.split(' ');
    const isTree =
      controller === '' ? type === 'cgroup2' : type === 'cgroup' && options.split(',').includes(controller);
    // a tree mounted outside our root, or without our part of it, can't be divided by us
    if (!isTree || path === undefined || root.startsWith('/..')) continue;
    const inside = relative(root, path);
    if (!inside.startsWith('..')) return join(point, inside);
  }
  return undefined;
}

/** Delegates controllers to child groups. Such a group holds no process itself, so we must be alone in it to leave. */
function handDown(own: string, parent: string, pid: number): boolean {
  const offered = words(join(own, 'cgroup.controllers'));
  const isAlone = words(join(own, 'cgroup.procs')).join() === String(pid);
  if (!isAlone || !['memory', 'pids'].every((name) => offered.includes(name))) return false;
  mkdirSync(join(own, 'platform'), { recursive: true });
  writeFileSync(join(own, 'platform/cgroup.procs'), String(pid));
  mkdirSync(parent, { recursive: true });
  for (const folder of [own, parent]) writeFileSync(join(folder, 'cgroup.subtree_control'), '+memory +pids');
  return true;
}

/**
 * Prepares groups for tenants below our own group, before root is given up and anything is started. Undefined where we
 * may not divide any: version 2 needs a unit with `Delegate=yes`, and containers often forbid it.
 */
export function openControlGroups(
  name: string,
  most: GroupLimits,
  found: Surroundings | undefined = existsSync('/proc/self/cgroup') ? surroundings() : undefined,
): ControlGroups | undefined {
  if (!found) return undefined;
  try {
    const [unified, memory, pids] = ['', 'memory', 'pids'].map((controller) => ownFolder(found, controller));
    if (unified && handDown(unified, join(unified, name), found.pid))
      return { version: 2, memory: join(unified, name), pids: join(unified, name), most };
    if (!memory || !pids) return undefined;
    for (const own of [memory, pids]) mkdirSync(join(own, name), { recursive: true });
    return { version: 1, memory: join(memory, name), pids: join(pids, name), most };
  } catch {
    return undefined;
  }
}

function remove(folder: string): boolean {
  try {
    rmdirSync(folder);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
  return true;
}

/**
 * Removes groups without processes. Processes still in a group are ended through their user, and the group goes when
 * the tenant next ends.
 */
export function removeControlGroups({ memory, pids }: ControlGroups, andParents: boolean): void {
  for (const parent of new Set([memory, pids])) {
    if (!existsSync(parent)) continue;
    for (const entry of readdirSync(parent, { withFileTypes: true })) {
      if (entry.isDirectory()) remove(join(parent, entry.name));
    }
    if (andParents) remove(parent);
  }
}

export type VenueGroup = ReturnType<typeof createVenueGroup>;

/**
 * Creates the group of one tenant's process, still empty, with its limits; `place` 1 is that of a second instance. Child
 * processes stay in the group.
 */
export function createVenueGroup(
  { version, memory, pids, most }: ControlGroups,
  number: number,
  limits: GroupLimits,
  place = 0,
) {
  const name = `venue-${number}${place === 0 ? '' : `-${place}`}`;
  const [memoryFolder, pidsFolder] = [memory, pids].map((parent) => join(parent, name)) as [string, string];
  const folders = [...new Set([memoryFolder, pidsFolder])];
  const bytes = String(Math.min(limits.memoryMb, most.memoryMb) * 2 ** 20);
  const [limit, swap, kills] =
    version === 2
      ? ['memory.max', ['memory.swap.max', '0'], 'memory.events']
      : ['memory.limit_in_bytes', ['memory.memsw.limit_in_bytes', bytes], 'memory.oom_control'];
  for (const folder of folders) {
    // limits of a leftover group may contradict larger ones
    remove(folder);
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(memoryFolder, limit as string), bytes);
  const [swapFile = '', swapLimit = ''] = swap as string[];
  if (existsSync(join(memoryFolder, swapFile))) writeFileSync(join(memoryFolder, swapFile), swapLimit);
  writeFileSync(join(pidsFolder, 'pids.max'), String(Math.min(limits.tasks, most.tasks)));
  const killed = (): number =>
    Number(/^oom_kill (\d+)/m.exec(readFileSync(join(memoryFolder, kills as string), 'utf8'))?.[1] ?? 0);
  const killedBefore = killed();

  return {
    add(pid: number): void {
      for (const folder of folders) writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    },
    /** Whether the kernel has killed one of its processes for running out of memory. */
    ranOutOfMemory: (): boolean => killed() > killedBefore,
    /** Removes the group; the kernel allows that a moment after the last process has ended. */
    async remove(): Promise<void> {
      for (let tries = 0; tries < 50; tries += 1) {
        if (folders.map(remove).every(Boolean)) return;
        await sleep(10);
      }
    },
  };
}
