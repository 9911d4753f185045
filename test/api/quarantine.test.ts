import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import {
  admin,
  clean,
  clock,
  databaseOf,
  faults,
  findings,
  newId,
  ourMark,
  pass,
  plan,
  platform,
  quarantined,
  restore,
  server,
  setUpCleanup,
  signIn,
  sitesFolder,
  strayDatabase,
  testVenue,
} from '../support/cleanup/cleanup-platform.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { DAY, MINUTE } from '../support/platform/api.ts';
import { newBot, newOwner, newVenue } from '../support/platform/platform.ts';
import { venuePid } from '../support/venue/venue-pid.ts';

setUpCleanup();

test.serial(
  'a database without a venue is quarantined, brought back as it was, and gone after seven days',
  async (t) => {
    const id = await strayDatabase(await ourMark());
    const inside = connect(serverUrl().replace(/\/[^/]*$/, `/${id}`), { max: 1 });
    inside.on('error', () => undefined);
    await inside.raw('create table kept (what text)');
    await inside('kept').insert({ what: 'бутылки' });

    const planned = await plan('orphaned_db');
    const item = planned.body.plan.items.find(({ key }: { key: string }) => key === id);
    t.true(item.bytes > 1_000_000);
    t.regex(item.what, /7 дней/);
    const done = await clean('orphaned_db', { planId: planned.body.plan.id, keys: [id] });
    await inside.destroy().catch(() => undefined);

    t.like(done, {
      status: 200,
      body: { success: true, deleted: 1, found: 1, operation: { status: 'done', done: 1 } },
    });
    const aside = await databaseOf(id);
    t.regex(aside.names[0] ?? '', new RegExp(`^quarantine_${id}_\\d{8}$`));
    t.is(aside.login, false);
    t.false((await findings()).some(({ key }) => key === id));
    const kept = await quarantined(id);
    t.like(kept, { action: 'orphaned_db', key: id, status: 'kept' });
    t.is(Date.parse(kept?.purge_at ?? '') - Date.parse(kept?.quarantined_at ?? ''), 7 * DAY);

    t.like(await restore(kept?.id ?? ''), { status: 200, body: { item: { status: 'restored' } } });
    t.deepEqual(await databaseOf(id), { names: [id], login: true });
    const again = connect(serverUrl().replace(/\/[^/]*$/, `/${id}`), { max: 1 });
    t.is((await again('kept').first('what')).what, 'бутылки');
    await again.destroy();
    t.like(await restore(kept?.id ?? ''), { status: 409, body: { code: 'already_restored' } });

    await clean('orphaned_db', { keys: [id] });
    await pass(7 * DAY - MINUTE);
    await platform.cleanup.sweep();
    t.is((await databaseOf(id)).names.length, 1);
    await pass(2 * MINUTE);
    await platform.cleanup.sweep();
    t.deepEqual(await databaseOf(id), { names: [], login: undefined });
    t.is((await quarantined(id))?.status, 'purged');
  },
);

test.serial(
  'a test venue whose address was taken meanwhile stays in quarantine, and goes for good in time',
  async (t) => {
    const owner = await newOwner(platform);
    const trial = await testVenue(owner);
    await clean('test_tenants', { keys: [trial.id] });
    const row = await quarantined(trial.subdomain);
    const bot = await newBot(platform);
    await owner.call('POST', '/api/provision/create', {
      subdomain: trial.subdomain,
      botToken: bot.token,
      adminUsername: 'boss',
    });

    t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'subdomain_taken' } });
    t.is((await quarantined(trial.id))?.status, 'kept');
    t.is((await databaseOf(trial.id)).login, false);
    await pass(7 * DAY + MINUTE);
    await platform.cleanup.sweep();

    t.is((await quarantined(trial.id))?.status, 'purged');
    t.deepEqual((await databaseOf(trial.id)).names, []);
  },
);

