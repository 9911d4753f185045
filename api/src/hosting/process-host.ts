import { resolve } from 'node:path';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createCrashes } from './crashes.ts';
import type { Host, HostEvents, Hosted, TenantSpec } from './host.ts';
import type { Launcher } from './launcher.ts';
import { logParts, tailLog } from './log-file.ts';
import { createPidFiles } from './orphans.ts';
import { createLoads } from './process-load.ts';
import { createProcesses, type Running } from './processes.ts';
import { createReleases } from './releases.ts';
import { createTenantFolders } from './tenant-folders.ts';
import { foldersOf } from './tenant-paths.ts';
import { requireReady } from './tenant-ready.ts';

/** Runs tenants as processes of this machine, for trials and small installations. */
export function createProcessHost(
  options: HostEvents & {
    home: string;
    launcher: Launcher;
    /** The address that tenants listen at. */
    address: string;
    built: string;
    packages: string;
    log: Logger;
  },
): Host {
  const { launcher, log, onMoved, restart } = options;
  const home = resolve(options.home);
  const pidFiles = createPidFiles(home);
  const keptFolders = createTenantFolders(home, launcher);
  const loads = createLoads();
  const crashes = createCrashes();
  const releases = createReleases({ home, built: options.built, packages: options.packages });
  const processes = createProcesses({
    launcher,
    address: options.address,
    ready: requireReady,
    folders: keptFolders,
    pidFiles,
    crashes,
    log,
    onMoved,
    restart,
  });
  const settled = endLeftOver();

  async function endLeftOver(): Promise<void> {
    const tenants = await pidFiles.endLeftOver(launcher.endLeftOver);
    if (tenants.length > 0) log.warn({ tenants }, 'ended what an earlier platform left');
  }

  function describe(tenant: Running): Hosted {
    const { id } = tenant.spec;
    return {
      id,
      state: tenant.listening ? 'running' : 'starting',
      endpoint: tenant.listening,
      startedAt: tenant.startedAt,
      ...crashes.of(id),
    };
  }

  /** Describes a crashed tenant that waits for its restart or has failed to restart. */
  function describeCrashed(id: string): Hosted[] {
    if (processes.find(id)) return [];
    return [{ id, state: 'crashed', endpoint: null, startedAt: null, ...crashes.of(id) }];
  }

  function checkRelease({ release }: TenantSpec): void {
    if (!releases.isHere(release)) throw new Error(`release ${release} is not here`);
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    await settled;
    checkRelease(spec);
    return processes.start(spec);
  }

  async function stop(id: string): Promise<void> {
    await processes.stop(id);
    crashes.forget(id);
  }

  return {
    start,
    stop,
    async startBeside(spec) {
      checkRelease(spec);
      return processes.startBeside(spec);
    },
    switchOver: processes.switchOver,
    dropBeside: processes.dropBeside,
    async restart(spec) {
      await stop(spec.id);
      return start(spec);
    },
    async state(id) {
      if (processes.find(id)?.listening) return 'running';
      if (processes.find(id)) return 'starting';
      if (processes.isRestarting(id) || crashes.of(id).crashes > 0) return 'crashed';
      if (processes.hasExited(id)) return 'exited';
      return keptFolders.has(id) ? 'asleep' : 'not_found';
    },
    list: async () => [...processes.list().map(describe), ...crashes.ids().flatMap(describeCrashed)],
    async load(since) {
      const launched = processes.list().map(async ({ spec, venue }) => ({
        id: spec.id,
        pid: await venue.started,
      }));
      const known = await Promise.allSettled(launched);
      return loads[since](known.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
    logs: (id, lines) => tailLog(foldersOf(home, id).log, lines),
    logFiles: (id) => logParts(foldersOf(home, id).log),
    forget: keptFolders.forget,
    kept: keptFolders.list,
    diskUse: keptFolders.size,
    async setAside(id, name) {
      await stop(id);
      await keptFolders.setAside(id, name);
    },
    aside: keptFolders.listAside,
    putBack: keptFolders.putBack,
    dropAside: keptFolders.dropAside,
    presentRelease: releases.present,
    hasRelease: releases.isHere,
    images: releases.list,
    // there is no more to it than its files
    buildImage: releases.present,
    removeImage: releases.remove,
    // they are our children and end with us
    async detach() {
      await processes.stopAll();
      await releases.settled();
    },
  };
}
