import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureTenantNetwork } from '@ostatok/api/src/hosting/containers/tenant-network.ts';
import { createDockerHost } from '@ostatok/api/src/hosting/docker-host.ts';
import type { Host } from '@ostatok/api/src/hosting/host.ts';
import { releaseOf } from '@ostatok/api/src/hosting/release.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { TestEngine } from '../containers/docker-engine.ts';
import { root } from '../platform/platform.ts';
import { type HostFixture, program, specOf } from './process-fixture.ts';

let made = 0;

/** Gives a host of containers to the test, and removes it and what it has started afterwards. */
export async function withDockerHost(
  started: TestEngine | undefined,
  use: (fixture: HostFixture) => Promise<void>,
): Promise<void> {
  if (!started) throw new Error('no container engine');
  made += 1;
  const engine = started.engineOf(`contract${made}`);
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-host-'));
  const [home, built] = [join(folder, 'home'), join(folder, 'built')];
  for (const path of [home, built]) await mkdir(path);
  await writeFile(join(built, 'main.mjs'), program);
  const moves: (string | null)[] = [];
  const spec = (extra?: Record<string, string>) => specOf(releaseOf(built), extra);
  const network = await ensureTenantNetwork(engine);
  const options = {
    engine,
    network,
    home,
    built,
    packages: join(folder, 'node_modules'),
    recipes: join(root, 'templates/docker'),
    log: createLog('host', 'silent'),
    onMoved: (_id: string, endpoint: string | null) => moves.push(endpoint),
    restart: async () => (await host.start(spec())).endpoint,
  };
  const host: Host = createDockerHost(options);
  try {
    await host.presentRelease();
    await use({ host, home, moves, spec, again: () => createDockerHost(options) });
  } finally {
    await host.forget('tenant1');
    await host.detach();
    await engine.docker.getNetwork(network.name).remove();
    await rm(folder, { recursive: true, force: true });
  }
}
