import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, LABEL, labelled } from '@ostatok/api/src/hosting/containers/engine.ts';
import { ensureTenantNetwork } from '@ostatok/api/src/hosting/containers/tenant-network.ts';
import { createDockerHost } from '@ostatok/api/src/hosting/docker-host.ts';
import type { Host } from '@ostatok/api/src/hosting/host.ts';
import { releaseOf } from '@ostatok/api/src/hosting/release.ts';
import { createSwarmHost, type SwarmHostOptions } from '@ostatok/api/src/hosting/swarm-host.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { TestEngine } from '../containers/docker-engine.ts';
import { root } from '../platform/platform.ts';
import { type HostFixture, program, specOf } from './process-fixture.ts';

let made = 0;

/** Gives a host to the test, and removes it and what it has started afterwards. */
async function withHost(
  engine: Engine,
  create: (options: SwarmHostOptions) => Host,
  use: (fixture: HostFixture) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-host-'));
  const [home, built] = [join(folder, 'home'), join(folder, 'built')];
  for (const path of [home, built]) await mkdir(path);
  await writeFile(join(built, 'main.mjs'), program);
  const moves: (string | null)[] = [];
  const spec = (extra?: Record<string, string>) => specOf(releaseOf(built), extra);
  const options: SwarmHostOptions = {
    engine,
    home,
    built,
    packages: join(folder, 'node_modules'),
    recipes: join(root, 'templates/docker'),
    log: createLog('host', 'silent'),
    onMoved: (_id: string, endpoint: string | null) => moves.push(endpoint),
    restart: async () => (await host.start(spec())).endpoint,
  };
  const host = create(options);
  try {
    await host.presentRelease();
    await use({ host, home, moves, spec, again: () => create(options) });
  } finally {
    await host.forget('tenant1');
    await host.detach();
    await rm(folder, { recursive: true, force: true });
  }
}

function nextEngine(started: TestEngine | undefined): Engine {
  if (!started) throw new Error('no container engine');
  made += 1;
  return started.engineOf(`contract${made}`);
}

/** Gives a host of containers to the test, and removes it and what it has started afterwards. */
export async function withDockerHost(
  started: TestEngine | undefined,
  use: (fixture: HostFixture) => Promise<void>,
): Promise<void> {
  const engine = nextEngine(started);
  const network = await ensureTenantNetwork(engine);
  try {
    await withHost(engine, (options) => createDockerHost({ ...options, network }), use);
  } finally {
    await engine.docker.getNetwork(network.name).remove();
  }
}

/** Gives a host of a swarm's services to the test; nothing of it may be left in the swarm afterwards. */
export async function withSwarmHost(
  started: TestEngine | undefined,
  use: (fixture: HostFixture & { engine: Engine }) => Promise<void>,
): Promise<void> {
  const engine = { ...nextEngine(started), registry: 'localhost:1' };
  await withHost(engine, createSwarmHost, (fixture) => use({ ...fixture, engine }));
  const filters = labelled({ [LABEL.installation]: engine.installation });
  const left = [...(await engine.docker.listServices({ filters })), ...(await engine.docker.listSecrets({ filters }))];
  if (left.length > 0) throw new Error(`the swarm still has ${JSON.stringify(left)}`);
}
