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

/** Runs tenants as processes of this machine, for trials and small installations. */
export function createProcessHost(
  options: HostEvents & { home: string; launcher: Launcher; bundle: string; log: Logger },
): Host {
  const { launcher, log, onMoved, restart } = options;
  const home = resolve(options.home);
  const pidFiles = createPidFiles(home);
  const keptFolders = createTenantFolders(home, launcher);
  const loads = createLoads();
  const crashes = createCrashes();
  const processes = createProcesses({ launcher, folders: keptFolders, pidFiles, crashes, log, onMoved, restart });
  const settled = endLeftOver();

  async function endLeftOver(): Promise<void> {
    const tenants = await pidFiles.endLeftOver(launcher.endLeftOver);
    if (tenants.length > 0) log.warn({ tenants }, 'ended what an earlier platform left');
  }

  function describe(tenant: Running): Hosted {
    const { id } = tenant.spec;
    return {
      id,
      state: tenant.listening ? 'running' : 'exited',
      endpoint: tenant.listening,
      startedAt: tenant.startedAt,
      ...crashes.of(id),
    };
  }

  /** Describes a crashed tenant that waits for its restart or has failed to restart. */
  function describeCrashed(id: string): Hosted[] {
    if (processes.find(id)) return [];
    return [{ id, state: 'exited', endpoint: null, startedAt: null, ...crashes.of(id) }];
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    await settled;
    return processes.start(spec);
  }

  async function stop(id: string): Promise<void> {
    await processes.stop(id);
    crashes.forget(id);
  }

  return {
    start,
    stop,
    async restart(spec) {
      await stop(spec.id);
      return start(spec);
    },
    async state(id) {
      if (processes.find(id)?.listening) return 'running';
      return processes.find(id) || processes.isRestarting(id) ? 'exited' : 'not_found';
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
    putBack: keptFolders.putBack,
    dropAside: keptFolders.dropAside,
    images: createReleases(options.bundle),
    close: processes.stopAll,
  };
}
