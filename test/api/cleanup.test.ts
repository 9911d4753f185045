import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  sitesFolder,
  strayDatabase,
  testVenue,
} from '../support/cleanup/cleanup-platform.ts';
import { DAY, MINUTE } from '../support/platform/api.ts';
import { newBot, newOwner, newVenue, type Reply } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { venuePid } from '../support/venue/venue-pid.ts';

setUpCleanup();

test.serial('what another installation has made, or nobody has marked, is never touched', async (t) => {
  const theirs = await strayDatabase('ostatok:11111111-1111-4111-8111-111111111111');
  const nobodys = await strayDatabase(null);
  const ours = await strayDatabase(await ourMark());
  const unasked = await strayDatabase(await ourMark());

  const shown = await findings();
  t.false(shown.some(({ key }) => key === theirs));
  t.like(
    shown.find(({ key }) => key === nobodys),
    { ours: false },
  );
  const { body } = await clean('orphaned_db', { keys: [theirs, nobodys, ours] });

  t.like(body, { deleted: 1, found: 1 });
  t.deepEqual(await databaseOf(theirs), { names: [theirs], login: true });
  t.deepEqual(await databaseOf(nobodys), { names: [nobodys], login: true });
  t.deepEqual((await databaseOf(ours)).names.length, 1);
  t.is((await quarantined(ours))?.status, 'kept');
  t.deepEqual(await databaseOf(unasked), { names: [unasked], login: true }, 'only what was asked for goes');
  await server.raw(`comment on role "${unasked}" is null`);
  t.like(
    (await clean('orphaned_db', { keys: [unasked] })).body,
    { found: 0 },
    'a mark on the database alone is not ours',
  );
  await server.raw(`comment on role "${unasked}" is '${await ourMark()}'`);
  const entries = await platform
    .db('activity')
    .where({ action: 'cleanup.orphaned_db', target: `operation:${body.operation.id}` })
    .first();
  t.like(entries, { actor_id: admin.userId, description: 'Очистка: базы данных без заведений (1)' });
  await clean('orphaned_db', { keys: [unasked] });
});

test.serial(
  'a plan that is old, or not of this action, is refused, and what has changed since is skipped',
  async (t) => {
    const id = await strayDatabase(await ourMark());
    const { body } = await plan('orphaned_db');

    t.like(await clean('test_tenants', { planId: body.plan.id }), { status: 400, body: { code: 'other_plan' } });
    await server.raw('drop database ??', [id]);
    const skipped = await clean('orphaned_db', { planId: body.plan.id, keys: [id] });
    t.like(skipped.body, { deleted: 0, operation: { skipped: 1 } });
    t.deepEqual(await databaseOf(id), { names: [], login: true });
    await pass(16 * MINUTE);
    t.like(await clean('orphaned_db', { planId: body.plan.id }), { status: 410, body: { code: 'plan_expired' } });
    await server.raw('drop role ??', [id]);
  },
);

test.serial('every action that finds nothing says so', async (t) => {
  for (const action of ['orphaned_containers', 'test_tenants', 'deleted_tenants', 'orphaned_nginx'] as const) {
    t.like(await clean(action), {
      status: 200,
      body: { success: true, found: 0, message: 'Очищать нечего', operation: null },
    });
  }
  t.like((await clean('fix_mismatches')).body, { fixed: 0, checked: 0, operation: null });
  t.like((await clean('orphaned_db', { keys: ['tnothing001'] })).body, { deleted: 0, found: 0 });
});

