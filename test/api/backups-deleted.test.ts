import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { databaseUrl, serverUrl } from '../support/database/postgres.ts';
import {
  call,
  newOwner,
  newVenue,
  signInTo,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';

const NO_VENUE = 'Заведение не найдено';

let platform: TestPlatform;
let server: Knex;
let admin: string;
test.before(async () => {
  platform = await startTestPlatform();
  server = connect(serverUrl(), { max: 2 });
  const boss = await newOwner(platform);
  await platform.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  admin = (await call(platform.url, 'POST', '/api/auth/login', { body: boss })).body.token;
});
test.after.always(async () => {
  await platform?.stop();
  await server?.destroy();
});

const ask = (method: string, path: string, body?: unknown) =>
  call(platform.url, method, `/api/admin${path}`, { token: admin, body });

/** A tenant with a backup that lacks its newest item. */
async function venueWithBackup(): Promise<{ owner: TestOwner; venue: TestVenue; backupId: string }> {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const { backup } = (await ask('POST', '/backups', { tenantId: venue.id })).body;
  await venue.call('POST', '/api/items', { name: 'Позже', unit: 'л' });
  return { owner, venue, backupId: backup.id };
}

/** The result of the restore as an administrator reads it. */
async function restore(backupId: string): Promise<string> {
  const { operation } = (await ask('POST', `/backups/${backupId}/restore`, {})).body;
  return (await ask('GET', `/operations/${operation.id}/items`)).body.items[0].message;
}

const databasesOf = (id: string): Promise<string[]> =>
  server('pg_database').whereLike('datname', `${id}%`).pluck('datname');
const maySignIn = async (id: string): Promise<boolean> =>
  (await server('pg_roles').where({ rolname: id }).first('rolcanlogin')).rolcanlogin;
/** Reads as the superuser, since the tenant's role may be locked. */
async function itemsOf(id: string): Promise<string[]> {
  const db = connect(databaseUrl(id), { max: 1 });
  const names: string[] = await db('items').pluck('name');
  await db.destroy();
  return names;
}

/** Runs `happen` once, when the restore has everything ready and is about to stop the tenant. */
function beforeTheSwitch(happen: () => Promise<unknown>): void {
  const { runtime } = platform.venues;
  const { whileStopped } = runtime;
  runtime.whileStopped = async (id, work) => {
    runtime.whileStopped = whileStopped;
    await happen();
    return whileStopped(id, work);
  };
}

/** Runs `happen` once, when the restore has just found the tenant, for the `time`th time. */
function afterItIsFound(time: number, happen: () => Promise<unknown>): void {
  const { databases } = platform.venues;
  const { find } = databases;
  let looks = 0;
  databases.find = async (id) => {
    const found = await find(id);
    looks += 1;
    if (looks === time) {
      databases.find = find;
      await happen();
    }
    return found;
  };
}

test.serial('a venue that is deleted while its restore waits keeps what it had, and stays shut', async (t) => {
  const { owner, venue, backupId } = await venueWithBackup();
  beforeTheSwitch(() => owner.call('DELETE', `/api/provision/tenant/${venue.id}`));

  t.is(await restore(backupId), NO_VENUE);

  t.deepEqual(await databasesOf(venue.id), [venue.id], 'nothing is left beside');
  t.false(await maySignIn(venue.id));
  t.deepEqual(await itemsOf(venue.id), ['Позже']);
});

test.serial('a venue that is set aside while its restore waits comes back just as it was', async (t) => {
  const { venue, backupId } = await venueWithBackup();
  const { tenantQuarantine } = platform.venues;
  const was = await tenantQuarantine.snapshot(venue.id);
  beforeTheSwitch(() => tenantQuarantine.setAside(venue.id, new Date()));

  t.is(await restore(backupId), NO_VENUE);
  t.false(await maySignIn(venue.id));
  await tenantQuarantine.restore(venue.id, was);

  const again = await signInTo(platform, venue);
  t.is((await again.call('GET', '/api/items')).body.items[0]?.name, 'Позже');
  t.deepEqual(await databasesOf(venue.id), [venue.id]);
});

test.serial('a venue that is deleted as its restore begins is not opened by it', async (t) => {
  for (const time of [1, 2]) {
    const { owner, venue, backupId } = await venueWithBackup();
    afterItIsFound(time, () => owner.call('DELETE', `/api/provision/tenant/${venue.id}`));

    t.is(await restore(backupId), NO_VENUE);

    t.false(await maySignIn(venue.id), `after look ${time}`);
    t.deepEqual(await databasesOf(venue.id), [venue.id]);
  }
});
