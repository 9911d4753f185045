import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchedVenue } from '../../api/src/hosting/launcher.ts';
import { ownLauncher } from '../../api/src/hosting/own-launcher.ts';
import { releaseOf } from '../../api/src/hosting/release.ts';
import { createTenantFolders } from '../../api/src/hosting/tenant-folders.ts';
import { createDatabase } from '../support/database/postgres.ts';

const root = join(import.meta.dirname, '../..');
const ID = 'bench';
export const INTERNAL_SECRET = 'bench-internal-secret-bench-internal-secret';

/** The password of its administrator, boss. */
export const PASSWORD = 'bench-password';

export interface TenantProcess {
  url: string;
  databaseUrl: string;
  pid: number;
  /** The token of its administrator. */
  token: string;
  stop: () => Promise<void>;
}

async function start(
  databaseUrl: string,
  home: string,
  more: Record<string, string>,
): Promise<{ venue: LaunchedVenue; url: string }> {
  const env = {
    TENANT_ID: ID,
    VENUE_NAME: 'Бар «Замер»',
    LOG_LEVEL: 'error',
    ...more,
  };
  const launcher = ownLauncher(home, root);
  createTenantFolders(home, launcher).prepare(ID);
  const venue = launcher.launch(
    {
      id: ID,
      number: 1,
      hosting: 'process',
      release: releaseOf(join(root, 'tenant-runtime/dist')),
      env,
      secrets: { DATABASE_URL: databaseUrl, INTERNAL_SECRET },
      limits: { memoryMb: 1024, tasks: 128, cpuPercent: 100 },
    },
    (text) => void process.stderr.write(text),
  );
  return { venue, url: `http://127.0.0.1:${await venue.listening}` };
}

async function stop(venue: LaunchedVenue): Promise<void> {
  venue.kill('SIGTERM');
  await venue.ended;
}

async function signIn(url: string): Promise<string> {
  const account = JSON.stringify({ username: 'boss', password: PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const internal = { ...headers, authorization: `Bearer ${INTERNAL_SECRET}` };
  await fetch(`${url}/internal/admin`, { method: 'POST', headers: internal, body: account });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: account });
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Starts the bundle as hosting does, on a database of its own. It has run once before, so that its compile cache is
 * filled; with `signedIn: false` nobody signs in, as in an unused tenant.
 */
export async function startTenantProcess({
  signedIn = true,
  env = {},
}: {
  signedIn?: boolean;
  env?: Record<string, string>;
} = {}): Promise<TenantProcess> {
  const database = await createDatabase('tenant');
  const home = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  await chmod(home, 0o755);
  await stop((await start(database.url, home, env)).venue);
  const { venue, url } = await start(database.url, home, env);
  return {
    url,
    databaseUrl: database.url,
    pid: await venue.started,
    token: signedIn ? await signIn(url) : '',
    async stop() {
      await stop(venue);
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
