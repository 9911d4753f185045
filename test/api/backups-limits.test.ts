import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { createBackupFiles } from '../../api/src/backups/files.ts';
import { hourOf, lastTurn } from '../../api/src/backups/schedule.service.ts';
import { createClock, DAY } from '../support/api.ts';
import { letPass } from '../support/let-pass.ts';
import {
  call,
  callVenue,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform.ts';
import { type PlatformProcess, startProcess } from '../support/platform-process.ts';
import { databaseUrl, serverUrl } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const SECRET_KEY = 'a-secret-key-of-thirty-two-characters';
const HOUR = 3_600_000;
const clock = createClock();
let platform: TestPlatform;
let server: Knex;
let boss: TestOwner;
let admin: string;
async function signIn(): Promise<void> {
  admin = (await call(platform.url, 'POST', '/api/auth/login', { body: boss })).body.token;
}
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

const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  call(platform.url, method, `/api/admin/backups${path}`, { token: admin, body });
const folderOf = (id: string): string => join(platform.home, 'backups', id);
const rowsOf = (id: string | null) => platform.db('backups').where({ tenant_id: id }).orderBy('created_at');
const venueOf = async () => newVenue(platform, await newOwner(platform));

test.serial('on a full disk the backup fails and says so, and the old ones stay', async (t) => {
  const venue = await venueOf();
  const { backup } = (await ask('POST', '', { tenantId: venue.id })).body;
  const { files } = platform.upkeep.backups;
  const { write } = files;
  const full = (): Writable =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    });
  files.write = createBackupFiles(files.root, files.keys, full).write;
  t.teardown(() => {
    files.write = write;
  });

  const { body } = await ask('POST', '', { tenantId: venue.id });

  t.like(body.operation, { status: 'failed', failed: 1 });
  const [kept, failed] = await rowsOf(venue.id);
  t.like(kept, { id: backup.id, status: 'done' });
  t.like(failed, { status: 'failed', error: 'На диске нет места: копия не сделана, прежние на месте' });
  t.deepEqual((await readdir(folderOf(venue.id))).sort(), [`${backup.id}.backup`, `${backup.id}.json`]);
  const disk = await call(platform.url, 'GET', '/api/test/disk-usage?fresh=1', { token: admin });
  t.true(
    disk.body.disk.recommendations.some(
      ({ level, message }: { level: string; message: string }) =>
        level === 'warning' && message.startsWith('Последняя копия не получилась, баз: 1'),
    ),
  );
});

test.serial('what the disk gives back otherwise than it was written is no backup', async (t) => {
  const venue = await venueOf();
  const { files } = platform.upkeep.backups;
  const { write } = files;
  const bad = (path: string): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        const altered = Buffer.from(chunk);
        altered[altered.length - 1] = ~(altered.at(-1) ?? 0);
        appendFile(path, altered).then(() => done(), done);
      },
    });
  files.write = createBackupFiles(files.root, files.keys, bad).write;
  t.teardown(() => {
    files.write = write;
  });

  const { body } = await ask('POST', '', { tenantId: venue.id });

  t.like(body.operation, { status: 'failed', failed: 1 });
  t.deepEqual(
    (await rowsOf(venue.id)).map(({ status }) => status),
    ['failed'],
  );
  await t.throwsAsync(readdir(folderOf(venue.id)), { code: 'ENOENT' });
});

