import { randomBytes } from 'node:crypto';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { serverUrl } from '../support/database/postgres.ts';
import {
  alias,
  ask,
  customer,
  leftovers,
  platform,
  type Result,
  rubbish,
  setUpDiagnostics,
} from '../support/diagnostics/diagnostics-platform.ts';
import { call, newOwner, newVenue, startTestPlatform } from '../support/platform/platform.ts';
import { createGround, startProcess } from '../support/platform/platform-process.ts';
import { until } from '../support/run/until.ts';

setUpDiagnostics();

/** On a slow machine a check may warn of slowness. */
const isWell = (result?: Pick<Result, 'status'>): boolean => ['passed', 'warning'].includes(result?.status ?? '');

test.serial('all six suites pass on a running platform, and leave nothing behind', async (t) => {
  await alias('5011007003029', 'Jameson Irish Whiskey 0.7', {
    brand: 'Jameson',
    weight_empty_g: 500,
    weight_full_g: 1160,
  });
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await platform.venues.runtime.stop(venue.id);
  const before = await rubbish();
  const suites = await ask('GET', '/api/test/suites');
  t.deepEqual(
    suites.body.suites.map(({ name }: { name: string }) => name),
    ['database', 'auth', 'provisioning', 'catalog', 'admin', 'docker'],
  );

  const { body, status } = await ask('POST', '/api/test/run');

  t.is(status, 200);
  const results: Result[] = body.runs.flatMap((run: { results: Result[] }) => run.results);
  const failed = results.filter((result) => result.status === 'failed');
  t.deepEqual(failed, []);
  for (const { name, duration, description, purpose, message } of results) {
    const texts = [name, description, purpose, message];
    t.true(duration >= 0 && texts.every((text) => /[а-яё]|Telegram/.test(text)), JSON.stringify(texts));
  }
  for (const result of results) t.is(typeof result.warning, result.status === 'warning' ? 'string' : 'undefined');
  t.true(results.some((result) => Object.keys(result.details ?? {}).length > 0));
  for (const { results: own, summary } of body.runs as { results: Result[]; summary: object }[]) {
    const count = (wanted: string) => own.filter(({ status: one }) => one === wanted).length;
    const totalDuration = own.reduce((sum, { duration }) => sum + duration, 0);
    const [passed, warnings] = [count('passed'), count('warning')];
    t.deepEqual(summary, { passed, failed: 0, warnings, totalDuration });
  }
  const logged = await ask('GET', '/api/admin/activity?action=operation.started');
  t.like(logged.body.activity[0], { description: 'Начато: Все проверки' });
  for (const name of ['Заведение целиком', 'Запуск и остановка'])
    t.true(isWell(results.find((result) => result.name === name)), name);
  t.deepEqual(await rubbish(), before);
});

test.serial('in the background they are an operation whose items are the checks', async (t) => {
  const reply = await ask('POST', '/api/test/run/catalog', { headers: { prefer: 'respond-async' } });
  t.is(reply.status, 202);
  const { id } = reply.body.operation;
  await until(async () => (await ask('GET', `/api/admin/operations/${id}`)).body.operation.finished_at, 'the end');
  const { body } = await ask('GET', `/api/admin/operations/${id}`);
  const items = await ask('GET', `/api/admin/operations/${id}/items`);

  t.like(body.operation, { kind: 'diagnostics', status: 'done', failed: 0 });
  const { passed, warnings, failed } = body.operation.result;
  t.deepEqual([passed + warnings, failed], [items.body.items.length, 0]);
  t.deepEqual(items.body.items[0].key, 'catalog/1');
  t.is(items.body.items[0].result.name, 'Объём каталога');
  t.true(isWell(items.body.items[0].result));
});

test.serial('a check that fails says why, stops no other, and what it made is gone', async (t) => {
  const before = await rubbish();
  const real = platform.venues.runtime.setAdmin;
  platform.venues.runtime.setAdmin = () => Promise.reject(new Error('нарочно'));
  const { body } = await ask('POST', '/api/test/run/provisioning').finally(() => {
    platform.venues.runtime.setAdmin = real;
  });

  t.is(body.summary.failed, 1);
  const failed = body.results.find((result: Result) => result.status === 'failed');
  t.is(failed.error, 'Не удалось создать администратора заведения');
  t.deepEqual(await rubbish(), before);
  const database = await ask('POST', '/api/test/run/database');
  t.is(database.body.summary.failed, 0, JSON.stringify(database.body.results));
});

