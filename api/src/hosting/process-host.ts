import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host, Hosted, OnMoved, TenantSpec } from './host.ts';
import { type LaunchedVenue, type Launcher, OUT_OF_MEMORY } from './launcher.ts';
import { createLogFile, type LogFile, tailLog } from './log-file.ts';
import { createPidFiles } from './orphans.ts';
import { createLoads } from './process-load.ts';
import { createReleases } from './releases.ts';
import { createTenantFolders } from './tenant-folders.ts';
import { foldersOf } from './tenant-paths.ts';

/** Ending a slow start gains nothing: on a busy machine the next one would be as slow. */
const START_LIMIT_MS = 40_000;
const STOP_LIMIT_MS = 10_000;
const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 60_000;
/** A tenant that stayed up this long has recovered: its next crash counts as the first. */
const STEADY_MS = 60_000;
const NO_MEMORY = 'Заведению не хватило памяти, и оно перезапущено. Предел задаёт TENANT_MEMORY_MB';

interface Running {
  spec: TenantSpec;
  venue: LaunchedVenue;
  log: LogFile;
  startedAt: Date;
  endpoint: Promise<string>;
  listening: string | null;
  exited: Promise<void>;
  /** The tenant was asked to end, so its exit is no crash. */
  stopping: boolean;
}

interface Restarting {
  timer: NodeJS.Timeout;
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = sleep(START_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error('tenant did not listen in time');
  });
  return Promise.race([promise, late]);
}

/** Runs tenants as processes of this machine, for trials and small installations. */
export function createProcessHost(options: {
  home: string;
  launcher: Launcher;
  bundle: string;
  log: Logger;
  onMoved: OnMoved;
}): Host {
  const { launcher } = options;
  const home = resolve(options.home);
  const pidFiles = createPidFiles(home);
  const keptFolders = createTenantFolders(home, launcher);
  const loads = createLoads();
  const running = new Map<string, Running>();
  const restarting = new Map<string, Restarting>();
  const crashes = new Map<string, number>();
  const outOfMemory = new Set<string>();
  const settled = endLeftOver();

  async function endLeftOver(): Promise<void> {
    const tenants = await pidFiles.endLeftOver(launcher.endLeftOver);
    if (tenants.length > 0) options.log.warn({ tenants }, 'ended what an earlier platform left');
  }

  function launch(spec: TenantSpec): Running {
    const log = createLogFile(keptFolders.prepare(spec.id).log);
    const venue = launcher.launch(spec, log.write);
    const tenant: Running = {
      spec,
      venue,
      log,
      startedAt: new Date(),
      // a tenant's code is trusted with no more of its address than the port
      endpoint: inTime(venue.listening).then((port) => `http://127.0.0.1:${port}`),
      listening: null,
      exited: venue.ended.then((reason) => onEnd(tenant, reason)),
      stopping: false,
    };
    running.set(spec.id, tenant);
    venue.started.then(
      (pid) => pidFiles.write(spec.id, pid),
      () => undefined,
    );
    tenant.endpoint.then(
      (endpoint) => {
        tenant.listening = endpoint;
      },
      () => venue.kill('SIGKILL'),
    );
    return tenant;
  }

  function onEnd(tenant: Running, reason: string): void {
    const { id } = tenant.spec;
    if (reason === OUT_OF_MEMORY) tenant.log.write(`${new Date().toISOString()} ${NO_MEMORY}\n`);
    tenant.log.close();
    if (running.get(id) === tenant) {
      running.delete(id);
      pidFiles.remove(id);
    }
    if (tenant.stopping || !tenant.listening) return;
    options.onMoved(id, null);
    if (reason === OUT_OF_MEMORY) outOfMemory.add(id);
    const count = Date.now() - tenant.startedAt.getTime() > STEADY_MS ? 1 : (crashes.get(id) ?? 0) + 1;
    crashes.set(id, count);
    const wait = Math.min(FIRST_BACK_OFF_MS * 2 ** (count - 1), LONGEST_BACK_OFF_MS);
    options.log.warn({ tenant: id, reason, wait }, 'tenant crashed, will restart');
    restarting.set(id, { timer: setTimeout(() => void comeBack(tenant.spec), wait) });
  }

  /** Restarts a crashed tenant. One that does not listen is left: the next request starts it or shows the error. */
  async function comeBack(spec: TenantSpec): Promise<void> {
    restarting.delete(spec.id);
    try {
      options.onMoved(spec.id, await launch(spec).endpoint);
    } catch (error) {
      options.log.error({ err: error, tenant: spec.id }, 'tenant did not come back');
      options.onMoved(spec.id, null, error);
    }
  }

  async function stopOne(id: string): Promise<void> {
    const waiting = restarting.get(id);
    if (waiting) clearTimeout(waiting.timer);
    restarting.delete(id);
    const tenant = running.get(id);
    if (!tenant) return;
    tenant.stopping = true;
    tenant.venue.kill('SIGTERM');
    const killer = setTimeout(() => tenant.venue.kill('SIGKILL'), STOP_LIMIT_MS);
    await tenant.exited;
    clearTimeout(killer);
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    await settled;
    const present = running.get(spec.id);
    if (present?.stopping) await present.exited;
    else if (present) return { endpoint: await present.endpoint };
    const waiting = restarting.get(spec.id);
    if (waiting) clearTimeout(waiting.timer);
    restarting.delete(spec.id);
    // another caller may have been quicker while we waited for the old process to end
    const tenant = running.get(spec.id) ?? launch(spec);
    return { endpoint: await tenant.endpoint };
  }

  function describe(tenant: Running): Hosted {
    const { id } = tenant.spec;
    return {
      id,
      state: tenant.listening ? 'running' : 'exited',
      endpoint: tenant.listening,
      startedAt: tenant.startedAt,
      crashes: crashes.get(id) ?? 0,
      outOfMemory: outOfMemory.has(id),
    };
  }

  /** Describes a crashed tenant that waits for its restart or has failed to restart. */
  function describeCrashed(id: string): Hosted[] {
    if (running.has(id)) return [];
    const was = { crashes: crashes.get(id) ?? 0, outOfMemory: outOfMemory.has(id) };
    return [{ id, state: 'exited', endpoint: null, startedAt: null, ...was }];
  }

  function forgetCrashes(id: string): void {
    crashes.delete(id);
    outOfMemory.delete(id);
  }

  return {
    start,
    async stop(id) {
      await stopOne(id);
      forgetCrashes(id);
    },
    async restart(spec) {
      await stopOne(spec.id);
      forgetCrashes(spec.id);
      return start(spec);
    },
    async state(id) {
      if (running.get(id)?.listening) return 'running';
      return running.has(id) || restarting.has(id) ? 'exited' : 'not_found';
    },
    list: async () => [...[...running.values()].map(describe), ...[...crashes.keys()].flatMap(describeCrashed)],
    async load(since) {
      const processes = [...running.values()].map(async ({ spec, venue }) => ({
        id: spec.id,
        pid: await venue.started,
      }));
      const known = await Promise.allSettled(processes);
      return loads[since](known.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    },
    logs: (id, lines) => tailLog(foldersOf(home, id).log, lines),
    forget: keptFolders.forget,
    kept: keptFolders.list,
    diskUse: keptFolders.size,
    async setAside(id, name) {
      await stopOne(id);
      forgetCrashes(id);
      await keptFolders.setAside(id, name);
    },
    putBack: keptFolders.putBack,
    dropAside: keptFolders.dropAside,
    images: createReleases(options.bundle),
    async close() {
      await Promise.all([...new Set([...running.keys(), ...restarting.keys()])].map(stopOne));
    },
  };
}
