import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '@ostatok/kit/node/system-users.ts';
import { compileCacheOf, dropOtherCaches } from './compile-cache.ts';
import { type ConfinementTools, confined } from './confinement.ts';
import { type ControlGroups, createVenueGroup, type VenueGroup } from './control-groups.ts';
import type { TenantSpec } from './host.ts';
import { TENANT_FLAGS, TENANT_MALLOC } from './tenant-flags.ts';
import { type Folders, foldersOf } from './tenant-paths.ts';
import { endAllOf, runAs } from './user-processes.ts';
import { isVenueNumber } from './users.ts';
import { portFrom } from './venue-channel.ts';

export interface Runtime {
  /** The built tenant-runtime/dist/main.mjs. */
  bundle: string;
  /** The folders that its code is read from: the bundle's and those of packages that could not be bundled. */
  readable: string[];
}

export interface LaunchedVenue {
  /** Resolves with the process id; rejects when no process was started. */
  started: Promise<number>;
  /** Resolves with the port it listens on; rejects when it ends before that. */
  listening: Promise<number>;
  /** Resolves with the reason of its end, when everything it had started has ended too. */
  ended: Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** Starts tenants and acts as their users; root does it where the platform itself is not root any more. */
export interface Launcher {
  /** Passes the tenant's output to `write`; no more is read while `write` is pending. */
  launch(spec: TenantSpec, write: (text: string) => Promise<void> | void): LaunchedVenue;
  /** Deletes for good what the tenant has written into this folder of its own; the folder stays. */
  empty(folder: string): Promise<void>;
  /** Ends a process that an earlier platform has left; false where the pid belongs to another process by now. */
  endLeftOver(id: string, pid: number): Promise<boolean>;
}

export interface LauncherOptions {
  home: string;
  runtime: Runtime;
  /** The user ids of tenants follow this one where we are root. */
  uidBase: number;
  /** The only other user whose folders may be given to a tenant. */
  service: Owner;
  tools: ConfinementTools;
  /** Where each tenant as a whole is limited, if the machine allows it. */
  controlGroups?: ControlGroups | undefined;
}

const DRAIN_MS = 1000;
/** The reason when the kernel has killed a tenant for using too much memory. */
export const OUT_OF_MEMORY = 'out of memory';

/** Flags of Node's permission model, which guards against mistakes and is no security boundary (decision 33). */
function permissions(runtime: Runtime, folders: Folders): string[] {
  return [
    '--permission',
    '--disable-warning=PERM0001',
    '--disable-warning=PERM0002',
    '--allow-child-process',
    '--allow-addons',
    ...[...runtime.readable, folders.root].map((folder) => `--allow-fs-read=${folder}`),
    `--allow-fs-write=${folders.root}`,
    // the workbook process asks to be killed first when memory runs out; no process can protect itself
    '--allow-fs-write=/proc/self/oom_score_adj',
  ];
}

function environment(spec: TenantSpec, folders: Folders): Record<string, string> {
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: compileCacheOf(folders, spec.release),
    ...TENANT_MALLOC,
    TMPDIR: folders.tmp,
    // Node's own channel to the parent process: see venue-channel.ts
    NODE_CHANNEL_FD: '3',
    SECRETS_FILE: '/dev/stdin',
    ...spec.env,
  };
}

/** Gives a folder to a tenant by its descriptor, so that it can't be swapped; refuses any other user's folder. */
function giveFolder(path: string, uid: number, service: Owner): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const owner = fstatSync(fd).uid;
    if (owner !== uid && owner !== service.uid) throw new Error(`not a folder to be given away: ${path}`);
    fchownSync(fd, uid, service.gid);
    // the platform may read it, other tenants may not
    fchmodSync(fd, 0o2750);
  } finally {
    closeSync(fd);
  }
}

/** Deletes the content, whatever modes the tenant has set on it. */
const EMPTY = 'chmod -R u+rwX "$1"; find "$1" -mindepth 1 -delete';

async function pipeTo(stream: Readable | null, write: (text: string) => Promise<void> | void): Promise<void> {
  try {
    for await (const text of stream?.setEncoding('utf8') ?? []) await write(text as string);
  } catch {
    // the stream was cut off: unread output is lost
  }
}

/** Ends the processes that a tenant's process has started and that have stayed in its session. */
function endSession(pid: number | undefined): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch {
    // nothing is left of it
  }
}

interface Begun {
  child: ChildProcess;
  group: VenueGroup | undefined;
  /** Ends what the instance may have left: all of its user where it was the tenant's only one. */
  sweep: () => Promise<void>;
}

