/** Loads that make a machine slow or strange while the suite runs. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { clockMissing, withinShiftedClock } from './clock.ts';

export interface Load {
  /** Why this machine cannot run the load; undefined when it can. */
  missing?: () => string | undefined;
  /** Processes of `hog.ts` that run beside the suite, by their kind of work. */
  hogs?: ('spin' | 'write')[];
  /** The command that wraps the suite in the given round. */
  within?: (round: number) => string[];
  env?: Record<string, string>;
}

const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

export const loads: Record<string, Load> = {
  quiet: {},
  busy: { hogs: times(2 * availableParallelism(), 'spin') },
  // the databases are on the disk then, and wait for it
  disk: { hogs: times(2, 'write'), env: { OSTATOK_TEST_DURABLE: '1' } },
  core: {
    missing: () => (has('taskset') ? undefined : 'taskset is not here (Debian: util-linux)'),
    within: () => ['taskset', '-c', '0'],
  },
  clock: { missing: clockMissing, within: withinShiftedClock },
};

/** Starts the load's processes. They end when stopped, and with this process however it dies. */
export function startHogs({ hogs = [] }: Load): { pids: number[]; stop: () => Promise<void> } {
  const children: ChildProcess[] = hogs.map((kind) => fork(join(import.meta.dirname, 'hog.ts'), [kind]));
  const ended = children.map((child) => once(child, 'exit'));
  return {
    pids: children.flatMap(({ pid }) => pid ?? []),
    async stop() {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ended);
    },
  };
}
