import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import {
  add,
  admin,
  describe,
  GIN,
  isRunning,
  itemOf,
  pending,
  platform,
  push,
  RUM,
  receivedBy,
  resultsOf,
  SMALL,
  server,
  setUpPushes,
  sleep,
  WINE,
  writesOf,
} from '../support/catalogue/pushes.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { newOwner, newVenue, signInTo, type TestVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpPushes();

test.serial(
  'changes reach who uses them, asleep or awake, alike; nobody else is touched, and a dead one stops nobody',
  async (t) => {
    const owner = await newOwner(platform, 'corporate');
    const [awake, asleep, other, suspended, dead] = (await Promise.all(
      Array.from({ length: 5 }, () => newVenue(platform, owner)),
    )) as [TestVenue, TestVenue, TestVenue, TestVenue, TestVenue];
    const items = new Map<TestVenue, number[]>();
    for (const venue of [awake, asleep, suspended, dead]) {
      items.set(venue, [
        await add(venue, RUM, { weight_empty_g: 480, codes: [{ ean: GIN }] }),
        await add(venue, SMALL),
        await add(venue, WINE, { volume_ml: 750 }),
      ]);
    }
    await add(other, undefined, { name: 'Своё вино' });
    const received = await receivedBy(t, awake);
    for (const venue of [asleep, other, suspended, dead]) await sleep(venue);
    await platform
      .db('tenants')
      .where({ id: suspended.id })
      .update({ status: 'suspended', suspended_by: 'administrator' });
    await server.raw('drop database ?? with (force)', [dead.id]);
    await describe(RUM, { volume_ml: 700, weight_empty_g: 512.34, weight_full_g: 1201.26 });
    await describe(GIN, { density_g_per_ml: 0.94 });
    await describe(SMALL, { volume_ml: 500 });
    await describe(WINE, { volume_ml: 700 });
    const before = await writesOf(other);

    const trial = await push({ dryRun: true });
    const untouched = await itemOf(awake, items.get(awake)?.[0] ?? 0);
    const answer = await push();
    const results = await resultsOf(answer.body.operation);

    t.like(trial.body, { success: true, message: 'Обновятся заведения: 3, позиций: 6. Не проверено: 1' });
    t.is(untouched.volume_ml, null);
    t.is(answer.status, 200);
    t.is(answer.body.message, 'Обновлено заведений: 3, позиций: 6. Не обновлено: 1');
    t.like(answer.body.operation, {
      status: 'done',
      total: 5,
      done: 3,
      skipped: 1,
      failed: 1,
      started_by: admin.email,
    });
    for (const venue of [awake, asleep, suspended]) {
      t.deepEqual(results.get(venue.id)?.result, { used: 3, updated: 2, unchanged: 1 });
    }
    t.like(results.get(dead.id), { status: 'failed', message: 'База данных заведения не найдена' });
    t.like(results.get(other.id), { status: 'skipped', result: { used: 0, updated: 0, unchanged: 0 } });
    t.is(await writesOf(other), before);
    await isRunning(t, awake, true);
    for (const venue of [asleep, other, suspended]) await isRunning(t, venue, false);
    await until(() => received.length === 2, 'the open page hears');

    await platform.db('tenants').where({ id: suspended.id }).update({ status: 'active', suspended_by: null });
    const seen = await Promise.all(
      [awake, asleep, suspended].map(async (venue) => {
        const rows = await Promise.all((items.get(venue) ?? []).map((id) => itemOf(venue, id)));
        return rows.map(({ volume_ml, weight_empty_g, weight_full_g, density_g_per_ml }) => [
          volume_ml,
          weight_empty_g,
          weight_full_g,
          density_g_per_ml,
        ]);
      }),
    );
    t.deepEqual(seen[0], [
      [700, 480, 1201.3, 0.94],
      [500, null, null, null],
      [750, null, null, null],
    ]);
    t.deepEqual(seen[1], seen[0]);
    t.deepEqual(seen[2], seen[0]);

    await t.notThrowsAsync(async () => {
      const again = await push();
      t.like(again.body.operation, { done: 0, skipped: 4, failed: 1, result: { updated: 0 } });
      t.is((await resultsOf(again.body.operation)).get(awake.id)?.message, 'Изменений нет');
    });
    // one tenant has received nothing of it
    const left = (await admin.call('GET', '/api/admin/aliases/push')).body;
    t.is(left.pendingVenues, 1);
    t.true(left.pending > 0);
    await platform.db('tenants').where({ id: dead.id }).update({ status: 'deleted' });
    t.like((await admin.call('GET', '/api/admin/aliases/push')).body, { pending: 0, pendingVenues: 0 });
  },
);

