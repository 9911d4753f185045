import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type ArchivedServer, createArchivedServer } from '../support/archive/archived-server.ts';
import { debianPostgres } from '../support/archive/debian-postgres.ts';
import { blocksOf, blockWith } from '../support/archive/page.ts';
import { enter, openVenue, register } from '../support/archive/venue.ts';
import { call } from '../support/platform/platform.ts';
import { startProcess } from '../support/platform/platform-process.ts';
import { kill } from '../support/platform/several-processes.ts';
import { until } from '../support/run/until.ts';

const [standbyTest, why] = debianPostgres ? [test, ''] : [test.skip, " (no PostgreSQL here: Debian's postgresql)"];

const blocks = await blocksOf('standby.md');
const ofArchive = await blocksOf('continuous-archive.md');

/** Both servers of a test are on this machine, at ports of their own. */
const at = (text: string, { port }: ArchivedServer): string =>
  text.replaceAll('host=PRIMARY port=5432', `host=127.0.0.1 port=${port}`).replaceAll('STANDBY/32', '127.0.0.1/32');

/** Makes the second server of the first, as the page says. */
async function follow(second: ArchivedServer, first: ArchivedServer, password: string): Promise<void> {
  await second.run(`PASSWORD=${password}\n${at(blockWith(blocks, 'pg_basebackup'), first)}`);
  const listed = blockWith(blocks, 'pg_stat_replication');
  await until(async () => /^ostatok\|streaming\|/.test(await first.run(listed)), 'the second follows the first');
}

async function newEnv(t: ExecutionContext, url: string): Promise<Record<string, string>> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  t.teardown(() => rm(home, { recursive: true, force: true }));
  return { OSTATOK_HOME: home, DATABASE_URL: url, SECRET_KEY: randomUUID() };
}

standbyTest(`a second server takes the place of one that is gone with all that was acknowledged${why}`, async (t) => {
  if (!debianPostgres) return t.fail();
  t.timeout(240_000);
  const [first, second] = [
    await createArchivedServer(t, debianPostgres),
    await createArchivedServer(t, debianPostgres),
  ];
  const more = 'echo "max_connections = 300" > /etc/postgresql/17/main/conf.d/ostatok.conf';
  for (const server of [first, second]) await server.run(more);
  await first.run('systemctl start postgresql');
  const printed = await first.run(blockWith(ofArchive, 'create role ostatok'));
  const [, url = ''] = /^DATABASE_URL=(.+)$/m.exec(printed) ?? [];
  const [, password = ''] =
    /^PASSWORD=(\w+)$/m.exec(await first.run(at(blockWith(blocks, 'create role standby'), first))) ?? [];
  await follow(second, first, password);
  await first.run(blockWith(blocks, 'echo "synchronous_standby_names'));
  await until(
    async () => (await first.run(blockWith(blocks, 'pg_stat_replication'))).includes('|sync|'),
    'the first waits for it',
  );
  const urlOf = ({ port }: ArchivedServer): string => url.replace('ADDRESS:5432', `127.0.0.1:${port}`);
  const env = await newEnv(t, urlOf(first));
  let platform = await startProcess(env);
  t.teardown(() => kill(platform));
  const owner = await register(platform);
  const venue = await openVenue(platform, owner.token);
  const before = await enter(platform, venue);
  const rum = await before.addItem('Ром');
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) acknowledged.push(await before.add(rum));
  })().catch(() => undefined);
  await until(() => acknowledged.length > 50, 'staff count');

  await first.lose();
  isOver = true;
  await writing;
  await second.run(blockWith(blocks, 'pg_promote'));
  await kill(platform);
  platform = await startProcess({ ...env, DATABASE_URL: urlOf(second) });

  const after = await enter(platform, venue);
  const found = await after.changes();
  t.deepEqual(
    acknowledged.filter((id) => !found.includes(id)),
    [],
    'what was acknowledged is there',
  );
  t.true(found.length <= acknowledged.length + 1, 'and at most what was under way besides');
  t.is(await after.quantityOf(rum), found.length);
  t.is((await call(platform.url, 'GET', '/api/auth/me', { token: owner.token })).status, 200, 'still signed in');

  const again = at(blockWith(blocks, 'create role standby'), second).split('\n').slice(2).join('\n');
  await second.run(`PASSWORD=${password}\n${again}`);
  await follow(first, second, password);
  await after.add(rum);
  await until(
    async () => (await first.query('select pg_is_in_recovery(), pg_last_wal_replay_lsn() is not null')) === 't|t',
    'the first is the second now',
  );
});

standbyTest(`a first server that waits for a second that is away goes on by the page’s command${why}`, async (t) => {
  if (!debianPostgres) return t.fail();
  const server = await createArchivedServer(t, debianPostgres);
  await server.run('systemctl start postgresql');
  await server.run(blockWith(blocks, 'echo "synchronous_standby_names'));
  const waiting = server.query('create table counted (id int)');
  const held = `select count(*) from pg_stat_activity where wait_event = 'SyncRep'`;
  await until(async () => (await server.query(held)) === '1', 'it waits for the second');

  await server.run(blockWith(blocks, '/^synchronous_standby_names/d'));

  await waiting;
  t.is(await server.query('select count(*) from counted'), '0');
});