async function whenEnded({ child, group, sweep }: Begun, outputs: Promise<unknown>): Promise<string> {
  const reason = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(String(code ?? signal)));
  });
  const isOutOfMemory = reason === 'SIGKILL' && group?.ranOutOfMemory();
  await sweep();
  await group?.remove();
  // its child processes may hold its output open
  await Promise.race([outputs, sleep(DRAIN_MS, undefined, { ref: false })]);
  for (const stream of child.stdio) stream?.destroy();
  return isOutOfMemory ? OUT_OF_MEMORY : reason;
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** Starts tenants from this process, each as a user of its own where this process is root. */
export function createLauncher(options: LauncherOptions): Launcher {
  const { home, runtime, uidBase, service, tools, controlGroups } = options;
  const isRoot = process.getuid?.() === 0;
  /** Which groups of a tenant's instances are in use, of which there are two during an update. */
  const instances = new Map<number, Set<number>>();
  const isVenueUser = (uid: number): boolean => isRoot && isVenueNumber(uid - uidBase);
  const swept = new Set<number>();

  function userOf(number: number): number | undefined {
    if (!isRoot) return undefined;
    if (!isVenueNumber(number)) throw new Error(`no user for a venue with the number ${number}`);
    return uidBase + number;
  }

  /** One that is not kept yet runs from where it was built. */
  function programOf({ release }: TenantSpec): Runtime {
    const folder = join(home, 'releases', release);
    const bundle = join(folder, 'main.mjs');
    return existsSync(bundle) ? { bundle, readable: [folder, ...runtime.readable] } : runtime;
  }

  function start(spec: TenantSpec, uid: number | undefined): ChildProcess {
    const program = programOf(spec);
    const folders = foldersOf(home, spec.id);
    if (uid !== undefined) for (const folder of [folders.tmp, folders.cache]) giveFolder(folder, uid, service);
    const flags = [...TENANT_FLAGS, ...permissions(program, folders)];
    const [file, ...args] = confined(tools, [process.execPath, ...flags, program.bundle], uid !== undefined);
    const child = spawn(file, args, {
      cwd: dirname(program.bundle),
      env: environment(spec, folders),
      // in a session of its own, so that a terminal's Ctrl-C reaches only the platform
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      // set before exec, so that even the confining programs don't run as root
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
    // one that ends before it has read them reports its end
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(spec.secrets));
    return child;
  }

  /** Starts the process after ending what an earlier run has left under its user. */
  async function begin(spec: TenantSpec, uid: number | undefined): Promise<Begun> {
    if (uid !== undefined && !swept.has(uid)) await endAllOf(uid);
    if (uid !== undefined) swept.add(uid);
    const living = instances.get(spec.number) ?? new Set();
    instances.set(spec.number, living);
    const owner = uid === undefined ? undefined : { uid, gid: uid };
    // a cache that can't be removed keeps nobody from starting
    if (living.size === 0) await dropOtherCaches(foldersOf(home, spec.id), spec.release, owner).catch(() => undefined);
    const place = living.has(0) ? 1 : 0;
    const group =
      controlGroups && isRoot ? createVenueGroup(controlGroups, spec.number, spec.limits, place) : undefined;
    const child = start(spec, uid);
    living.add(place);
    async function sweep(): Promise<void> {
      living.delete(place);
      if (uid === undefined) return;
      // the other instance goes on; whatever has left this one's session ends with the other
      if (living.size > 0) endSession(child.pid);
      else await endAllOf(uid);
    }
    try {
      // the confining programs have not yet been replaced by Node, so no code of the tenant runs yet
      if (child.pid) group?.add(child.pid);
    } catch {
      // no process of a tenant may run outside its group
      child.kill('SIGKILL');
    }
    return { child, group, sweep };
  }

  return {
    launch(spec, write) {
      const uid = userOf(spec.number);
      const begun = begin(spec, uid);
      const ended = begun.then(
        (one) => {
          const outputs = Promise.all([one.child.stdout, one.child.stderr].map((out) => pipeTo(out, write)));
          return whenEnded(one, outputs);
        },
        (error: Error) => error.message,
      );
      const early = ended.then((reason) => Promise.reject(new Error(`tenant ended before it listened: ${reason}`)));
      const listening = begun.then(({ child }) => Promise.race([portFrom(child.stdio[3] as Duplex), early]));
      const started = begun.then(({ child }) => child.pid ?? early);
      for (const promise of [early, listening, started]) promise.catch(() => undefined);
      return {
        started,
        listening,
        ended,
        kill: (signal) =>
          void begun.then(
            ({ child }) => child.kill(signal),
            () => false,
          ),
      };
    },
    async empty(folder) {
      for (const path of [join(folder, 'tmp'), join(folder, 'cache')]) {
        const uid = lstatSync(path, { throwIfNoEntry: false })?.uid;
        // run as the tenant's user, so that links can lead only to its own files
        if (uid !== undefined && isVenueUser(uid)) await runAs({ uid, gid: uid }, EMPTY, path);
      }
    },
    async endLeftOver(id, pid) {
      const uid = Number(/^Uid:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1]);
      if (isVenueUser(uid)) await endAllOf(uid);
      else if (readProc(pid, 'environ').split('\0').includes(`TENANT_ID=${id}`)) process.kill(pid, 'SIGKILL');
      else return false;
      return true;
    },
  };
}