test.serial('a push sends only what has changed since, and says how much that is', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
  const [rum, small] = [await add(venue, RUM), await add(venue, SMALL)];
  await push();
  t.is(await pending(), 0);
  await sleep(venue);
  await describe(SMALL, { volume_ml: 330 });
  t.is(await pending(), 1);

  const { body } = await push();
  const results = await resultsOf(body.operation);
  const state = await admin.call('GET', '/api/admin/aliases/push');

  t.deepEqual(results.get(venue.id)?.result, { used: 1, updated: 1, unchanged: 0 });
  t.like(state.body, { success: true, pending: 0, last: { id: body.operation.id, kind: 'alias_push' } });
  t.is((await itemOf(venue, small)).volume_ml, 330);
  t.is((await itemOf(venue, rum)).volume_ml, 700);

  const late = await add(venue, WINE);
  await describe(GIN, { density_g_per_ml: 0.95 });
  await push();
  t.is(
    (await itemOf(venue, late)).volume_ml,
    700,
    'an item that is newer than the last push gets what was known before',
  );
});

test.serial('a venue that went back to its backup lacks again what came after it, and is brought that', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
  const item = await add(venue, SMALL);
  await push();
  const { backup } = (await admin.call('POST', '/api/admin/backups', { tenantId: venue.id })).body;
  await describe(SMALL, { volume_ml: 440 });
  await push();
  t.is((await itemOf(venue, item)).volume_ml, 440);
  t.is((await admin.call('POST', `/api/admin/backups/${backup.id}/restore`, {})).body.operation.status, 'done');
  // a restore ends all sessions, so it signs in anew
  const restored = { ...venue, ...(await signInTo(platform, venue)) };
  t.is((await itemOf(restored, item)).volume_ml, 330);

  const state = await admin.call('GET', '/api/admin/aliases/push');
  const { body } = await push();

  t.is(state.body.pendingVenues, 1);
  t.deepEqual((await resultsOf(body.operation)).get(venue.id)?.result, { used: 1, updated: 1, unchanged: 0 });
  t.is((await itemOf(restored, item)).volume_ml, 440);
  t.is(await pending(), 0);
});

test.serial('a venue that does not answer where it was last is written to as one asleep', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
  const item = await add(venue, SMALL);
  await sleep(venue);
  await platform.db('tenants').where({ id: venue.id }).update({ endpoint: 'http://127.0.0.1:9' });
  await describe(SMALL, { volume_ml: 250 });

  const { body } = await push();

  t.like((await resultsOf(body.operation)).get(venue.id), { status: 'done', result: { used: 1, updated: 1 } });
  t.is((await itemOf(venue, item)).volume_ml, 250);
});

test.serial('a venue that gives barcodes without end is left out, and its list is not read whole', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await add(venue, '4600000000053');
  await sleep(venue);
  const db = connect(serverUrl().replace(/\/[^/]*$/, `/${venue.id}`), { max: 1 });
  t.teardown(() => db.destroy());
  await db.raw('set role ??', [venue.id]);
  await db.raw(`create or replace function catalogue_codes(after integer) returns table (ean text, fresh boolean)
    language sql stable as 'select n::text, true from generate_series(1, 200001) n'`);
  await describe('4600000000053', { volume_ml: 1000 });

  const { body } = await push();

  const failure = { status: 'failed', message: 'В базе заведения слишком много штрихкодов' };
  t.like((await resultsOf(body.operation)).get(venue.id), failure);
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'deleted' });
});

