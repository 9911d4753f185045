import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Host, Hosted, OnMoved, TenantSpec } from './host.ts';
import { createLogFile, type LogFile, tailLog } from './log-file.ts';
import { createPidFiles } from './orphans.ts';
import { createReleases } from './releases.ts';
import { createTenantFolders } from './tenant-folders.ts';
import { foldersOf, type Runtime, spawnTenant } from './tenant-process.ts';

const START_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 10_000;
const FIRST_BACK_OFF_MS = 500;
const LONGEST_BACK_OFF_MS = 60_000;
/** A venue that stayed up this long has recovered: its next crash is a first one. */
const STEADY_MS = 60_000;

interface Running {
  spec: TenantSpec;
  child: ChildProcess;
  log: LogFile;
  startedAt: Date;
  endpoint: Promise<string>;
  listening: string | null;
  exited: Promise<void>;
  /** Asked to end: an exit is no crash. */
  stopping: boolean;
}

interface Restarting {
  timer: NodeJS.Timeout;
}

const isPort = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

/** The port it tells us over its own channel, so no other process can pretend to be this venue. */
function whenListening(child: ChildProcess): Promise<string> {
  return new Promise((fulfil, reject) => {
    const timer = setTimeout(() => reject(new Error('tenant did not listen in time')), START_LIMIT_MS);
    child.on('message', (message: { type?: string; port?: unknown } | null) => {
      if (message?.type !== 'listening') return;
      clearTimeout(timer);
      // a venue's code is not to be trusted with more of an address than its port
      if (isPort(message.port)) fulfil(`http://127.0.0.1:${message.port}`);
      else reject(new Error('tenant told no port'));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`tenant ended before it listened: ${code ?? signal}`)));
    child.once('exit', () => clearTimeout(timer));
  });
}

/** Venues as processes of this machine: for trying out and small installations. */
export function createProcessHost(options: { home: string; runtime: Runtime; log: Logger; onMoved: OnMoved }): Host {
  const home = resolve(options.home);
  const pidFiles = createPidFiles(home);
  const leftOver = pidFiles.killLeftOver();
  if (leftOver.length > 0) options.log.warn({ tenants: leftOver }, 'killed what an earlier platform left');
  const keptFolders = createTenantFolders(home);
  const running = new Map<string, Running>();
  const restarting = new Map<string, Restarting>();
  const crashes = new Map<string, number>();

  function launch(spec: TenantSpec): Running {
    const folders = foldersOf(home, spec.id);
    const child = spawnTenant(options.runtime, spec, folders);
    if (child.pid) pidFiles.write(spec.id, child.pid);
    const log = createLogFile(folders.log);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.write(chunk));
    const tenant: Running = {
      spec,
      child,
      log,
      startedAt: new Date(),
      endpoint: whenListening(child),
      listening: null,
      exited: new Promise((fulfil) => child.once('close', () => fulfil())),
      stopping: false,
    };
    running.set(spec.id, tenant);
    tenant.endpoint.then(
      (endpoint) => {
        tenant.listening = endpoint;
      },
      () => child.kill('SIGKILL'),
    );
    child.once('close', (code, signal) => onClose(tenant, code ?? signal));
    return tenant;
  }

  function onClose(tenant: Running, reason: number | string | null): void {
    const { id } = tenant.spec;
    tenant.log.close();
    if (running.get(id) === tenant) {
      running.delete(id);
      pidFiles.remove(id);
    }
    if (tenant.stopping || !tenant.listening) return;
    options.onMoved(id, null);
    const count = Date.now() - tenant.startedAt.getTime() > STEADY_MS ? 1 : (crashes.get(id) ?? 0) + 1;
    crashes.set(id, count);
    const wait = Math.min(FIRST_BACK_OFF_MS * 2 ** (count - 1), LONGEST_BACK_OFF_MS);
    options.log.warn({ tenant: id, reason, wait }, 'tenant crashed, will restart');
    restarting.set(id, { timer: setTimeout(() => void comeBack(tenant.spec), wait) });
  }

  /** After a crash. One that does not even listen is left alone: whoever needs the venue next starts it, or sees why not. */
  async function comeBack(spec: TenantSpec): Promise<void> {
    restarting.delete(spec.id);
    try {
      options.onMoved(spec.id, await launch(spec).endpoint);
    } catch (error) {
      options.log.error({ err: error, tenant: spec.id }, 'tenant did not come back');
    }
  }

  async function stopOne(id: string): Promise<void> {
    const waiting = restarting.get(id);
    if (waiting) clearTimeout(waiting.timer);
    restarting.delete(id);
    const tenant = running.get(id);
    if (!tenant) return;
    tenant.stopping = true;
    tenant.child.kill('SIGTERM');
    const killer = setTimeout(() => tenant.child.kill('SIGKILL'), STOP_LIMIT_MS);
    await tenant.exited;
    clearTimeout(killer);
  }

  async function start(spec: TenantSpec): Promise<{ endpoint: string }> {
    const present = running.get(spec.id);
    if (present?.stopping) await present.exited;
    else if (present) return { endpoint: await present.endpoint };
    const waiting = restarting.get(spec.id);
    if (waiting) clearTimeout(waiting.timer);
    restarting.delete(spec.id);
    // another caller may have been quicker while we waited for the old one to end
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
    };
  }

  /** It waits to come back, or has not come back. */
  function describeCrashed(id: string): Hosted[] {
    if (running.has(id)) return [];
    return [{ id, state: 'exited', endpoint: null, startedAt: null, crashes: crashes.get(id) ?? 0 }];
  }

  return {
    start,
    async stop(id) {
      await stopOne(id);
      crashes.delete(id);
    },
    async restart(spec) {
      await stopOne(spec.id);
      crashes.delete(spec.id);
      return start(spec);
    },
    async state(id) {
      if (running.get(id)?.listening) return 'running';
      return running.has(id) || restarting.has(id) ? 'exited' : 'not_found';
    },
    list: async () => [...[...running.values()].map(describe), ...[...crashes.keys()].flatMap(describeCrashed)],
    logs: (id, lines) => tailLog(foldersOf(home, id).log, lines),
    async forget(id) {
      const folders = foldersOf(home, id);
      for (const path of [folders.root, folders.log, `${folders.log}.1`]) {
        await rm(path, { recursive: true, force: true });
      }
    },
    kept: keptFolders.list,
    diskUse: keptFolders.size,
    async setAside(id, name) {
      await stopOne(id);
      crashes.delete(id);
      await keptFolders.setAside(id, name);
    },
    putBack: keptFolders.putBack,
    dropAside: keptFolders.dropAside,
    images: createReleases(options.runtime.bundle),
    async close() {
      await Promise.all([...new Set([...running.keys(), ...restarting.keys()])].map(stopOne));
    },
  };
}
