import { appendFile, readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { createBackupFiles } from '../../api/src/backups/files.ts';
import { hourOf, lastTurn } from '../../api/src/backups/schedule.service.ts';
import { createFolderStorage } from '../../api/src/storage/folder-storage.ts';
import {
  admin,
  ask,
  clock,
  folderOf,
  platform,
  rowsOf,
  server,
  setUpBackupLimits,
  signIn,
  venueOf,
} from '../support/backups/backup-limits.ts';
import { letPass } from '../support/clock/let-pass.ts';
import { databaseUrl } from '../support/database/postgres.ts';
import { DAY } from '../support/platform/api.ts';
import { call } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpBackupLimits();

test.serial('on a full disk the backup fails and says so, and the old ones stay', async (t) => {
  const venue = await venueOf();
  const { backup } = (await ask('POST', '', { tenantId: venue.id })).body;
  const { files } = platform.upkeep.backups;
  const { write } = files;
  const full = (): Writable =>
    new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
    });
  files.write = createBackupFiles(createFolderStorage(files.storage.name, full), files.keys).write;
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
  files.write = createBackupFiles(createFolderStorage(files.storage.name, bad), files.keys).write;
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
  // Garbage must not count. What a collection finds is given back beside the program, and the next one waits for it.
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const collect = () => {
    gc();
    gc();
  };
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
    let venue = await venueOf();
    // a database knows the real time, and the turn of some lies between it and the clock of the tests
    while (hourOf(venue.id) === clock.now().getUTCHours()) venue = await venueOf();
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

/** Adds backups of the same database, dated by a clock that was days ahead. */
async function addDatedAhead({ tenant_id, subdomain, sha256, bytes }: Record<string, unknown>, count: number) {
  for (let n = 1; n <= count; n += 1) {
    const created_at = new Date(clock.now().getTime() + 3 * DAY + n * 1000);
    const row = { id: crypto.randomUUID(), tenant_id, subdomain, status: 'done', sha256, bytes, created_at };
    await platform.db('backups').insert(row);
  }
}

test.serial('what is dated ahead goes first when a process looks for what is too old on its disk', async (t) => {
  await signIn();
  const venue = await venueOf();
  const { backup: right } = (await ask('POST', '', { tenantId: venue.id })).body;
  await addDatedAhead(right, 20);
  await letPass(clock, platform.accounts.trustedClock, DAY);

  await platform.upkeep.backups.keeping.pruneHere();

  const left = (await rowsOf(venue.id)).map(({ id }) => id);
  t.deepEqual([left.length, left.includes(right.id)], [14, true]);
});

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

  await addDatedAhead(wrong, 20);
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
