import { globSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../support/platform/platform.ts';
import { unpackPackages } from '../support/run/debian-packages.ts';
import type { Kept } from './kept-platform.ts';
import type { Outside } from './outside.ts';

export interface Act {
  name: string;
  /** Why this machine cannot do it; undefined when it can. */
  missing?: (kept: Kept) => string | undefined;
  /** Does the harm, and takes back what does not mend itself; `random` gives numbers from 0 to below 1. */
  run: (kept: Kept, outside: Outside, random: () => number) => Promise<void>;
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}

const pick = <T>(list: T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];
const seconds = (from: number, to: number, random: () => number): number => (from + random() * (to - from)) * 1000;

const cutting = (name: keyof Outside['lines']): Act => ({
  name: `the line to ${name} is cut`,
  async run(_kept, { lines }, random) {
    await lines[name].cut();
    await sleep(seconds(2, 8, random));
    await lines[name].mend();
  },
});

const UNPACKED = join(root, 'node_modules/.cache/ostatok-faketime');
const findFaketime = (): string | undefined =>
  ['/', UNPACKED].flatMap((prefix) => globSync(join(prefix, 'usr/lib/*/faketime/libfaketime.so.1')))[0];

async function unpackFaketime(): Promise<string | undefined> {
  await unpackPackages(UNPACKED, ['libfaketime']);
  return findFaketime();
}

const faketime = findFaketime() ?? (await unpackFaketime());

/** The environment in which the platform's clock can be moved while it runs. */
export function clockEnv(file: string): Record<string, string> {
  if (!faketime) return {};
  return {
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

const MB = 2 ** 20;

async function fillDisk(home: string): Promise<string> {
  const file = join(home, 'filled');
  const { bavail, bsize } = await statfs(home);
  for (let left = Math.ceil((bavail * bsize) / MB) + 1; left > 0; left -= 64) {
    const full = await writeFile(file, Buffer.alloc(64 * MB), { flag: 'a' }).then(
      () => false,
      () => true,
    );
    if (full) break;
  }
  return file;
}

const withoutEngine = ({ engine }: Kept): string | undefined => (engine ? undefined : 'venues are no containers');

export const acts: Act[] = [
  {
    name: 'a venue is killed',
    async run(kept, _outside, random) {
      kill(pick(await kept.venuePids(), random));
    },
  },
  {
    name: 'the platform is killed',
    async run(kept) {
      kept.signal('SIGKILL');
    },
  },
  {
    name: 'the platform is stopped in order',
    async run(kept) {
      kept.signal('SIGTERM');
    },
  },
  {
    name: 'the database is killed',
    async run(kept) {
      kill(await kept.databasePid());
    },
  },
  {
    name: 'nginx is killed',
    missing: ({ nginx }) => (nginx ? undefined : 'it stands before containers alone'),
    run: async ({ nginx }) => nginx?.kill(),
  },
  {
    name: 'the container engine is restarted',
    missing: withoutEngine,
    run: async ({ engine }) => engine?.restart('SIGTERM'),
  },
  {
    name: 'the container engine is killed',
    missing: withoutEngine,
    run: async ({ engine }) => engine?.restart('SIGKILL'),
  },
  cutting('telegram'),
  cutting('mail'),
  cutting('bank'),
  {
    name: 'the disk is full',
    missing: ({ hasDisk }) => (hasDisk ? undefined : 'only root can mount a disk for it'),
    async run({ home }, _outside, random) {
      const file = await fillDisk(home);
      await sleep(seconds(1, 4, random));
      await rm(file, { force: true });
    },
  },
  {
    name: 'the clock jumps',
    missing: () => (faketime ? undefined : 'libfaketime is not here (Debian: libfaketime)'),
    async run(_kept, { clock }, random) {
      await writeFile(clock, `${random() < 0.5 ? '+' : '-'}${Math.round(seconds(60, 7200, random) / 1000)}`);
      await sleep(seconds(2, 6, random));
      await writeFile(clock, '+0');
    },
  },
];
