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
/** The reason for the end of a process with the exit code 0. */
const IN_ORDER = '0';
const NO_MEMORY = 'Заведению не хватило памяти, и оно перезапущено. Предел задаёт TENANT_MEMORY_MB';

/** A process of a tenant. */
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
  /** The address that tenants listen at. */
  address: string;
  /** Resolves when the tenant at the address answers that it is ready, and rejects when it is not. */
  ready: (endpoint: string) => Promise<void>;
  folders: Pick<ReturnType<typeof createTenantFolders>, 'prepare'>;
  pidFiles: Pick<ReturnType<typeof createPidFiles>, 'write' | 'remove'>;
  crashes: Pick<Crashes, 'note' | 'forget'>;
  log: Logger;
}

/** The processes of tenants: launched, stopped, and launched again after a crash. */
export function createProcesses(deps: ProcessesDeps) {
  const { launcher, address, ready, folders, pidFiles, crashes, log, onMoved, restart } = deps;
  const running = new Map<string, Running>();
  /** Further instances of tenants, each to take the place of the one that runs. */
  const beside = new Map<string, Running>();
  /** Tenants whose processes have ended in order without being asked to. */
  const exited = new Set<string>();
  /** The timers of crashed tenants that wait for their restart, or are being restarted. */
  const restarting = new Map<string, NodeJS.Timeout>();

  function cancelRestart(id: string): void {
    clearTimeout(restarting.get(id));
    restarting.delete(id);
  }

  async function endpointOf(venue: LaunchedVenue): Promise<string> {
    // a tenant's code is trusted with no more of its address than the port
    const endpoint = `http://${address}:${await venue.listening}`;
    await ready(endpoint);
    return endpoint;
  }

  function launch(spec: TenantSpec, among: Map<string, Running>): Running {
    // two instances write into one file, which the one that is there has opened
    const file = (running.get(spec.id) ?? beside.get(spec.id))?.log ?? createLogFile(folders.prepare(spec.id).log);
    const venue = launcher.launch({ ...spec, env: { ...spec.env, HOST: address } }, file.write);
    const tenant: Running = {
      spec,
      venue,
      log: file,
      startedAt: new Date(),
      endpoint: inTime(endpointOf(venue)),
      listening: null,
      exited: venue.ended.then((reason) => onEnd(tenant, reason)),
      stopping: false,
    };
    among.set(spec.id, tenant);
    exited.delete(spec.id);
    venue.started.then(
      (pid) => notePid(spec.id, pid),
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

  /** Without room on the disk the tenant runs all the same. */
  function notePid(id: string, pid: number): void {
    try {
      pidFiles.write(id, pid);
    } catch (error) {
      log.warn({ err: error, tenant: id }, 'which process runs a tenant was not written down');
    }
  }

  function onEnd(tenant: Running, reason: string): void {
    const { id } = tenant.spec;
    if (reason === OUT_OF_MEMORY) tenant.log.write(`${new Date().toISOString()} ${NO_MEMORY}\n`);
    const isFirst = running.get(id) === tenant;
    for (const among of [running, beside]) if (among.get(id) === tenant) among.delete(id);
    void tenant.venue.started.then((pid) => pidFiles.remove(id, pid)).catch(() => undefined);
    if (![running, beside].some((among) => among.get(id)?.log === tenant.log)) tenant.log.close();
    // the end of one that has not taken over is no crash of the tenant
    if (!isFirst || tenant.stopping || !tenant.listening) return;
    onMoved(id, null);
    if (reason === IN_ORDER) return void exited.add(id);
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
      const endpoint = restart ? await restart(spec.id) : await launch(spec, running).endpoint;
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

  async function end(tenant: Running | undefined): Promise<void> {
    if (!tenant) return;
    tenant.stopping = true;
    tenant.venue.kill('SIGTERM');
    const killer = setTimeout(() => tenant.venue.kill('SIGKILL'), STOP_LIMIT_MS);
    await tenant.exited;
    clearTimeout(killer);
  }

  async function stop(id: string): Promise<void> {
    cancelRestart(id);
    exited.delete(id);
    await Promise.all([end(running.get(id)), end(beside.get(id))]);
  }

  async function startBeside(spec: TenantSpec): Promise<{ endpoint: string }> {
    await end(beside.get(spec.id));
    const tenant = launch(spec, beside);
    try {
      return { endpoint: await tenant.endpoint };
    } catch (error) {
      await end(tenant);
      throw error;
    }
  }

  async function switchOver(id: string): Promise<{ endpoint: string }> {
    const next = beside.get(id);
    if (!next?.listening) throw new Error('there is no instance to switch to');
    // its end may not have been noticed yet
    await ready(next.listening);
    const before = running.get(id);
    cancelRestart(id);
    beside.delete(id);
    running.set(id, next);
    await end(before);
    if (running.get(id) !== next) throw new Error('tenant ended during the switch');
    return { endpoint: next.listening };
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    const present = running.get(spec.id);
    if (present?.stopping) await present.exited;
    else if (present) return { endpoint: await present.endpoint };
    cancelRestart(spec.id);
    // another caller may have been quicker while we waited for the old process to end
    const tenant = running.get(spec.id) ?? launch(spec, running);
    return { endpoint: await tenant.endpoint };
  }

  return {
    start,
    stop,
    startBeside,
    switchOver,
    dropBeside: (id: string): Promise<void> => end(beside.get(id)),
    find: (id: string): Running | undefined => running.get(id),
    hasExited: (id: string): boolean => exited.has(id),
    isRestarting: (id: string): boolean => restarting.has(id),
    list: (): Running[] => [...running.values()],
    async stopAll(): Promise<void> {
      await Promise.all([...new Set([...running.keys(), ...beside.keys(), ...restarting.keys()])].map(stop));
    },
  };
}
