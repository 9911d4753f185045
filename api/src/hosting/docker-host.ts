import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ContainerInfo } from 'dockerode';
import { createContainerLoads } from './containers/container-load.ts';
import { createContainerLogs } from './containers/container-logs.ts';
import { type Engine, LABEL, labelled } from './containers/engine.ts';
import { createTenantContainers } from './containers/tenant-containers.ts';
import { createTenantImages } from './containers/tenant-images.ts';
import type { TenantNetwork } from './containers/tenant-network.ts';
import { createCrashes } from './crashes.ts';
import type { Host, HostEvents, Hosted, TenantSpec } from './host.ts';
import { logParts, tailLog } from './log-file.ts';
import { createTenantFolders } from './tenant-folders.ts';
import { foldersOf } from './tenant-paths.ts';

export interface DockerHostOptions extends HostEvents {
  engine: Engine;
  /** The network of all tenants. */
  network: TenantNetwork;
  home: string;
  /** The folder of the program as it was built, of the packages that were not bundled, and of the Dockerfile. */
  built: string;
  packages: string;
  recipes: string;
  log: Logger;
}

/** Runs each tenant in a container of its own, on the engine of this machine. */
export function createDockerHost(options: DockerHostOptions): Host {
  const { engine, home, log } = options;
  const { docker } = engine;
  const crashes = createCrashes();
  const images = createTenantImages(options);
  const loads = createContainerLoads(engine);
  const logs = createContainerLogs(options);
  const containers = createTenantContainers({ ...options, crashes, logs, onImages: images.look, log });
  const folders = createTenantFolders(home, { empty: async () => undefined });

  const tenantIn = ({ Labels }: ContainerInfo): string => Labels[LABEL.tenant] ?? '';

  function describe(info: ContainerInfo): Hosted {
    const id = tenantIn(info);
    return {
      id,
      state: containers.isStarting(id) ? 'starting' : 'running',
      endpoint: containers.endpointIn(info),
      startedAt: containers.startedAt(id),
      ...crashes.of(id),
    };
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    await images.require(spec.release);
    return containers.start(spec);
  }

  async function stop(id: string): Promise<void> {
    await containers.stop(id);
    crashes.forget(id);
  }

  return {
    start,
    stop,
    async startBeside(spec) {
      await images.require(spec.release);
      return containers.startBeside(spec);
    },
    switchOver: containers.switchOver,
    dropBeside: containers.dropBeside,
    async restart(spec) {
      await stop(spec.id);
      return start(spec);
    },
    async state(id) {
      if (containers.isStarting(id)) return 'starting';
      const found = await containers.find(id);
      if (found?.State.Running) return 'running';
      if (containers.isRestarting(id) || crashes.of(id).crashes > 0) return 'crashed';
      if (containers.hasExited(id)) return 'exited';
      return found ? 'asleep' : 'not_found';
    },
    async runningRelease(id) {
      const found = await containers.find(id);
      return found?.State.Running ? found.Config.Labels[LABEL.release] : undefined;
    },
    async list() {
      const found = await containers.listRunning();
      const alive = new Set(found.map(tenantIn));
      const crashed = crashes.ids().filter((id) => !alive.has(id));
      return [
        ...found.map(describe),
        ...crashed.map((id): Hosted => ({ id, state: 'crashed', endpoint: null, startedAt: null, ...crashes.of(id) })),
      ];
    },
    async load(since) {
      return loads[since]((await containers.listRunning()).map((info) => ({ id: tenantIn(info), container: info.Id })));
    },
    stopped: async () => (await containers.list()).filter(({ State }) => State !== 'running').map(tenantIn),
    async counts() {
      const filters = labelled({ [LABEL.installation]: engine.installation });
      const [all, networks, volumes] = await Promise.all([
        containers.list(),
        docker.listNetworks({ filters }),
        docker.listVolumes({ filters }),
      ]);
      return { containers: all.length, networks: networks.length, volumes: volumes.Volumes?.length ?? 0 };
    },
    logs: (id, lines) => tailLog(foldersOf(home, id).log, lines),
    logFiles: (id) => logParts(foldersOf(home, id).log),
    async leave(id) {
      await containers.forget(id);
      crashes.forget(id);
      logs.close(id);
    },
    async forget(id) {
      await containers.forget(id);
      crashes.forget(id);
      logs.close(id);
      await folders.forget(id);
    },
    kept: async () => (await containers.list()).map(tenantIn),
    // a container writes nowhere, so there is its log alone
    diskUse: folders.size,
    async setAside(id, name) {
      await containers.setAside(id, name);
      crashes.forget(id);
      logs.close(id);
      await folders.setAside(id, name);
    },
    // what is set aside always has a folder, of its log at least
    aside: folders.listAside,
    async putBack(id, name) {
      await containers.putBack(id, name);
      await folders.putBack(id, name);
    },
    async dropAside(name) {
      await containers.dropAside(name);
      await folders.dropAside(name);
    },
    presentRelease: images.present,
    hasRelease: images.isHere,
    images: images.list,
    buildImage: images.rebuild,
    removeImage: images.remove,
    // containers live without us, and the platform that comes next finds them
    detach: containers.detach,
  };
}
