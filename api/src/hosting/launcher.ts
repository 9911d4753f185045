import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '@ostatok/kit/node/system-users.ts';
import { type ConfinementTools, confined } from './confinement.ts';
import { type ControlGroups, createVenueGroup, type VenueGroup } from './control-groups.ts';
import type { TenantSpec } from './host.ts';
import { type Folders, foldersOf } from './tenant-paths.ts';
import { endAllOf, runAs } from './user-processes.ts';
import { isVenueNumber } from './users.ts';
import { portFrom } from './venue-channel.ts';

export interface Runtime {
  /** The built tenant-runtime/dist/main.mjs. */
  bundle: string;
  /** Folders its code is read from: the bundle's and the packages it could not swallow. */
  readable: string[];
}

export interface LaunchedVenue {
  /** Its process; rejects when there is none. */
  started: Promise<number>;
  /** The port it listens on; rejects when it ends before that. */
  listening: Promise<number>;
  /** Why it ended: everything that it had started has ended with it. */
  ended: Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/** What a host does as a venue's own user: root's part where the platform is not root any more. */
export interface Launcher {
  /** `write` takes what it writes; no more is read while that waits. */
  launch(spec: TenantSpec, write: (text: string) => Promise<void> | void): LaunchedVenue;
  /** What a venue has written into this folder of its own goes for good; the folder stays. */
  empty(folder: string): Promise<void>;
  /** Ends what an earlier platform has left; false where the pid is another's by now. */
  endLeftOver(id: string, pid: number): Promise<boolean>;
}

export interface LauncherOptions {
  home: string;
  runtime: Runtime;
  /** Users of venues follow this one, where we are root. */
  uidBase: number;
  /** Whose folders may be given to a venue. */
  service: Owner;
  tools: ConfinementTools;
  /** Limits on a venue as a whole, where the machine lets us set any. */
  controlGroups?: ControlGroups | undefined;
}

const DRAIN_MS = 1000;
const HEAP_MB = 384;
/** Why the kernel has ended a venue that took more than it may have. */
export const OUT_OF_MEMORY = 'out of memory';

/** The bot's packages (node-fetch by way of grammY) call punycode and url.parse: nobody who reads a venue's log can help it. */
const QUIET = ['--disable-warning=DEP0040', '--disable-warning=DEP0169'];

/** Node's permission model: a guard against mistakes, no wall (decision 33). */
function permissions(runtime: Runtime, folders: Folders): string[] {
  return [
    '--permission',
    '--disable-warning=PERM0001',
    '--disable-warning=PERM0002',
    '--allow-child-process',
    '--allow-addons',
    ...[...runtime.readable, folders.root].map((folder) => `--allow-fs-read=${folder}`),
    `--allow-fs-write=${folders.root}`,
    // the process of a workbook says that it is the one to end when memory runs out; nobody can say that they are not
    '--allow-fs-write=/proc/self/oom_score_adj',
  ];
}

function environment(spec: TenantSpec, folders: Folders): Record<string, string> {
  return {
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: folders.cache,
    // a venue allocates little and from few threads: one arena instead of one for each
    MALLOC_ARENA_MAX: '1',
    TMPDIR: folders.tmp,
    // Node's own channel to whoever started it: see venue-channel.ts
    NODE_CHANNEL_FD: '3',
    ...spec.env,
  };
}

/** Opened, so that nobody can put another in its place meanwhile; whatever is not the platform's to give is refused. */
function giveFolder(path: string, uid: number, service: Owner): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const owner = fstatSync(fd).uid;
    if (owner !== uid && owner !== service.uid) throw new Error(`not a folder to be given away: ${path}`);
    fchownSync(fd, uid, service.gid);
    // the platform may look into it, other venues may not
    fchmodSync(fd, 0o2750);
  } finally {
    closeSync(fd);
  }
}

/** Whatever modes it has given. */
const EMPTY = 'chmod -R u+rwX "$1"; find "$1" -mindepth 1 -delete';

async function pipeTo(stream: Readable | null, write: (text: string) => Promise<void> | void): Promise<void> {
  try {
    for await (const text of stream?.setEncoding('utf8') ?? []) await write(text as string);
  } catch {
    // its end was cut off: what was not heard is lost
  }
}

interface Begun {
  child: ChildProcess;
  group: VenueGroup | undefined;
}

async function whenEnded(
  child: ChildProcess,
  uid: number | undefined,
  group: VenueGroup | undefined,
  outputs: Promise<unknown>,
): Promise<string> {
  const reason = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(String(code ?? signal)));
  });
  const isOutOfMemory = reason === 'SIGKILL' && group?.ranOutOfMemory();
  if (uid !== undefined) await endAllOf(uid);
  await group?.remove();
  // what it has started may hold its output open
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

/** Starts venues from this process: each as a user of its own where that is root. */
export function createLauncher(options: LauncherOptions): Launcher {
  const { home, runtime, uidBase, service, tools, controlGroups } = options;
  const isRoot = process.getuid?.() === 0;
  const isVenueUser = (uid: number): boolean => isRoot && isVenueNumber(uid - uidBase);
  const swept = new Set<number>();

  function userOf(number: number): number | undefined {
    if (!isRoot) return undefined;
    if (!isVenueNumber(number)) throw new Error(`no user for a venue with the number ${number}`);
    return uidBase + number;
  }

  function start(spec: TenantSpec, uid: number | undefined): ChildProcess {
    const folders = foldersOf(home, spec.id);
    if (uid !== undefined) for (const folder of [folders.tmp, folders.cache]) giveFolder(folder, uid, service);
    const flags = [
      '--max-semi-space-size=1',
      `--max-old-space-size=${HEAP_MB}`,
      ...QUIET,
      ...permissions(runtime, folders),
    ];
    const [file, ...args] = confined(tools, [process.execPath, ...flags, runtime.bundle], uid !== undefined);
    return spawn(file, args, {
      cwd: dirname(runtime.bundle),
      env: environment(spec, folders),
      // a session of its own: a terminal's Ctrl-C reaches the platform alone
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      // before anything else runs: not even the programs that confine it are root's
      ...(uid === undefined ? {} : { uid, gid: uid }),
    });
  }

  /** What an earlier run has left under its user goes first. */
  async function begin(spec: TenantSpec, uid: number | undefined): Promise<Begun> {
    if (uid !== undefined && !swept.has(uid)) await endAllOf(uid);
    if (uid !== undefined) swept.add(uid);
    const group = controlGroups && isRoot ? createVenueGroup(controlGroups, spec.number) : undefined;
    const child = start(spec, uid);
    try {
      // before the programs that confine it have made way for Node: nothing of the venue's runs yet
      if (child.pid) group?.add(child.pid);
    } catch {
      // nothing of a venue runs outside its group
      child.kill('SIGKILL');
    }
    return { child, group };
  }

  return {
    launch(spec, write) {
      const uid = userOf(spec.number);
      const begun = begin(spec, uid);
      const ended = begun.then(
        ({ child, group }) => {
          const outputs = Promise.all([child.stdout, child.stderr].map((out) => pipeTo(out, write)));
          return whenEnded(child, uid, group, outputs);
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
        // the user does it: nothing but its own can be lost, wherever links lead
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
