import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTrustedClock } from '@ostatok/api/src/trusted-clock/trusted-clock.service.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { type ArchivedServer, createArchivedServer } from '../support/archive/archived-server.ts';
import { debianPostgres } from '../support/archive/debian-postgres.ts';
import { blocksOf, blockWith } from '../support/archive/page.ts';
import { type Entered, enter, openVenue, register } from '../support/archive/venue.ts';
import { createDatabase } from '../support/database/postgres.ts';
import { PASSWORD } from '../support/platform/api.ts';
import { call, type Reply } from '../support/platform/platform.ts';
import { type PlatformProcess, startProcess } from '../support/platform/platform-process.ts';
import { kill } from '../support/platform/several-processes.ts';
import { until } from '../support/run/until.ts';

const [archiveTest, why] = debianPostgres
  ? [test, '']
  : [test.skip, " (no pgBackRest here: Debian's packages pgbackrest and postgresql)"];

const blocks = await blocksOf('continuous-archive.md');

/** The example of the page with a quicker clock, and the commands that begin with it. */
const settings = blockWith(blocks, 'archive_timeout').replace('archive_timeout = 30\n', 'archive_timeout = 1\n');
const latest = blockWith(blocks, '-mindepth 1 -delete');
const asOf = (time: string): string =>
  blockWith(blocks, '--type=time').replace('"2026-11-28 21:40:00+03"', `"${time}"`);
const afterRestore = blockWith(blocks, 'after-restore.sql');
const newHistory = blockWith(blocks, 'systemctl start ostatok');

/** Prepares the server as the page says; returns the environment of a platform on it. */
async function prepare(t: ExecutionContext, server: ArchivedServer): Promise<Record<string, string>> {
  t.regex(settings, /^archive_timeout = 1$/m);
  await server.run(settings);
  await server.run(blockWith(blocks, 'repo1-cipher-type'));
  await server.run('systemctl start postgresql');
  const printed = await server.run(blockWith(blocks, 'create role ostatok'));
  const [, url = ''] = /^DATABASE_URL=(.+)$/m.exec(printed) ?? [];
  await server.run(blockWith(blocks, 'stanza-create'));
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  t.teardown(() => rm(home, { recursive: true, force: true }));
  const DATABASE_URL = url.replace('ADDRESS:5432', `127.0.0.1:${server.port}`);
  return { OSTATOK_HOME: home, DATABASE_URL, SECRET_KEY: randomUUID() };
}

/** What cron runs each hour and on most nights, as its lines have it. */
async function nightly(server: ArchivedServer): Promise<string[]> {
  const lines = (await server.run('cat /etc/cron.d/pgbackrest-ostatok')).trim().split('\n');
  const commands = lines.map((line) => /^\S+ \S+ \S+ \S+ \S+ postgres (pgbackrest .+)$/.exec(line)?.[1] ?? line);
  return commands.filter((command) => !command.includes('--type=full'));
}

const login = (platform: PlatformProcess, email: string): Promise<Reply> =>
  call(platform.url, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } });

async function addMany(venue: Entered, itemId: number, many: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < many) ids.push(await venue.add(itemId));
  return ids;
}

/** Waits until the clock has closed the log up to now, and it is in the repository. */
async function untilArchived(server: ArchivedServer): Promise<void> {
  const file = await server.query('select pg_walfile_name(pg_current_wal_insert_lsn())');
  await until(
    async () => (await server.query('select last_archived_wal from pg_stat_archiver')) >= file,
    'what was written is in the repository',
  );
}

archiveTest(
  `a killed server whose data is gone comes back as it was a moment before, and as it was at a time, with the amounts of then${why}`,
  async (t) => {
    if (!debianPostgres) return t.fail();
    t.timeout(240_000);
    const server = await createArchivedServer(t, debianPostgres);
    const env = await prepare(t, server);
    let platform = await startProcess(env);
    t.teardown(() => kill(platform));
    const [owner, leaver] = [await register(platform), await register(platform)];
    const opened = await openVenue(platform, owner.token);
    let venue = await enter(platform, opened);
    const rum = await venue.addItem('Ром');
    const first = await addMany(venue, rum, 5);
    await server.run(blockWith(blocks, 'cron.d'));
    for (const command of await nightly(server)) await server.run(command);

    const second = await addMany(venue, rum, 5);
    const then = await server.query('select now()');
    const gin = await venue.addItem('Джин');
    const leaving = await call(platform.url, 'DELETE', '/api/auth/delete-account', {
      token: leaver.token,
      body: { password: PASSWORD },
    });
    t.is(leaving.status, 200, JSON.stringify(leaving.body));
    const third = await addMany(venue, rum, 5);
    await untilArchived(server);
    const last = await addMany(venue, rum, 3);
    await Promise.all([server.lose(), kill(platform)]);

    await server.run(latest);
    await server.run(afterRestore);
    await server.run(newHistory);
    const info = await server.run('pgbackrest info');
    t.regex(info, /status: ok\n\s+cipher: aes-256-cbc/);
    t.deepEqual(info.match(/(full|diff)(?= backup)/g), ['full', 'diff', 'full']);
    platform = await startProcess(env);
    venue = await enter(platform, opened);
    const written = [...first, ...second, ...third, ...last];
    const found = await venue.changes();
    t.true(found.length >= 15, `${found.length} changes`);
    t.deepEqual(found, written.slice(0, found.length), 'nothing is missing before what is there');
    t.is(await venue.quantityOf(rum), found.length);
    t.is((await call(platform.url, 'GET', '/api/auth/me', { token: owner.token })).status, 401, 'sign-ins end');
    t.is((await login(platform, owner.email)).status, 200);
    t.is((await login(platform, leaver.email)).status, 401);
    await addMany(venue, rum, 2);
    t.is(await venue.quantityOf(rum), found.length + 2);
    await untilArchived(server);
    await kill(platform);

    await server.run(asOf(then));
    await server.run(afterRestore);
    platform = await startProcess(env);
    venue = await enter(platform, opened);
    t.deepEqual(await venue.changes(), [...first, ...second]);
    t.is(await venue.quantityOf(rum), 10);
    t.is((await login(platform, owner.email)).status, 200);
    t.is((await login(platform, leaver.email)).status, 401, 'who was erased since is erased again');
    t.true((await venue.addItem('Виски')) > gin, 'a number is not given again');
  },
);

test('what is run after a restore keeps the platform from charging for a day', async (t) => {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 1 });
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
  });
  await db('seen_time').insert({ looked_at: new Date(Date.now() - 3_600_000), unseen_ms: 0, wait_ms: 0 });
  const [, sql = ''] = /<< 'END'\n(.+?)\nEND$/ms.exec(afterRestore) ?? [];

  await db.raw(sql);

  const clock = createTrustedClock({
    db,
    activity: { record: async () => undefined },
    log: createLog('test', 'silent'),
  });
  t.is(await clock.hoursToWait(), 24);
});

test('what the page names is what Debian’s pgBackRest and the platform need', (t) => {
  const page = blocks.join('\n');
  t.regex(page, /^archive_timeout = 30$/m, 'half a minute, and half a minute for its way');
  t.regex(page, /^archive_mode = on$/m);
  t.regex(page, /^apt update && apt install -y postgresql pgbackrest$/m);
});