test.serial(
  'of all venues only those at test- addresses go, and come back with their data and their bot',
  async (t) => {
    const owner = await newOwner(platform);
    const real = await newVenue(platform, owner);
    const trial = await testVenue(owner);
    const near = await newVenue(platform, owner);
    await platform
      .db('tenants')
      .where({ id: near.id })
      .update({ subdomain: `my-test-${near.subdomain}` });
    await trial.call('POST', '/api/items', { name: 'Джин', unit: 'л' });
    const making = {
      ...(await platform.db('tenants').where({ id: near.id }).first()),
      id: newId(),
      status: 'creating',
    };
    delete making.number;
    await platform.db('tenants').insert({ ...making, subdomain: 'test-making', bot_id: 1 });

    const [one, two] = await Promise.all([clean('test_tenants'), clean('test_tenants')]);

    const done = [one, two].find(({ status }) => status === 200);
    t.like(done?.body, { deleted: 1, found: 1 });
    t.true([200, 409].includes(one.status) && [200, 409].includes(two.status));
    t.is((await trial.call('GET', '/api/items')).status, 404);
    t.is(await platform.venues.runtime.state(trial.id), 'asleep');
    t.is((await databaseOf(trial.id)).login, false);
    t.is((await real.call('GET', '/api/items')).status, 200);
    const statuses = await platform.db('tenants').whereIn('id', [real.id, near.id]).pluck('status');
    t.deepEqual(statuses, ['active', 'active']);
    t.is(await platform.db('tenants').where({ id: making.id, status: 'creating' }).delete(), 1, 'nor one being made');

    const row = await quarantined(trial.subdomain);
    t.like(await restore(row?.id ?? ''), { status: 200 });
    const items = await trial.call('GET', '/api/items');
    t.is(items.body.items[0].name, 'Джин');
    const { bot_token_sealed } = await platform.db('tenants').where({ id: trial.id }).first('bot_token_sealed');
    t.not(bot_token_sealed, '');
  },
);

test.serial('files of no venue are moved aside and back, and go after seven days', async (t) => {
  const id = newId();
  const folder = join(platform.home, 'tenants', id);
  await mkdir(join(folder, 'tmp'), { recursive: true });
  await writeFile(join(folder, 'tmp', 'note'), 'x'.repeat(5000));
  await writeFile(`${folder}.log`, 'a line\n');

  const { body } = await plan('orphaned_containers');
  const item = body.plan.items.find(({ key }: { key: string }) => key === id);
  t.true(item.bytes > 5000);
  t.like((await clean('orphaned_containers', { planId: body.plan.id, keys: [id] })).body, { removed: 1 });

  t.false(existsSync(folder));
  t.false(existsSync(`${folder}.log`));
  const row = await quarantined(id);
  await restore(row?.id ?? '');
  t.true(existsSync(join(folder, 'tmp', 'note')));
  t.true(existsSync(`${folder}.log`));
  t.like((await clean('orphaned_containers', { keys: [id] })).body, { removed: 1 });
  await pass(7 * DAY + MINUTE);
  await platform.cleanup.sweep();
  t.false((await readdir(join(platform.home, 'quarantine'))).some((name) => name.includes(id)));
});

test.serial('one cleanup of a kind at a time', async (t) => {
  const [id, other] = [newId(), newId()];
  for (const one of [id, other]) await mkdir(join(platform.home, 'tenants', one), { recursive: true });
  const [entered, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  faults.hold = { entered: entered.resolve, opened: opened.promise };
  t.teardown(() => {
    faults.hold = undefined;
    opened.resolve();
  });

  const first = clean('orphaned_containers', { keys: [id] });
  await entered.promise;
  const second = await clean('orphaned_containers', { keys: [other] });
  opened.resolve();

  t.like(second, { status: 409, body: { code: 'already_running' } });
  t.like((await first).body, { removed: 1 });
  t.like((await clean('orphaned_containers', { keys: [other] })).body, { removed: 1 });
});

test.serial('a site file of no venue is moved aside and back, those of living venues stay', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const file = (site: string) => join(sitesFolder, site);
  await writeFile(file(venue.subdomain), 'server {}');
  await writeFile(file('gone-bar'), 'server {}');

  const { body } = await admin.call('GET', `/api/admin/tenants/audit?search=${venue.subdomain}`);
  t.is(body.audit.stats.orphaned_nginx, 1);
  t.true(body.audit.tenants[0].evidence.some(({ says }: { says: string }) => says === 'Файл сайта есть'));
  t.like((await clean('orphaned_nginx')).body, { removed: 1, found: 1 });
  t.true(existsSync(file(venue.subdomain)));
  t.false(existsSync(file('gone-bar')));
  await restore((await quarantined('gone-bar'))?.id ?? '');
  t.true(existsSync(file('gone-bar')));
  await rm(file('gone-bar'));
});

