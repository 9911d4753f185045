import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { Launcher } from '../../../api/src/hosting/launcher.ts';
import { ownLauncher } from '../../../api/src/hosting/own-launcher.ts';
import { causeIn } from '../../../api/src/supervisor/start-failure.ts';
import { signedInCli, waysOf } from '../../support/cli/cli.ts';
import { call, newOwner, newVenue, root, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

test('a venue that cannot start is no venue asleep: it says so and why, in lists, audit and checks', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  const own = ownLauncher(home, root);
  let isBroken = false;
  let kill = (): void => undefined;
  const launch: Launcher['launch'] = (spec, write) => {
    const venue = own.launch(spec, write);
    kill = () => venue.kill('SIGKILL');
    if (!isBroken) return venue;
    const listening = Promise.reject(new Error('tenant ended before it listened: 1'));
    listening.catch(() => undefined);
    return { ...venue, listening };
  };
  const platform = await startTestPlatform({}, { home, launcher: { ...own, launch } });
  t.teardown(async () => {
    await platform.stop();
    await rm(home, { recursive: true, force: true });
  });
  const venue = await newVenue(platform, await newOwner(platform));
  const administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  const ask = (method: string, path: string) =>
    call(platform.url, method, `/api/admin/tenants${path}`, { token: administrator.token });
  const listed = async () => (await ask('GET', '?status=down')).body.tenants;
  await platform.venues.runtime.stop(venue.id);
  t.deepEqual(await listed(), [], 'asleep is not down');

  isBroken = true;
  const visited = await venue.call('GET', '/api/items');

  t.is(visited.status, 503);
  t.false(visited.body.error.includes('ostatok'), 'what staff read names no command');
  t.like((await listed())[0], {
    id: venue.id,
    status: 'active',
    start_failed: { reason: 'процесс завершился при запуске' },
  });
  const restarted = await ask('POST', `/${venue.id}/restart`);
  t.like(restarted, { status: 503, body: { code: 'tenant_down' } });
  t.true(restarted.body.error.includes(`ostatok tenants logs ${venue.subdomain}`), restarted.body.error);
  const ways = waysOf(await signedInCli(platform, 'admin'));
  const card = await ways.both('tenants show', [venue.subdomain]);
  t.true(card.screen.includes('Не запускается') && card.screen.includes(`ostatok tenants logs ${venue.subdomain}`));
  t.false(card.screen.includes('Спит'));
  t.true((await ways.both('tenants list')).screen.includes('Не запускается'));
  const status = await ways.both('status');
  t.like(status.json.attention[0], {
    id: 'venues_down',
    level: 'broken',
    details: [`${venue.subdomain}: процесс завершился при запуске`],
    action: { path: `/admin/tenants/${venue.id}`, command: `ostatok tenants restart ${venue.subdomain}` },
  });
  t.true(status.screen.includes(`$ ostatok tenants restart ${venue.subdomain}`), status.screen);

  const audited = await ways.both('cleanup audit');
  t.like(audited.json, { stats: { has_issues: 1, down: 1 } });
  t.deepEqual(audited.json.tenants[0].issues, ['Не запускается: процесс завершился при запуске']);
  t.true(audited.screen.includes('Не запускаются') && !audited.screen.includes('fix_mismatches'), audited.screen);
  const checked = (await ways.json('diagnostics run', ['docker'])).json.results;
  const states = checked.find(({ name }: { name: string }) => name === 'Состояние заведений');
  t.is(states.warning, `Не запускаются: ${venue.subdomain} (процесс завершился при запуске)`);

  isBroken = false;
  t.is((await ask('POST', `/${venue.id}/restart`)).status, 200);
  t.deepEqual(await listed(), []);

  // nobody visits it, and the attention list shows it all the same
  isBroken = true;
  kill();
  await until(async () => (await listed()).length === 1, 'a crash that the venue does not come back from');
  t.like((await listed())[0], { id: venue.id, awake: false });
});

test('an address that nobody answers at any more is forgotten: the venue is listed as asleep', async (t) => {
  const platform = await startTestPlatform();
  t.teardown(() => platform.stop());
  const venue = await newVenue(platform, await newOwner(platform));
  const running = await newVenue(platform, await newOwner(platform));
  await platform.venues.runtime.stop(venue.id);
  await platform.db('tenants').where({ id: venue.id }).update({ endpoint: 'http://127.0.0.1:1' });

  await platform.venues.runtime.forgetGone();

  const endpoints = await platform.db('tenants').select('id', 'endpoint').whereNotNull('endpoint');
  t.deepEqual(
    endpoints.map(({ id }: { id: string }) => id),
    [running.id],
  );
});

test('why a venue does not start is told in its own last words, not in those of an earlier start', (t) => {
  const listening = JSON.stringify({ level: 30, time: 1, msg: 'listening', port: 1 });
  const failed = JSON.stringify({ level: 50, time: 1, msg: 'no start', err: { message: 'connection refused' } });
  const dump = [
    'file:///x.mjs:1',
    '    throw it',
    'error: relation "users" does not exist',
    '    at Parser',
    '}',
    'Node.js v24',
  ];

  t.is(causeIn([listening, ...dump]), 'relation "users" does not exist');
  t.is(causeIn([...dump, failed]), 'connection refused');
  t.is(causeIn([...dump, listening, '{broken', 'plain words']), undefined);
  t.is(causeIn([]), undefined);
  t.is(
    causeIn([`error: create table "users" (${'"a" text, '.repeat(50)}) - relation "users" already exists`]),
    'relation "users" already exists',
  );
  t.is(causeIn([`TypeError: ${'x'.repeat(500)}`])?.length, 161);
});
