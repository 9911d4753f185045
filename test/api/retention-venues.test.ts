import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { databaseUrl } from '../support/database/postgres.ts';
import { DAY } from '../support/platform/api.ts';
import { newOwner, newVenue } from '../support/platform/platform.ts';
import {
  backUp,
  crash,
  journal,
  leave,
  pass,
  platform,
  remains,
  rowOf,
  server,
  setUpRetention,
  userOf,
} from '../support/retention/retention-platform.ts';

setUpRetention();

test.serial(
  "a deleted venue's data is kept for seven days, then its database, role, files and secrets are gone",
  async (t) => {
    const { retention } = platform.people;
    const owner = await newOwner(platform);
    const [deleted, kept] = [await newVenue(platform, owner), await newVenue(platform, owner)];
    await owner.call('DELETE', `/api/provision/tenant/${deleted.id}`);
    t.true((await remains(deleted.id)).length >= 3);

    await pass(7 * DAY - 60_000);
    await retention.purgeVenues();
    t.true((await remains(deleted.id)).includes('database'));

    await pass(120_000);
    await Promise.all([retention.purgeVenues(), retention.purgeVenues()]);
    t.deepEqual(await remains(deleted.id), []);
    const row = await rowOf(deleted.id);
    t.like(row, {
      status: 'deleted',
      owner_id: owner.userId,
      display_name: '',
      admin_username: '',
      bot_username: null,
      bot_token_sealed: '',
      database_password_sealed: '',
      internal_secret_sealed: '',
      stats: null,
    });
    t.true(row.purged_at instanceof Date);
    t.is((await platform.db('provisions').where({ tenant_id: deleted.id })).length, 0);
    t.is((await platform.db('activity').where({ action: 'tenant.purged', target: `tenant:${deleted.id}` })).length, 1);
    t.true((await remains(kept.id)).includes('database'), 'the other one is untouched');
    t.is((await kept.call('GET', '/api/items')).status, 200);
  },
);

test.serial('one venue that cannot go holds up no other, and goes another time', async (t) => {
  const { retention } = platform.people;
  const owner = await newOwner(platform);
  const [first, second] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  for (const { id } of [first, second]) await owner.call('DELETE', `/api/provision/tenant/${id}`);
  // the server drops no database that has a subscription
  const own = connect(databaseUrl(first.id), { max: 1 });
  t.teardown(() => own.destroy());
  await own.raw(`create subscription stuck connection 'host=127.0.0.1' publication none with (connect = false)`);
  await pass(8 * DAY);

  await retention.purgeVenues();

  t.deepEqual(await remains(second.id), []);
  t.is((await rowOf(first.id)).purged_at, null);
  await own.raw('alter subscription stuck set (slot_name = none)');
  await own.raw('drop subscription stuck');
  await retention.purgeVenues();
  t.truthy((await rowOf(first.id)).purged_at);
  t.deepEqual(await remains(first.id), []);
});

test.serial('a venue keeps neither its own database nor another one from going', async (t) => {
  const { retention } = platform.people;
  const owner = await newOwner(platform);
  const [deleted, hostile] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  const db = connect(databaseUrl(hostile.id), { max: 1 });
  await db.raw('set role ??', [hostile.id]);
  await db.raw('grant select on items to ??', [deleted.id]);
  await db.raw('alter database ?? is_template true', [hostile.id]);
  await db.destroy();
  for (const { id } of [deleted, hostile]) await owner.call('DELETE', `/api/provision/tenant/${id}`);
  await pass(8 * DAY);

  await retention.purgeVenues();

  t.like(await rowOf(deleted.id), { display_name: '', internal_secret_sealed: '' });
  t.truthy((await rowOf(deleted.id)).purged_at);
  t.deepEqual(await remains(deleted.id), ['role'], 'the right that the hostile venue gave it keeps the bare name');
  t.false((await server('pg_roles').where({ rolname: deleted.id }).first()).rolcanlogin);
  t.deepEqual(await remains(hostile.id), []);
  t.truthy((await rowOf(hostile.id)).purged_at);
  await server.raw('drop role ??', [deleted.id]);
});