test.serial('statuses are made true: stopped what may not run, forgotten where nobody answers', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const [suspended, stale] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  await admin.call('PUT', `/api/admin/tenants/${suspended.id}/status`, { status: 'suspended' });
  await platform.venues.runtime.stop(stale.id);
  let fixed: Reply | undefined;
  await until(async () => {
    await platform.db('tenants').where({ id: stale.id }).update({ endpoint: 'http://127.0.0.1:9' });
    await platform.venues.runtime.addressEvenIfSuspended(suspended.id);
    const { body } = await plan('fix_mismatches');
    fixed = await clean('fix_mismatches', { planId: body.plan.id, keys: [suspended.id, stale.id] });
    // the platform's own look, every quarter of a minute, may have stopped it first
    return fixed.body.fixed === 2;
  }, 'cleanup finds what may not run');

  t.like(fixed?.body, { fixed: 2 });
  t.true(fixed?.body.checked >= 2);
  t.is(await platform.venues.runtime.state(suspended.id), 'asleep');
  t.is((await platform.db('tenants').where({ id: stale.id }).first('endpoint')).endpoint, null);
  t.is((await stale.call('GET', '/api/items')).status, 200);
});

test.serial('what crashed runs again, and what stuck while it was made is finished or goes', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const crashed = await newVenue(platform, owner);
  // it cannot restart by itself
  await server.raw('alter database ?? with allow_connections false', [crashed.id]);
  process.kill(await venuePid(platform.home, crashed.id), 'SIGKILL');
  await until(
    async () =>
      (await platform.db('tenants').where({ id: crashed.id }).first('start_failed_at')).start_failed_at !== null,
    'the venue has not come back',
  );
  await server.raw('alter database ?? with allow_connections true', [crashed.id]);
  const order = async (subdomain: string): Promise<string> => {
    faults.stuckAt = 'start';
    const bot = await newBot(platform);
    const asked = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'boss' };
    void owner.call('POST', '/api/provision/create', asked).catch(() => undefined);
    const row = () => platform.db('tenants').where({ subdomain }).first('id');
    await until(async () => faults.stuck.has((await row())?.id), 'its making broke off');
    await platform.db.raw(`delete from pgboss.job where name = 'provision'`);
    const { id } = await row();
    await platform
      .db('tenants')
      .where({ id })
      .update({ created_at: new Date(clock.now().getTime() - 11 * MINUTE) });
    return id;
  };
  const [unfinished, orphan] = [await order(`half-${newId()}`), await order(`lost-${newId()}`)];
  faults.stuckAt = undefined;
  await platform.db('provisions').where({ tenant_id: orphan }).delete();
  const keys = [crashed.id, unfinished, orphan];
  const { body } = await plan('fix_mismatches');
  const wanted = body.plan.items.filter(({ key }: { key: string }) => keys.includes(key));
  t.is(wanted.length, 3);

  const fixed = await clean('fix_mismatches', { planId: body.plan.id, keys });

  t.like(fixed.body, { fixed: 3 });
  t.is((await crashed.call('GET', '/api/items')).status, 200);
  const statusOf = async (id: string) => (await platform.db('tenants').where({ id }).first('status')).status;
  t.is(await statusOf(unfinished), 'active');
  t.is(await platform.venues.runtime.state(unfinished), 'running');
  t.is(await statusOf(orphan), 'deleted');
});

test.serial('deleted venues are kept for their term and go after it', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);

  const early = await clean('deleted_tenants', { keys: [venue.id] });
  t.like(early.body, { deleted: 0, found: 1, operation: { skipped: 1 } });
  t.deepEqual((await databaseOf(venue.id)).names, [venue.id]);
  await pass(7 * DAY + MINUTE);
  const due = await clean('deleted_tenants', { keys: [venue.id] });

  t.like(due.body, { deleted: 1, found: 1 });
  t.deepEqual((await databaseOf(venue.id)).names, []);
});

test.serial('a customer may do none of it', async (t) => {
  const owner = await newOwner(platform);
  const calls: [string, string][] = [
    ['GET', '/api/admin/tenants/audit'],
    ['POST', '/api/admin/tenants/cleanup/plan'],
    ['POST', '/api/admin/tenants/cleanup'],
    ['GET', '/api/admin/tenants/quarantine'],
    ['POST', '/api/admin/tenants/quarantine/11111111-1111-4111-8111-111111111111/restore'],
  ];
  for (const [method, path] of calls) {
    t.is((await owner.call(method, path, method === 'POST' ? {} : undefined)).status, 403, path);
  }
});
