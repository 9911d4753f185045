import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TenantSpec } from './host.ts';

export interface Runtime {
  /** The built tenant-runtime/dist/main.mjs. */
  bundle: string;
  /** Folders its code is read from: the bundle's and the packages it could not swallow. */
  readable: string[];
  /** Users of tenants start here, where the platform is root. */
  uidBase: number;
}

interface Folders {
  root: string;
  tmp: string;
  cache: string;
  log: string;
}

export function foldersOf(home: string, id: string): Folders {
  const root = join(home, 'tenants', id);
  return { root, tmp: join(root, 'tmp'), cache: join(root, 'cache'), log: join(home, 'tenants', `${id}.log`) };
}

function prepareFolders(folders: Folders, uid: number | undefined): void {
  const parent = dirname(folders.root);
  mkdirSync(parent, { recursive: true });
  // a venue passes through to its own folder, and cannot list the others
  chmodSync(parent, 0o711);
  for (const folder of [folders.root, folders.tmp, folders.cache]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (uid !== undefined) chownSync(folder, uid, uid);
  }
}

/** Node's permission model: it reads its own code, writes its own folder, and starts the spreadsheet child. */
function permissions(runtime: Runtime, folders: Folders): string[] {
  return [
    '--permission',
    '--disable-warning=PERM0001',
    '--disable-warning=PERM0002',
    '--allow-child-process',
    '--allow-addons',
    ...[...runtime.readable, folders.root].map((folder) => `--allow-fs-read=${folder}`),
    `--allow-fs-write=${folders.root}`,
  ];
}

/**
 * Starts one venue with nothing but its own secrets: a clean environment, an unprivileged user of its own where we are
 * root, and a session of its own, so that a terminal's Ctrl-C reaches the platform alone.
 */
export function spawnTenant(runtime: Runtime, spec: TenantSpec, folders: Folders): ChildProcess {
  const uid = process.getuid?.() === 0 ? runtime.uidBase + spec.number : undefined;
  prepareFolders(folders, uid);
  return spawn(process.execPath, ['--max-semi-space-size=1', ...permissions(runtime, folders), runtime.bundle], {
    cwd: dirname(runtime.bundle),
    env: {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: folders.cache,
      // a venue allocates little and from few threads: one arena instead of one for each
      MALLOC_ARENA_MAX: '1',
      TMPDIR: folders.tmp,
      ...spec.env,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}
