import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@ostatok/kit/node/free-port.ts';
import { answers, postgresPid, type Started, start } from '../support/platform/started-platform.ts';
import { until } from '../support/run/until.ts';

/** As systemd does with `RestartSec=1`. */
const RESTART_MS = 1_000;
const DISK_MB = 1_200;

/** A disk of its own, which can be filled, where root may mount one. */
function mountDisk(folder: string): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'none', folder]);
  return mounted.status === 0;
}

/** The platform as it is shipped, with its embedded database, started again whenever it ends. */
export async function startKept(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-chaos-'));
  await chmod(folder, 0o755);
  const hasDisk = mountDisk(folder);
  const port = await freePort();
  let running: Started;
  let isOver = false;
  let starts = 0;

  const keeping = (async () => {
    while (!isOver) {
      starts += 1;
      running = start({ OSTATOK_HOME: folder, PORT: String(port), OSTATOK_DEMO: '0', ...env });
      await running.ended;
      if (!isOver) await sleep(RESTART_MS);
    }
  })();

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    home: folder,
    hasDisk,
    starts: (): number => starts,
    output: (): string => running.output(),
    untilUp: (): Promise<void> => until(() => answers(port), 'the platform answers'),
    signal: (signal: NodeJS.Signals): void => void running.child.kill(signal),
    databasePid: (): Promise<number | undefined> => postgresPid(folder),
    /** The processes of tenants, as the platform has noted them. */
    async venuePids(): Promise<number[]> {
      const names = await readdir(join(folder, 'tenants')).catch(() => [] as string[]);
      return names.flatMap((name) => Number(/\.(\d+)\.pid$/.exec(name)?.[1]) || []);
    },
    log: (): Promise<string> => readFile(join(folder, 'platform.log'), 'utf8').catch(() => ''),
    async stop(): Promise<void> {
      isOver = true;
      running.child.kill('SIGTERM');
      await keeping;
      if (hasDisk) spawnSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Kept = Awaited<ReturnType<typeof startKept>>;
