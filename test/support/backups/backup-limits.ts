import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { serverUrl } from '../database/postgres.ts';
import { createClock } from '../platform/api.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../platform/platform.ts';

export const SECRET_KEY = 'a-secret-key-of-thirty-two-characters';
const HOUR = 3_600_000;
export const clock = createClock();
export let platform: TestPlatform;
export let server: Knex;
export let boss: TestOwner;
export let admin: string;
export async function signIn(): Promise<void> {
  admin = (await call(platform.url, 'POST', '/api/auth/login', { body: boss })).body.token;
}

/** Starts the file's platform before its tests and stops it after them. */
export function setUpBackupLimits(): void {
  test.before(async () => {
    // scheduled backups start at full hours: none starts while the tests run
    clock.pass(HOUR - (Date.now() % HOUR));
    platform = await startTestPlatform({}, { now: clock.now, secretKey: SECRET_KEY });
    server = connect(serverUrl(), { max: 2 });
    boss = await newOwner(platform);
    // without a confirmed address the account could sign in for only a week
    await platform.db('users').where({ id: boss.userId }).update({ role: 'admin', email_verified: true });
    await signIn();
  });
  test.after.always(async () => {
    await platform?.stop();
    await server?.destroy();
  });
}

export const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  call(platform.url, method, `/api/admin/backups${path}`, { token: admin, body });
export const folderOf = (id: string): string => join(platform.home, 'backups', id);
export const rowsOf = (id: string | null) => platform.db('backups').where({ tenant_id: id }).orderBy('created_at');
export const venueOf = async () => newVenue(platform, await newOwner(platform));
