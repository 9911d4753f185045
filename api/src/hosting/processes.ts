import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Crashes } from './crashes.ts';
import type { HostEvents, TenantSpec } from './host.ts';
import { type LaunchedVenue, type Launcher, OUT_OF_MEMORY } from './launcher.ts';
import { createLogFile, type LogFile } from './log-file.ts';
import type { createPidFiles } from './orphans.ts';
import type { createTenantFolders } from './tenant-folders.ts';

/** Ending a slow start gains nothing: on a busy machine the next one would be as slow. */
const START_LIMIT_MS = 40_000;
const STOP_LIMIT_MS = 10_000;
const NO_MEMORY = 'Заведению не хватило памяти, и оно перезапущено. Предел задаёт TENANT_MEMORY_MB';

export interface Running {
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

async function inTime<T>(promise: Promise<T>): Promise<T> {
  const late = sleep(START_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error('tenant did not listen in time');
  });
  return Promise.race([promise, late]);
}

interface ProcessesDeps extends HostEvents {
  launcher: Launcher;
  folders: Pick<ReturnType<typeof createTenantFolders>, 'prepare'>;
  pidFiles: Pick<ReturnType<typeof createPidFiles>, 'write' | 'remove'>;
  crashes: Pick<Crashes, 'note' | 'forget'>;
  log: Logger;
}

/** The processes of tenants: launched, stopped, and launched again after a crash. */
export function createProcesses({ launcher, folders, pidFiles, crashes, log, onMoved, restart }: ProcessesDeps) {
  const running = new Map<string, Running>();
  /** The timers of crashed tenants that wait for their restart, or are being restarted. */
  const restarting = new Map<string, NodeJS.Timeout>();

  function cancelRestart(id: string): void {
    clearTimeout(restarting.get(id));
    restarting.delete(id);
  }

  function launch(spec: TenantSpec): Running {
    const file = createLogFile(folders.prepare(spec.id).log);
    const venue = launcher.launch(spec, file.write);
    const tenant: Running = {
      spec,
      venue,
      log: file,
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
    onMoved(id, null);
    const wait = crashes.note(id, tenant.startedAt, reason);
    log.warn({ tenant: id, reason, wait }, 'tenant crashed, will restart');
    restarting.set(
      id,
      setTimeout(() => void comeBack(tenant.spec), wait),
    );
  }

  /** Restarts a crashed tenant. One that does not listen is left: the next request starts it or shows the error. */
  async function comeBack(spec: TenantSpec): Promise<void> {
    const timer = restarting.get(spec.id);
    const isSettled = (): boolean => restarting.get(spec.id) === timer && !running.has(spec.id);
    try {
      const endpoint = restart ? await restart(spec.id) : await launch(spec).endpoint;
      // it runs in another api process by now, or may not run
      if (isSettled()) crashes.forget(spec.id);
      if (endpoint) onMoved(spec.id, endpoint);
    } catch (error) {
      log.error({ err: error, tenant: spec.id }, 'tenant did not come back');
      onMoved(spec.id, null, error);
    } finally {
      if (restarting.get(spec.id) === timer) restarting.delete(spec.id);
    }
  }

  async function stop(id: string): Promise<void> {
    cancelRestart(id);
    const tenant = running.get(id);
    if (!tenant) return;
    tenant.stopping = true;
    tenant.venue.kill('SIGTERM');
    const killer = setTimeout(() => tenant.venue.kill('SIGKILL'), STOP_LIMIT_MS);
    await tenant.exited;
    clearTimeout(killer);
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    const present = running.get(spec.id);
    if (present?.stopping) await present.exited;
    else if (present) return { endpoint: await present.endpoint };
    cancelRestart(spec.id);
    // another caller may have been quicker while we waited for the old process to end
    const tenant = running.get(spec.id) ?? launch(spec);
    return { endpoint: await tenant.endpoint };
  }

  return {
    start,
    stop,
    find: (id: string): Running | undefined => running.get(id),
    isRestarting: (id: string): boolean => restarting.has(id),
    list: (): Running[] => [...running.values()],
    async stopAll(): Promise<void> {
      await Promise.all([...new Set([...running.keys(), ...restarting.keys()])].map(stop));
    },
  };
}
