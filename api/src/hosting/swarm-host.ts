import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Engine } from './containers/engine.ts';
import { followEngine } from './containers/engine-events.ts';
import { createTenantImages } from './containers/tenant-images.ts';
import { createCrashes } from './crashes.ts';
import type { Host, HostEvents, Hosted, HostedState, TenantSpec } from './host.ts';
import { logParts } from './log-file.ts';
import { createServiceLogs } from './swarm/service-logs.ts';
import { createServices, type TenantService } from './swarm/services.ts';
import { createTasks, type Task } from './swarm/tasks.ts';
import { createTenantServices } from './swarm/tenant-services.ts';
import { createTenantFolders } from './tenant-folders.ts';
import { foldersOf } from './tenant-paths.ts';

export interface SwarmHostOptions extends HostEvents {
  /** A manager of the swarm, or what is reached through one. */
  engine: Engine;
  home: string;
  /** The folder of the program as it was built, of the packages that were not bundled, and of the Dockerfile. */
  built: string;
  packages: string;
  recipes: string;
  log: Logger;
}

/** Runs each tenant in a service of its own, on whichever machine the swarm chooses. */
export function createSwarmHost(options: SwarmHostOptions): Host {
  const { engine, home, log } = options;
  const crashes = createCrashes();
  const services = createServices(engine);
  const tasks = createTasks(engine);
  const images = createTenantImages(options);
  const logs = createServiceLogs(engine, home);
  const tenants = createTenantServices({ ...options, services, tasks, crashes, logs });
  const folders = createTenantFolders(home, { empty: async () => undefined });
  const unfollow = followEngine(engine, {
    log,
    onEvent: ({ action }) => action === 'images' && images.look(),
    onConnected: async () => images.look(),
  });

  function stateOf(id: string, main: TenantService | undefined, found: Task[]): HostedState {
    if (tenants.isStarting(id)) return 'starting';
    const live = main?.isAwake ? found.find(({ isLive }) => isLive) : undefined;
    if (live?.state === 'running') return 'running';
    if (tenants.isRestarting(id) || crashes.of(id).crashes > 0) return 'crashed';
    if (tenants.hasExited(id)) return 'exited';
    if (!main) return 'not_found';
    if (!main.isAwake) return 'asleep';
    if (live) return found.some(({ state }) => state === 'failed') ? 'crashed' : 'starting';
    return found[0]?.state === 'complete' ? 'exited' : 'crashed';
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    await images.require(spec.release);
    return tenants.start(spec);
  }

  async function stop(id: string): Promise<void> {
    await tenants.stop(id);
    crashes.forget(id);
  }

  async function describe(main: TenantService, found: Task[]): Promise<Hosted> {
    const { tenant: id } = main;
    const live = found.find(({ isLive, state }) => isLive && state === 'running');
    return {
      id,
      state: stateOf(id, main, found),
      endpoint: (live && (await tasks.endpointOf(live))) ?? null,
      startedAt: live ? (tenants.startedAt(id) ?? live.createdAt) : null,
      ...crashes.of(id),
    };
  }

  return {
    start,
    stop,
    async startBeside(spec) {
      await images.require(spec.release);
      return tenants.startBeside(spec);
    },
    switchOver: tenants.switchOver,
    dropBeside: tenants.dropBeside,
    async restart(spec) {
      await stop(spec.id);
      return start(spec);
    },
    async state(id) {
      if (tenants.isStarting(id)) return 'starting';
      const { main, found } = await tenants.observe(id);
      return stateOf(id, main, found);
    },
    async runningRelease(id) {
      const { main } = await tenants.observe(id);
      return main?.isAwake ? main.release : undefined;
    },
    async list() {
      const [all, found] = await Promise.all([services.listMain(), tasks.listAll()]);
      const byService = Map.groupBy(found, ({ service }) => service);
      const hosted = await Promise.all(all.map((main) => describe(main, byService.get(main.id) ?? [])));
      return hosted.filter(({ state }) => ['running', 'starting', 'crashed'].includes(state));
    },
    stopped: async () => (await services.listMain()).filter(({ isAwake }) => !isAwake).map(({ tenant }) => tenant),
    counts: async () => ({ containers: (await services.listMain()).length, networks: 0, volumes: 0 }),
    async logs(id, lines) {
      const { main } = await services.find(id);
      return logs.tail(id, main?.isAwake ? main.id : undefined, lines);
    },
    logFiles: (id) => logParts(foldersOf(home, id).log),
    async leave(id) {
      await tenants.forget(id);
      crashes.forget(id);
      logs.close(id);
    },
    async forget(id) {
      await tenants.forget(id);
      crashes.forget(id);
      logs.close(id);
      await folders.forget(id);
    },
    kept: async () => (await services.listMain()).map(({ tenant }) => tenant),
    // a service writes nowhere, so there is its log alone
    diskUse: folders.size,
    async setAside(id, name) {
      await tenants.setAside(id, name);
      crashes.forget(id);
      logs.close(id);
      await folders.setAside(id, name);
    },
    // what is set aside always has a folder, of its log at least
    aside: folders.listAside,
    async putBack(id, name) {
      await tenants.putBack(name);
      await folders.putBack(id, name);
    },
    async dropAside(name) {
      await tenants.dropAside(name);
      await folders.dropAside(name);
    },
    presentRelease: images.present,
    hasRelease: images.isHere,
    images: images.list,
    buildImage: images.rebuild,
    removeImage: images.remove,
    // services live without us, and the platform that comes next finds them
    async detach() {
      unfollow();
      await tenants.detach();
    },
  };
}