test.serial(
  'whatever takes the place or the name of what lies aside is not touched, and gives it back to one alone',
  async (t) => {
    const [late, dropped, taken] = [
      await strayDatabase(await ourMark()),
      await strayDatabase(await ourMark()),
      await strayDatabase(await ourMark()),
    ];
    faults.breaksOff = true;
    await clean('orphaned_db', { keys: [late] }).finally(() => {
      faults.breaksOff = false;
    });
    await server.raw(`comment on database "${late}" is 'of somebody else'`);
    await clean('orphaned_db', { keys: [dropped, taken] });
    const [aside = ''] = (await databaseOf(dropped)).names;
    await server.raw(`comment on database "${aside}" is 'of somebody else'`);
    await server.raw('create database ??', [taken]);
    const row = await quarantined(taken);

    t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'name_taken' } });
    t.is((await quarantined(taken))?.status, 'kept');
    await server.raw('drop database ??', [taken]);
    const back = await Promise.all([1, 2, 3, 4].map(() => restore(row?.id ?? '')));
    t.deepEqual(back.map(({ status }) => status).sort(), [200, 409, 409, 409]);
    t.is(
      (await platform.db('activity').where({ target: `quarantine:${row?.id}`, action: 'cleanup.restored' })).length,
      1,
    );
    await pass(7 * DAY + MINUTE);
    await t.throwsAsync(platform.cleanup.sweep());
    t.deepEqual((await databaseOf(late)).names, [late]);
    t.deepEqual((await databaseOf(dropped)).names, [aside]);
    await server.raw(`comment on database "${late}" is '${await ourMark()}'`);
    await server.raw(`comment on database "${aside}" is '${await ourMark()}'`);
    await platform.cleanup.sweep();
    t.deepEqual((await databaseOf(dropped)).names, []);
  },
);

test.serial('a venue whose owner has gone meanwhile is not brought back', async (t) => {
  const owner = await newOwner(platform);
  const trial = await testVenue(owner);
  await clean('test_tenants', { keys: [trial.id] });
  await platform.db('users').where({ id: owner.userId }).update({ deleted_at: clock.now() });

  t.like(await restore((await quarantined(trial.id))?.id ?? ''), { status: 409, body: { code: 'owner_gone' } });
  t.is((await databaseOf(trial.id)).login, false);
});

test.serial('many things are brought back at once, and nobody else has to wait for it', async (t) => {
  const ids = Array.from({ length: 30 }, newId);
  for (const id of ids) await mkdir(join(platform.home, 'tenants', id), { recursive: true });
  t.like((await clean('orphaned_containers', { keys: ids })).body, { removed: 30 });
  const { body } = await admin.call('GET', '/api/admin/tenants/quarantine?status=kept&limit=100');
  const rows = body.quarantine.filter(({ key }: QuarantineItem) => ids.includes(key));

  const back = await Promise.all(rows.map(({ id }: QuarantineItem) => restore(id)));

  t.deepEqual([...new Set(back.map(({ status }) => status))], [200]);
  t.is(back.length, 30);
  for (const id of ids) await rm(join(platform.home, 'tenants', id), { recursive: true });
});

test.serial('what has had its week is not brought back any more: it may be going right now', async (t) => {
  const trial = await testVenue(await newOwner(platform));
  await clean('test_tenants', { keys: [trial.id] });
  await pass(7 * DAY);

  const row = await quarantined(trial.id);
  t.is(row?.status, 'kept');
  t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'already_purged' } });
  await platform.cleanup.sweep();
  t.is((await quarantined(trial.id))?.status, 'purged');
});