test.serial('who has registered under an address as those of checks is a person, and stays', async (t) => {
  const email = `check-${randomBytes(8).toString('hex')}@checks.invalid`;
  const body = { email, password: 'Long-enough-1', name: 'Чек' };
  t.is((await call(platform.url, 'POST', '/api/auth/register', { body })).status, 201);
  await platform
    .db('users')
    .where({ email })
    .update({ created_at: new Date(Date.now() - 3_600_000) });

  await ask('POST', '/api/test/run/auth');

  t.is((await platform.db('users').where({ email })).length, 1);
  await platform.db('users').where({ email }).delete();
});

test.serial('what a killed check has left is gone with the next run', async (t) => {
  const before = await rubbish();
  const email = `check-${randomBytes(8).toString('hex')}@checks.invalid`;
  await platform.db('users').insert({ email, name: 'x', created_at: new Date(Date.now() - 3_600_000) });
  await ask('POST', '/api/test/run/auth');

  t.deepEqual(await rubbish(), before);
});

test.serial(
  'what killed checks have left is gone when the platform starts again, and nothing of anybody else',
  async (t) => {
    const ground = await createGround();
    const { db, env } = ground;
    const server = connect(serverUrl(), { max: 1 });
    const theirs = 'check_00aa11bb22cc_1763790000000_00aa11bb';
    t.teardown(async () => {
      await server.raw('drop role if exists ??', [theirs]);
      await server.destroy();
      await ground.drop();
    });
    await server.raw('create role ??', [theirs]);
    let token = '';
    for (const moment of ['check:database', 'done:admin']) {
      const mortal = await startProcess({ ...env, CRASH_AT: moment });
      if (!token) {
        const body = { email: 'boss@bars.example', password: 'correct horse', name: 'Анна' };
        token = (await call(mortal.url, 'POST', '/api/auth/register', { body })).body.token;
        const [boss] = await db('users').where({ email: body.email }).update({ role: 'admin' }).returning('id');
        await db('tenants').insert({
          id: 'tcustomer01',
          owner_id: boss.id,
          subdomain: 'test-kitchen',
          display_name: 'Тестовая кухня',
          status: 'active',
          bot_id: 42,
          bot_username: 'check_kitchen_bot',
          admin_username: 'boss',
          bot_token_sealed: '',
          database_password_sealed: '',
          internal_secret_sealed: '',
        });
        await db('sandbox_bots').insert({ username: 'check_kitchen_bot', name: 'Кухня', token_hash: 'x' });
        await db('users').insert({ email: 'check-in@bars.example', name: 'Регистратура' });
      } else {
        token = (
          await call(mortal.url, 'POST', '/api/auth/login', {
            body: { email: 'boss@bars.example', password: 'correct horse' },
          })
        ).body.token;
      }
      await call(mortal.url, 'POST', '/api/test/run/provisioning', { token }).catch(() => undefined);
      t.is(await mortal.ended, 'SIGKILL', moment);
      const left = await leftovers(db, server, []);
      if (moment === 'check:database') t.is(left.names.length, 1);
      else t.deepEqual([left.venues.length, left.people.length, left.bots.length], [2, 2, 2]);
    }

    const made = await db('tenants').whereNot({ id: 'tcustomer01' }).pluck('id');
    t.is((await leftovers(db, server, made)).names.length, 1);

    const next = await startProcess(env);

    t.deepEqual(await leftovers(db, server, made), {
      names: [],
      venues: ['test-kitchen'],
      people: ['check-in@bars.example'],
      bots: ['check_kitchen_bot'],
    });
    t.like(await db('tenants').where({ id: 'tcustomer01' }).first(), { status: 'active' });
    t.is((await server('pg_roles').where({ rolname: theirs })).length, 1);
    next.child.kill('SIGTERM');
    t.is(await next.ended, 0);
  },
);