test.serial('a venue whose database is of an older release is started for it and sleeps again', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
  const item = await add(venue, RUM);
  await sleep(venue);
  const db = connect(serverUrl().replace(/\/[^/]*$/, `/${venue.id}`), { max: 1 });
  for (const name of ['take_aliases', 'catalogue_effects', 'catalogue_codes']) await db.raw('drop function ??', [name]);
  await db.raw('alter table items drop column catalogue');
  await db('knex_migrations').where({ name: '050-catalogue' }).delete();
  await db.destroy();

  const { body } = await push();

  t.like((await resultsOf(body.operation)).get(venue.id), { status: 'done', result: { used: 1, updated: 1 } });
  await isRunning(t, venue, false);
  t.is((await itemOf(venue, item)).volume_ml, 700);
});

test.serial('one push at a time; whoever does not want to wait is answered at once', async (t) => {
  const held = await platform.db.transaction();
  const [venue] = await platform.db('tenants').where({ status: 'active' }).pluck('id');
  await held.raw(`select pg_advisory_xact_lock(hashtext('wake'), hashtext(?))`, [venue]);

  const first = await push({}, { prefer: 'respond-async' });
  const second = await push();
  await held.rollback();
  await platform.administration.operations.waitFor(first.body.operation.id, 120_000);
  const third = await push();

  t.is(first.status, 202);
  t.regex(first.body.message, /^Отправка началась\. Заведений: \d+$/);
  t.like(second, { status: 409 });
  t.is(second.body.code, 'already_running');
  t.is(third.status, 200);
});

test.serial('only an administrator pushes and updates', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const calls: [string, string][] = [
    ['POST', '/api/admin/aliases/push'],
    ['GET', '/api/admin/aliases/push'],
    ['POST', '/api/admin/update-all-tenants'],
    ['POST', `/api/admin/tenants/${venue.id}/update`],
  ];
  for (const [method, path] of calls)
    t.is((await owner.call(method, path, method === 'POST' ? {} : undefined)).status, 403, path);
});

test.serial(
  'an update moves every venue that is awake to the present release; those asleep take it when they wake',
  async (t) => {
    const owner = await newOwner(platform, 'corporate');
    const [old, asleep, suspended] = (await Promise.all(
      Array.from({ length: 3 }, () => newVenue(platform, owner)),
    )) as [TestVenue, TestVenue, TestVenue];
    const started = async (venue: TestVenue): Promise<Date | null | undefined> =>
      (await platform.venues.host.list()).find(({ id }) => id === venue.id)?.startedAt;
    await sleep(asleep);
    await sleep(suspended);
    const release = await platform.venues.releases.present();
    await platform.db('tenants').whereIn('id', [old.id, asleep.id]).update({ version: 'of before' });
    await platform
      .db('tenants')
      .where({ id: suspended.id })
      .update({ status: 'suspended', suspended_by: 'administrator' });
    const before = await started(old);

    const answer = await admin.call('POST', '/api/admin/update-all-tenants', {}, { prefer: 'respond-async' });
    const operation = await platform.administration.operations.waitFor(answer.body.operation.id, 120_000);
    const results = await resultsOf(operation);
    const one = await admin.call('POST', `/api/admin/tenants/${old.id}/update`, {});

    t.regex(answer.body.message, /^Обновление началось\. Заведений: \d+$/);
    t.is(operation.status, 'done');
    t.like(results.get(old.id), { status: 'done', message: 'Обновлено' });
    t.like(results.get(asleep.id), { status: 'skipped', message: 'Спит: получит выпуск, когда проснётся' });
    t.like(results.get(suspended.id), { status: 'skipped', message: 'Приостановлено' });
    t.true(Number(await started(old)) > Number(before));
    await isRunning(t, old, true);
    await isRunning(t, asleep, false);
    t.is(one.body.message, 'Обновлено заведений: 1');
    t.is((await admin.call('POST', `/api/admin/tenants/${suspended.id}/update`, {})).body.code, 'tenant_not_active');
    t.is((await asleep.call('GET', '/api/items')).status, 200);
    const versions = await platform.db('tenants').whereIn('id', [old.id, asleep.id]).pluck('version');
    t.deepEqual(versions, [release, release]);
  },
);