test.serial('a hundred thousand rows are backed up and proven in little memory', async (t) => {
  const venue = await venueOf();
  const db = connect(databaseUrl(venue.id), { max: 1 });
  await db.raw(`insert into items (name, search_name, unit) values ('Ром', 'ром', 'л')`);
  await db.raw(`insert into changes (id, item_id, delta, before, after, method, given, source, note, at)
    select gen_random_uuid(), 1, n * 0.001, 0, 1, 'delta', 1, 'bot', repeat(md5(n::text), 10), now()
      from generate_series(1, 100000) n`);
  await db.destroy();
  // garbage must not count
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watch = setInterval(() => {
    collect();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 1000);

  await ask('POST', '', { tenantId: venue.id });
  // a busy machine may take longer than the request waits
  await until(async () => (await rowsOf(venue.id))[0]?.status === 'done', 'the backup is made');
  const [backup] = await rowsOf(venue.id);
  const proven = await ask('POST', `/${backup.id}/verify`);

  clearInterval(watch);
  t.truthy(proven.body.backup?.verified_at, JSON.stringify(proven.body));
  t.log(`${backup.bytes} bytes, ${Math.round(most / 1e6)} MB of buffers at most`);
  // the rows alone are more than 44 MB
  t.true(most < 25e6, `${most} bytes of buffers`);
});

test.serial(
  'every database has its daily turn, is proven weekly, and what a restore has replaced goes after 7 days',
  async (t) => {
    const venue = await venueOf();
    const { schedule, keeping } = platform.upkeep.backups;
    const ofPlatform = async () => (await rowsOf(null)).filter(({ status }) => status === 'done').length;
    // the hour that the clock was moved by may have held the platform's turn
    await schedule.makeDue();
    const before = await ofPlatform();
    t.is((await rowsOf(venue.id)).length, 0, 'a new one waits for its turn');

    clock.pass(DAY);
    await signIn();
    await Promise.all([schedule.makeDue(), schedule.makeDue()]);
    await schedule.makeDue();
    t.deepEqual(
      (await rowsOf(venue.id)).map(({ status }) => status),
      ['done'],
    );
    t.is(await ofPlatform(), before + 1);
    await schedule.proveDue();
    const [backup] = await rowsOf(venue.id);
    t.truthy(backup.verified_at);
    const proven = backup.verified_at;
    await schedule.proveDue();
    t.deepEqual((await rowsOf(venue.id))[0].verified_at, proven, 'once a week is enough');

    t.is((await ask('POST', `/${backup.id}/restore`, {})).status, 200);
    const beside = () => server('pg_database').whereLike('datname', `${venue.id}\\_%`).pluck('datname');
    t.is((await beside()).length, 1);
    await keeping.dropReplaced([venue.id]);
    t.is((await beside()).length, 1);
    clock.pass(8 * DAY);
    await keeping.dropReplaced([venue.id]);
    t.is((await beside()).length, 1, 'not by a clock that has only jumped');
    await letPass(clock, platform.accounts.trustedClock, DAY);
    await keeping.dropReplaced([venue.id]);
    t.deepEqual(await beside(), []);
  },
);

test.serial('a clock that goes a day ahead and is set right costs no backup and no turn', async (t) => {
  const venue = await venueOf();
  const { schedule } = platform.upkeep.backups;
  const made = async () => (await rowsOf(venue.id)).filter(({ status }) => status === 'done');
  clock.pass(2 * DAY);
  await schedule.makeDue();
  const [wrong] = await made();
  t.truthy(wrong);
  clock.pass(-DAY);
  await signIn();

  await schedule.makeDue();
  await schedule.makeDue();
  await schedule.proveDue();

  const [right, later] = await made();
  t.deepEqual([later?.id, (await made()).length], [wrong.id, 2], 'the turn of today, once');
  t.true(right.created_at < wrong.created_at && right.verified_at !== null, 'the newest by the right clock is proven');
  t.deepEqual((await schedule.overdue()).stale, 0);

  // many backups dated by the wrong clock
  const { tenant_id, subdomain, sha256, bytes } = wrong;
  for (let n = 1; n <= 20; n += 1) {
    const created_at = new Date(clock.now().getTime() + 3 * DAY + n * 1000);
    const row = { id: crypto.randomUUID(), tenant_id, subdomain, status: 'done', sha256, bytes, created_at };
    await platform.db('backups').insert(row);
  }
  const { body } = await ask('POST', '', { tenantId: venue.id });
  t.truthy(body.backup, JSON.stringify(body));
  t.true((await readdir(folderOf(venue.id))).includes(`${body.backup.id}.backup`), 'the one just made stays');

  await letPass(clock, platform.accounts.trustedClock, DAY);
  await signIn();
  const { body: next } = await ask('POST', '', { tenantId: venue.id });
  const kept = (await made()).map(({ id }) => id);
  t.is(kept.length, 14);
  for (const id of [right.id, body.backup.id, next.backup.id]) t.true(kept.includes(id), 'what is dated rightly stays');
});

test('turns spread over the day and come once', (t) => {
  const hours = Array.from({ length: 500 }, (_, index) => hourOf(`t${String(index).padStart(10, '0')}`));
  t.is(new Set(hours).size, 24);
  const now = new Date('2026-03-05T12:30:00Z');
  for (const id of ['t0000000001', 't0000000002', null]) {
    const turn = lastTurn(id, now);
    t.true(turn <= now && now.getTime() - turn.getTime() < DAY);
    t.is(turn.getUTCHours(), hourOf(id));
  }
});

/** How a process ended that its work was meant to kill; if the work ends first, the process is stopped. */
async function endOf({ child, ended }: PlatformProcess, db: Knex): Promise<NodeJS.Signals | number | null> {
  let isGone = false;
  const gone = ended.then((end) => {
    isGone = true;
    return end;
  });
  const isOver = async (): Promise<boolean> =>
    isGone || (await db('operations').orderBy('number', 'desc').first())?.finished_at !== null;
  await until(isOver, 'an end of the process, or of its work', 10 * 60_000);
  child.kill('SIGTERM');
  return gone;
}

for (const moment of ['backup', 'before-switch', 'after-switch'] as const) {
  test.serial(`a platform killed at ${moment} is taken up by the next one, and nothing is half-done`, async (t) => {
    const lifecycle = createLifecycle(createLog('test', 'silent'));
    const first = await startTestPlatform({}, { lifecycle, secretKey: SECRET_KEY });
    t.teardown(first.stop);
    const boss = await newOwner(first);
    await first.db('users').where({ id: boss.userId }).update({ role: 'admin' });
    const { token } = (await call(first.url, 'POST', '/api/auth/login', { body: boss })).body;
    const venue = await newVenue(first, boss);
    await venue.call('POST', '/api/items', { name: 'Было', unit: 'шт' });
    const made = await call(first.url, 'POST', '/api/admin/backups', { token, body: { tenantId: venue.id } });
    await venue.call('POST', '/api/items', { name: 'Стало', unit: 'шт' });
    await lifecycle.stop();
    const env = { DATABASE_URL: first.databaseUrl, SECRET_KEY, OSTATOK_HOME: first.home, KILL_AT: moment };
    const db = connect(first.databaseUrl, { max: 1 });
    t.teardown(() => db.destroy());
    const mortal = await startProcess(env, 'crashing-backups.ts');
    const path = moment === 'backup' ? '/api/admin/backups' : `/api/admin/backups/${made.body.backup.id}/restore`;
    const headers = { prefer: 'respond-async' };
    // the process may die before it answers
    await call(mortal.url, 'POST', path, { token, headers, body: { tenantId: venue.id } }).catch(() => undefined);
    t.is(await endOf(mortal, db), 'SIGKILL');

    const next = await startTestPlatform(
      {},
      { databaseUrl: first.databaseUrl, home: first.home, secretKey: SECRET_KEY },
    );
    t.teardown(next.stop);
    const ended = async () => (await next.db('operations').whereNull('finished_at').first()) === undefined;
    await until(ended, 'the operation ends');
    const last = await next.db('operations').orderBy('number', 'desc').first();
    t.like(
      last,
      { status: 'done', failed: 0 },
      JSON.stringify(await next.db('operation_items').where({ operation_id: last.id })),
    );
    const rows = await next.db('backups').where({ tenant_id: venue.id }).orderBy('created_at');
    const files = (await readdir(join(first.home, 'backups', venue.id))).sort();
    const good = rows.filter(({ status }) => status === 'done').flatMap(({ id }) => [`${id}.backup`, `${id}.json`]);
    t.deepEqual(files, good.sort(), 'every file is whole and told of');
    t.deepEqual(
      rows.map(({ status }) => status),
      moment === 'backup' ? ['done', 'failed', 'done'] : ['done'],
    );
    const beside = (): Promise<string[]> =>
      server('pg_database').whereLike('datname', `${venue.id}%`).orderBy('datname').pluck('datname');
    // the next trial of the same tenant drops a trial that was killed too
    const databases = (await beside()).filter((name) => !name.includes('_trial_'));
    const names = databases.map((name) => name.replace(/\d{10}$/, '').slice(venue.id.length));
    t.deepEqual(names, moment === 'backup' ? [''] : ['', '_old_']);
    const inside = connect(databaseUrl(venue.id), { max: 1 });
    t.deepEqual(await inside('items').orderBy('id').pluck('name'), moment === 'backup' ? ['Было', 'Стало'] : ['Было']);
    await inside.destroy();
  });
}

/** How a restore may be stopped, and where its process may die. */
const deaths = [
  ['cancel', 'shut'],
  ['cancel', 'switched'],
  ['pause', 'shut'],
] as const;

test.serial('a restore that is halted and killed leaves its venue open, with the old data or the new', async (t) => {
  const lifecycle = createLifecycle(createLog('test', 'silent'));
  const first = await startTestPlatform({}, { lifecycle, secretKey: SECRET_KEY });
  t.teardown(first.stop);
  const boss = await newOwner(first, 'corporate');
  await first.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  const { token } = (await call(first.url, 'POST', '/api/auth/login', { body: boss })).body;
  const venue = await newVenue(first, boss);
  /** Signs in anew each time: a restore ends every session. */
  const signedIn = async (port: number): Promise<string> => {
    const at = { ...first, port };
    return (await callVenue(at, venue.subdomain, 'POST', '/api/auth/login', { body: venue.credentials })).body.token;
  };
  const add = async (port: number, name: string) =>
    callVenue({ ...first, port }, venue.subdomain, 'POST', '/api/items', {
      token: await signedIn(port),
      body: { name, unit: 'шт' },
    });
  await add(first.port, 'Было');
  const { body } = await call(first.url, 'POST', '/api/admin/backups', { token, body: { tenantId: venue.id } });
  await lifecycle.stop();
  const env = { DATABASE_URL: first.databaseUrl, SECRET_KEY, OSTATOK_HOME: first.home };
  const db = connect(first.databaseUrl, { max: 1 });
  t.teardown(() => db.destroy());
  for (const [halt, moment] of deaths) {
    const mortal = await startProcess({ ...env, KILL_AT: moment, HALT: halt }, 'crashing-backups.ts');
    const later = `Стало при ${halt} ${moment}`;
    t.is((await add(mortal.port, later)).status, 201);
    const path = `/api/admin/backups/${body.backup.id}/restore`;
    const headers = { prefer: 'respond-async' };
    t.is((await call(mortal.url, 'POST', path, { token, headers, body: {} })).status, 202);
    t.is(await endOf(mortal, db), 'SIGKILL', `${halt} ${moment}`);

    const next = await startProcess(env, 'crashing-backups.ts');
    const operation = () => db('operations').where({ kind: 'restore' }).orderBy('number', 'desc').first();
    const isOver = async (): Promise<boolean> => (await operation()).finished_at !== null;
    if (halt !== 'pause') await until(isOver, `the restore is over (${halt} ${moment})`);
    const seen = await callVenue({ ...first, port: next.port }, venue.subdomain, 'GET', '/api/items', {
      token: await signedIn(next.port),
    });
    t.is(seen.status, 200, `${halt} ${moment}: ${JSON.stringify(seen.body)}`);
    const names = seen.body.items.map((item: { name: string }) => item.name).sort();
    const { status, id } = await operation();
    // the work in progress has ended, and its item shows that
    t.deepEqual(names, halt === 'pause' ? ['Было', later].sort() : ['Было'], `${halt} ${moment}`);
    t.is(status, { cancel: 'canceled', pause: 'paused' }[halt]);
    const item = await db('operation_items').where({ operation_id: id }).first();
    if (halt !== 'pause') t.is(item.status, 'done', `${halt} ${moment}`);
    if (halt === 'pause') await db('operations').where({ id }).update({ status: 'canceled', finished_at: new Date() });
    next.child.kill('SIGTERM');
    t.is(await next.ended, 0);
  }
});