test.serial('the statistics count what there is', async (t) => {
  await alias('4607009580012', 'Водка 0,5', { brand: 'Белая', category: 'Водка' });
  await alias('4600000000015', 'Водка 1,0', {
    brand: 'Белая',
    category: 'Водка',
    weight_empty_g: 400,
    weight_full_g: 1350,
  });
  const { body } = await ask('GET', '/api/test/stats');
  const { platform: counts, catalog, docker, database } = body.stats;

  const users = Number((await platform.db('users').count({ n: '*' }).first())?.n);
  t.deepEqual(counts.users, { total: users, active: users });
  const tenants = Number((await platform.db('tenants').whereNot({ status: 'deleted' }).count({ n: '*' }).first())?.n);
  t.deepEqual(counts.tenants, { total: tenants, active: tenants });
  t.deepEqual(counts.subscriptions, { active: counts.subscriptions.active, mrr: 0 });
  t.like(catalog, { totalProducts: 3, verifiedProducts: 2, categoriesCount: 1, brandsCount: 2 });
  t.is(docker.containers.total, (await platform.venues.host.list()).length);
  const { running } = docker.containers;
  t.is(running, (await platform.venues.host.list()).filter(({ state }) => state === 'running').length);
  t.true(docker.images.total >= 1);
  t.deepEqual(docker.networks, { total: 0 }, 'a host of processes has none');
  t.is(docker.volumes.total, (await platform.venues.host.kept?.())?.length);
  t.true(database.postgresql.connected);
  t.regex(database.postgresql.sizeFormatted, /^[\d,]+ МБ$/);
  t.true(database.pool.total >= 1 && database.pool.total <= database.pool.max);
  t.is(database.pool.max, 20);
});

test.serial('the disk report shows the five largest of everything, and what to do', async (t) => {
  const { body } = await ask('GET', '/api/test/disk-usage');
  const { disk } = body;

  t.regex(disk.totalFormatted, /^[\d,]+ (КБ|МБ|ГБ)$/);
  t.true(disk.postgresDb.tables.length === 5 && disk.sourceCode.breakdown.length <= 5);
  t.true(disk.tenantVolumes.tenants.every((tenant: { tenantId: string }) => /^t[a-z0-9]{10}$/.test(tenant.tenantId)));
  const SIZE = /^[\d,]+ (Б|КБ|МБ|ГБ)$/;
  for (const part of ['dockerImages', 'sourceCode', 'tenantVolumes', 'postgresDb', 'logs', 'uploads'])
    t.regex(disk[part].totalFormatted, SIZE, part);
  t.regex(`${disk.logs.controlPlane}`, SIZE);
  t.regex(`${disk.logs.tenants}`, SIZE);
  for (const { name, size } of disk.dockerImages.images) t.true(name.length > 0 && SIZE.test(size), `${name} ${size}`);
  for (const { name, formatted } of [...disk.sourceCode.breakdown, ...disk.postgresDb.tables])
    t.true(name.length > 0 && SIZE.test(formatted), `${name} ${formatted}`);
  t.true(disk.recommendations.length >= 1);
  const again = await ask('GET', '/api/test/disk-usage');
  t.is(again.body.disk.at, disk.at, 'remembered for a while');
  t.not((await ask('GET', '/api/test/disk-usage?fresh=1')).body.disk.at, disk.at);
});

test.serial('nobody but an administrator runs or sees anything of it', async (t) => {
  for (const [method, path] of [
    ['POST', '/api/test/run'],
    ['POST', '/api/test/run/auth'],
    ['GET', '/api/test/stats'],
    ['GET', '/api/test/disk-usage'],
    ['GET', '/api/admin/backups'],
    ['POST', '/api/admin/backups'],
  ] as const) {
    t.is((await call(platform.url, method, path, { token: customer })).status, 403, path);
    t.is((await call(platform.url, method, path)).status, 401, path);
  }
  t.is((await ask('POST', '/api/test/run/nothing')).status, 404);
});

test('where administrators need a second factor, the check of their ways in sets one up', async (t) => {
  const strict = await startTestPlatform({ REQUIRE_ADMIN_2FA: '1' });
  t.teardown(() => strict.stop());
  const { userId } = await newOwner(strict);

  const { results } = await strict.upkeep.diagnostics.run(userId, 'admin');

  t.deepEqual(
    results.map(({ status }) => status),
    ['passed', 'passed', 'passed'],
  );
});
