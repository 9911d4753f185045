import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import { findTools } from '../../../api/src/hosting/confinement.ts';
import { type ControlGroups, openControlGroups } from '../../../api/src/hosting/control-groups.ts';
import type { GroupLimits, Host, TenantSpec } from '../../../api/src/hosting/host.ts';
import { createProcessHost } from '../../../api/src/hosting/process-host.ts';
import { type Spawner, startSpawner } from '../../../api/src/hosting/spawner-client.ts';
import { uidBaseOf } from '../../../api/src/hosting/users.ts';
import { hostileVenue } from './hostile-venue.ts';

export interface Fixture {
  host: Host;
  spawner: Spawner;
  home: string;
  folder: string;
  uidBase: number;
  /** Its paths are empty when no limits are set. */
  groups: ControlGroups;
  /** The spawner of a platform that is started after this one. */
  again: () => Spawner;
  /** Starts a tenant and returns a function that makes it act. */
  venue: (number: number) => Promise<(act: string, it?: string | number) => Promise<never>>;
}

/** The release of the one file that its host starts. */
const release = createHash('sha256').update('main.mjs').update(hostileVenue).digest('hex').slice(0, 12);

export const spec = (number: number): TenantSpec => ({
  id: `tvenue0000${number}`,
  number,
  hosting: 'process',
  release,
  env: { TENANT_ID: `tvenue0000${number}` },
  secrets: { INTERNAL_SECRET: `secret of ${number}` },
  // more than the spawner lets any tenant have
  limits: { memoryMb: 1_000_000, tasks: 100_000, cpuPercent: 100 },
});

/** A spawner and tenants that an attacker controls; with limits, they run in control groups. */
export async function withSpawner(
  t: ExecutionContext,
  limits?: GroupLimits,
  readable: string[] = [],
): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-isolation-'));
  const home = join(folder, 'home');
  const bundle = join(folder, 'main.mjs');
  await chmod(folder, 0o755);
  await mkdir(join(home, 'secrets'), { recursive: true });
  await chmod(join(home, 'secrets'), 0o700);
  await writeFile(join(home, 'secrets/secret-key'), "the platform's key", { mode: 0o600 });
  await writeFile(join(home, 'platform.log'), 'log', { mode: 0o600 });
  await writeFile(bundle, hostileVenue);
  const uidBase = uidBaseOf(home);
  const runtime = { bundle, readable: [bundle, ...(readable.length > 0 ? [folder, ...readable] : [])] };
  // the test keeps running as root and acts as the platform
  const service = { uid: 0, gid: 0 };
  const groups = limits && openControlGroups(`ostatok-${uidBase}`, limits);
  const options = { home, runtime, uidBase, service, tools: findTools(), controlGroups: groups, postgres: undefined };
  const spawner = startSpawner(options);
  const log = createLog('host', 'silent');
  const host = createProcessHost({
    home,
    address: '127.0.0.1',
    built: folder,
    packages: folder,
    launcher: spawner.launcher,
    log,
    onMoved: () => undefined,
  });
  t.teardown(async () => {
    await host.detach();
    await spawner.close();
    await rm(folder, { recursive: true, force: true });
  });
  async function venue(number: number) {
    const { endpoint } = await host.start(spec(number));
    return async (act: string, it: string | number = '') => {
      const answer = await fetch(`${endpoint}/${act}?it=${encodeURIComponent(it)}`);
      return (await answer.json()) as never;
    };
  }
  const noGroups: ControlGroups = { version: 2, memory: '', pids: '', most: { memoryMb: 0, tasks: 0 } };
  return {
    host,
    spawner,
    home,
    folder,
    uidBase,
    groups: groups ?? noGroups,
    again: () => startSpawner(options),
    venue,
  };
}

export interface Ran {
  status: number;
  out: string;
}
