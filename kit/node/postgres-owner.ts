import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findUser, type Owner } from './system-users.ts';

export const POSTGRES_USER = 'postgres';

/**
 * The user that PostgreSQL runs as: it refuses root, so under root it runs as the system's `postgres` user, which is
 * created if missing. Undefined: it runs as the current user.
 */
export async function postgresOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await findUser(POSTGRES_USER);
  if (found) return found;
  await promisify(execFile)('useradd', ['--system', '--user-group', '--no-create-home', POSTGRES_USER]);
  const made = await findUser(POSTGRES_USER);
  if (!made) throw new Error('There is no user "postgres" and none could be made: run as an ordinary user');
  return made;
}