test.serial('an address that a new venue has by now is left to it, whoever was there before', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const file = join(sitesFolder, venue.subdomain);
  await platform.db('tenants').where({ id: venue.id }).update({ subdomain: 'elsewhere' });
  await writeFile(file, 'of one who left');
  await clean('orphaned_nginx', { keys: [venue.subdomain] });
  t.false(existsSync(file));
  await platform.db('tenants').where({ id: venue.id }).update({ subdomain: venue.subdomain });
  await writeFile(file, 'of one who came');
  const row = await quarantined(venue.subdomain);

  t.like(await restore(row?.id ?? ''), { status: 409, body: { code: 'subdomain_taken' } });
  // the state that a crash leaves when something was about to be set aside
  await platform.db('quarantine').where({ id: row?.id }).update({ status: 'taking' });
  await platform.cleanup.sweep();

  t.is(await readFile(file, 'utf8'), 'of one who came');
  await rm(file);
});

test.serial('a clock that jumps a week ahead empties no quarantine, takes no venue and is told of', async (t) => {
  const owner = await newOwner(platform);
  const [trial, deleted] = [await testVenue(owner), await newVenue(platform, owner)];
  const id = await strayDatabase(await ourMark());
  await clean('test_tenants', { keys: [trial.id] });
  await clean('orphaned_db', { keys: [id] });
  await owner.call('DELETE', `/api/provision/tenant/${deleted.id}`);
  const byTheClock = async (): Promise<void> => {
    await platform.cleanup.sweep();
    await platform.people.retention.purgeVenues();
  };
  clock.pass(8 * DAY);
  await signIn();

  await byTheClock();
  const asked = await clean('deleted_tenants', { keys: [deleted.id] });

  t.like(asked.body, { deleted: 0, found: 1, operation: { skipped: 1 } });
  const { body } = await admin.call('GET', `/api/admin/operations/${asked.body.operation.id}/items`);
  t.is(body.items[0].message, 'Часы платформы переводили, или она не работала. Повторите через сутки её работы');
  t.is((await databaseOf(deleted.id)).names.length, 1);
  t.is((await quarantined(id))?.status, 'kept');
  const { activity } = (await admin.call('GET', '/api/admin/activity?action=cleanup.held')).body;
  t.regex(
    activity[0].description,
    /Сутки работы платформы ничего не удаляется навсегда, подписки не списываются и не заканчиваются$/,
  );
  const { disk } = (await admin.call('GET', '/api/test/disk-usage?fresh=1')).body;
  t.true(disk.recommendations.some(({ message }: { message: string }) => /ещё 24 ч ничего не удаляется/.test(message)));
  t.is((await restore((await quarantined(trial.id))?.id ?? '')).status, 200, 'its week is not believed to be over');

  clock.pass(-8 * DAY);
  await signIn();
  await byTheClock();
  t.is((await databaseOf(deleted.id)).names.length, 1);
  t.is((await quarantined(id))?.status, 'kept');
  await pass(7 * DAY + MINUTE);
  await byTheClock();
  t.deepEqual([(await databaseOf(deleted.id)).names, (await quarantined(id))?.status], [[], 'purged']);
});

test.serial('a process whose venue lives again before the cleanup comes to it is left as it is', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const pidOf = () => venuePid(platform.home, venue.id);
  const before = await pidOf();
  // the check of deleted tenants, which runs every few seconds, would rightly stop it
  await platform.venues.runtime.acquireInstance(venue.id);
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'deleted', deleted_at: clock.now() });
  faults.breaksOff = true;
  t.teardown(() => {
    faults.breaksOff = false;
    platform.venues.runtime.releaseInstance(venue.id);
  });
  t.like((await clean('orphaned_containers', { keys: [venue.id] })).body, { removed: 0, operation: { failed: 1 } });
  faults.breaksOff = false;
  t.is((await quarantined(venue.id))?.status, 'taking');
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'active', deleted_at: null });

  await platform.cleanup.sweep();

  t.is((await quarantined(venue.id))?.status, 'kept');
  t.is(await platform.venues.runtime.state(venue.id), 'running');
  t.is(await pidOf(), before, 'nobody has stopped it');
  t.is((await venue.call('GET', '/healthz')).status, 200);
});