test.serial('a venue that came back just before its purge is not written down as erased', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));

  t.false(await platform.people.retention.purgeDeletedVenue(venue.id));

  t.false((await journal().read()).some(({ id }) => id === venue.id));
  await platform.people.retention.reapplyErasures();
  t.is((await rowOf(venue.id)).status, 'active');
});

test.serial('a purge that is killed half-way is finished by the next one', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);

  t.is(await crash({ CRASH_AT: 'forget', PURGE_VENUE: venue.id }), 'SIGKILL');
  const [log] = await remains(venue.id);
  t.regex(String(log), /^t\w+/, 'the database is gone, the files are not');
  t.is((await rowOf(venue.id)).purged_at, null);

  await pass(8 * DAY);
  await platform.people.retention.purgeVenues();
  t.truthy((await rowOf(venue.id)).purged_at);
  t.deepEqual(await remains(venue.id), []);
});

test.serial('people and venues that a restore brings back are erased again, and nobody else is', async (t) => {
  const { db, people } = platform;
  const [gone, stays] = [await newOwner(platform), await newOwner(platform)];
  const venue = await newVenue(platform, gone);
  const theirs = await newVenue(platform, stays);
  const ended = await newVenue(platform, stays);
  const tables = ['users', 'payment_methods', 'subscriptions', 'sessions', 'link_tokens', 'tenants', 'provisions'];
  const restore = await backUp(tables);
  await db('tenants').delete();
  await restore();
  t.is((await db('tenants').where({ id: venue.id })).length, 1, 'the restore puts back what it took');
  await stays.call('DELETE', `/api/provision/tenant/${ended.id}`);
  await leave(gone);
  const { deleted_at } = await userOf(gone.userId);
  await pass(31 * DAY);
  await people.retention.purgeVenues();
  await people.retention.purgeAccounts();
  t.is(await userOf(gone.userId), undefined);
  t.deepEqual(await remains(venue.id), []);

  await restore();
  await restoreDatabases(venue.id, ended.id);
  await people.retention.reapplyErasures();

  t.deepEqual((await userOf(gone.userId)).deleted_at, deleted_at, 'as of when they left');
  t.is((await db('sessions').where({ user_id: gone.userId }).whereNull('revoked_at')).length, 0);
  t.is((await rowOf(venue.id)).status, 'deleted');
  t.is((await rowOf(ended.id)).status, 'deleted');
  t.false((await server('pg_roles').where({ rolname: venue.id }).first()).rolcanlogin);
  t.is((await db('mails').where({ recipient: gone.email })).length, 0, 'they are not told twice');
  await people.retention.purgeVenues();
  await people.retention.purgeAccounts();
  t.is(await userOf(gone.userId), undefined);
  for (const id of [venue.id, ended.id]) t.deepEqual(await remains(id), []);

  t.is((await userOf(stays.userId)).deleted_at, null);
  t.is((await rowOf(theirs.id)).status, 'active');
});

/** Restores a database and a role that may sign in. */
async function restoreDatabases(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await server.raw('create role ?? login', [id]);
    await server.raw('create database ?? owner ??', [id, id]);
  }
}

test.serial("a venue's database that comes back alone, without its row or after it, is dropped again", async (t) => {
  const { db, people } = platform;
  const [gone, stays] = [await newOwner(platform), await newOwner(platform)];
  const [venue, ended] = [await newVenue(platform, gone), await newVenue(platform, stays)];
  await stays.call('DELETE', `/api/provision/tenant/${ended.id}`);
  await leave(gone);
  await pass(31 * DAY);
  await people.retention.purgeVenues();
  await people.retention.purgeAccounts();
  t.is(await rowOf(venue.id), undefined);

  await restoreDatabases(venue.id, ended.id);
  await people.retention.reapplyErasures();
  await people.retention.purgeVenues();

  for (const id of [venue.id, ended.id]) t.deepEqual(await remains(id), []);
  t.true((await rowOf(ended.id)).purged_at instanceof Date);
  t.is((await db('tenants').whereNull('purged_at').where({ status: 'deleted' })).length, 0);
});
