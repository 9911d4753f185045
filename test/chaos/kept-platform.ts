import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifKnown, LABEL } from '@ostatok/api/src/hosting/containers/engine.ts';
import type { TestEngine } from '../support/containers/docker-engine.ts';
import { answers, postgresPid, type Started, start } from '../support/platform/started-platform.ts';
import { ownPort } from '../support/run/own-port.ts';
import { until } from '../support/run/until.ts';
import { startKeptNginx } from './kept-nginx.ts';

/** As systemd does with `RestartSec=1`. */
const RESTART_MS = 1_000;
const DISK_MB = 1_200;

/** A disk of its own, which can be filled, where root may mount one. */
function mountDisk(folder: string): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'none', folder]);
  return mounted.status === 0;
}

/** The processes of tenants, as the platform has noted them. */
async function pidsIn(home: string): Promise<number[]> {
  const names = await readdir(join(home, 'tenants')).catch(() => [] as string[]);
  return names.flatMap((name) => Number(/\.(\d+)\.pid$/.exec(name)?.[1]) || []);
}

/** The processes of tenants that are containers, as the engine knows them. */
async function pidsOn({ engineOf }: TestEngine): Promise<number[]> {
  const { docker } = engineOf('any');
  const found = await docker.listContainers({ filters: { label: [LABEL.tenant] } }).catch(() => []);
  const all = await Promise.all(found.map(({ Id }) => ifKnown(docker.getContainer(Id).inspect())));
  return all.flatMap((one) => one?.State.Pid || []);
}

/**
 * The platform as it is shipped, with its embedded database, started again whenever it ends. With an engine its tenants
 * are containers, and nginx stands before it.
 */
export async function startKept(env: Record<string, string>, engine?: TestEngine) {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-chaos-'));
  await chmod(folder, 0o755);
  const hasDisk = mountDisk(folder);
  const own = await ownPort();
  const nginx = engine && (await startKeptNginx(folder));
  const port = nginx?.port ?? own;
  const hosting: Record<string, string> = engine ? { HOSTING: 'docker', DOCKER_HOST: engine.address } : {};
  let running: Started;
  let isOver = false;
  let starts = 0;

  const keeping = (async () => {
    while (!isOver) {
      starts += 1;
      running = start({
        OSTATOK_HOME: folder,
        PORT: String(own),
        OSTATOK_DEMO: '0',
        ...hosting,
        ...nginx?.env,
        ...env,
      });
      await running.ended;
      if (!isOver) await sleep(RESTART_MS);
    }
  })();

  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Past nginx, which tells from which address somebody really comes. */
    directUrl: `http://127.0.0.1:${own}`,
    home: folder,
    hasDisk,
    starts: (): number => starts,
    output: (): string => running.output(),
    untilUp: (): Promise<void> => until(() => answers(port), 'the platform answers'),
    signal: (signal: NodeJS.Signals): void => void running.child.kill(signal),
    databasePid: (): Promise<number | undefined> => postgresPid(folder),
    venuePids: (): Promise<number[]> => (engine ? pidsOn(engine) : pidsIn(folder)),
    engine,
    nginx,
    log: (): Promise<string> => readFile(join(folder, 'platform.log'), 'utf8').catch(() => ''),
    async stop(): Promise<void> {
      isOver = true;
      running.child.kill('SIGTERM');
      await keeping;
      await nginx?.stop();
      if (hasDisk) spawnSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Kept = Awaited<ReturnType<typeof startKept>>;
