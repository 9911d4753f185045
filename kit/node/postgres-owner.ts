import { execFile } from 'node:child_process';
import { chmod, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

export interface Owner {
  uid: number;
  gid: number;
}

async function findPostgresUser(): Promise<Owner | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/**
 * Whom PostgreSQL runs as: it refuses root, so root lends it the system's `postgres` user, made if there is none.
 * Undefined: it simply runs as we do.
 */
export async function postgresOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await findPostgresUser();
  if (found) return found;
  await promisify(execFile)('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
  const made = await findPostgresUser();
  if (!made) throw new Error('There is no user "postgres" and none could be made: run as an ordinary user');
  return made;
}

/**
 * Lets other users pass through (not list) the folders above `path`: an unprivileged process of ours has to reach its
 * own folder. Returns the folders whose mode had to change.
 */
export async function makeReachable(path: string): Promise<string[]> {
  const changed: string[] = [];
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & 0o001) === 0) {
      await chmod(folder, (mode & 0o7777) | 0o001);
      changed.push(folder);
    }
    if (folder === dirname(folder)) return changed;
  }
}
