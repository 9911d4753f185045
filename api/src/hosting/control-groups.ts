import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The most that all processes of one venue may have together. */
export interface VenueLimits {
  memoryMb: number;
  /** Processes and threads. */
  tasks: number;
}

/** Where the groups of this installation's venues are made: one tree in version 2 (cgroups(7)), one for each controller in 1. */
export interface ControlGroups {
  version: 1 | 2;
  memory: string;
  pids: string;
  limits: VenueLimits;
}

/** What the kernel tells of this process's groups; a test has folders of its own. */
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

/** The folder of our own group in the tree of a controller, '' standing for version 2. */
function ownFolder({ mounts, groups }: Surroundings, controller: string): string | undefined {
  const line = groups.split('\n').find((one) => one.split(':')[1]?.split(',').includes(controller));
  const path = line?.split(':').slice(2).join(':');
  for (const mount of mounts.split('\n')) {
    const [place = '', system = ''] = mount.split(' - ');
    const [, , , root = '', point = ''] = place.split(' ');
    const [type, , options = ''] = system.split(' ');
    const isTree =
      controller === '' ? type === 'cgroup2' : type === 'cgroup' && options.split(',').includes(controller);
    // a tree that is seen from outside ours, or without our part of it, is not ours to divide
    if (!isTree || path === undefined || root.startsWith('/..')) continue;
    const inside = relative(root, path);
    if (!inside.startsWith('..')) return join(point, inside);
  }
  return undefined;
}

/** A group that hands controllers down holds no process itself; we may leave it only where nobody else is in it. */
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
 * Prepares groups for venues below our own one, before root is given up and before anything is started. Undefined where
 * there are none that we may divide: version 2 needs a unit with `Delegate=yes`, a container often forbids it.
 */
export function openControlGroups(
  name: string,
  limits: VenueLimits,
  found: Surroundings | undefined = existsSync('/proc/self/cgroup') ? surroundings() : undefined,
): ControlGroups | undefined {
  if (!found) return undefined;
  try {
    const [unified, memory, pids] = ['', 'memory', 'pids'].map((controller) => ownFolder(found, controller));
    if (unified && handDown(unified, join(unified, name), found.pid))
      return { version: 2, memory: join(unified, name), pids: join(unified, name), limits };
    if (!memory || !pids) return undefined;
    for (const own of [memory, pids]) mkdirSync(join(own, name), { recursive: true });
    return { version: 1, memory: join(memory, name), pids: join(pids, name), limits };
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

/** Groups without processes; whoever is in one goes with its user, and the group with the venue's next end. */
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

/** The group of one venue, with its limits; empty still. What a process in it starts is in it too. */
export function createVenueGroup({ version, memory, pids, limits }: ControlGroups, number: number) {
  const [memoryFolder, pidsFolder] = [memory, pids].map((parent) => join(parent, `venue-${number}`)) as [
    string,
    string,
  ];
  const folders = [...new Set([memoryFolder, pidsFolder])];
  const bytes = String(limits.memoryMb * 2 ** 20);
  const [limit, swap, kills] =
    version === 2
      ? ['memory.max', ['memory.swap.max', '0'], 'memory.events']
      : ['memory.limit_in_bytes', ['memory.memsw.limit_in_bytes', bytes], 'memory.oom_control'];
  for (const folder of folders) {
    // one that was left keeps limits that a larger one contradicts
    remove(folder);
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(join(memoryFolder, limit as string), bytes);
  const [swapFile = '', swapLimit = ''] = swap as string[];
  if (existsSync(join(memoryFolder, swapFile))) writeFileSync(join(memoryFolder, swapFile), swapLimit);
  writeFileSync(join(pidsFolder, 'pids.max'), String(limits.tasks));
  const killed = (): number =>
    Number(/^oom_kill (\d+)/m.exec(readFileSync(join(memoryFolder, kills as string), 'utf8'))?.[1] ?? 0);
  const killedBefore = killed();

  return {
    add(pid: number): void {
      for (const folder of folders) writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    },
    /** Whether the kernel has ended one of its processes for their memory. */
    ranOutOfMemory: (): boolean => killed() > killedBefore,
    /** The kernel lets a group go a moment after its last process. */
    async remove(): Promise<void> {
      for (let tries = 0; tries < 50; tries += 1) {
        if (folders.map(remove).every(Boolean)) return;
        await sleep(10);
      }
    },
  };
}
