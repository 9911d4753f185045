import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { createDatabase } from '../support/database/postgres.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  signInTo,
  startTestPlatform,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { S3_SECRET, type S3Server, startS3 } from '../support/storage/s3-server.ts';

const BACKUP_KEY = randomUUID();
const SECRET_KEY = randomUUID();
let s3: S3Server;
let platform: TestPlatform;
let admin: string;

async function administrate(where: TestPlatform): Promise<string> {
  const boss = await newOwner(where);
  await where.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  return (await call(where.url, 'POST', '/api/auth/login', { body: boss })).body.token;
}

test.before(async () => {
  s3 = await startS3();
  platform = await startTestPlatform({ ...s3.env, BACKUP_KEY, BACKUP_KEEP: '2' }, { secretKey: SECRET_KEY });
  admin = await administrate(platform);
});
test.afterEach.always(() => {
  s3.interfere = undefined;
});
test.after.always(async () => {
  await platform?.stop();
  await s3?.close();
});

const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  call(platform.url, method, `/api/admin/backups${path}`, { token: admin, body });
const venueOf = async () => newVenue(platform, await newOwner(platform));
const keysOf = (folder: string): string[] => [...s3.objects.keys()].filter((key) => key.includes(`/${folder}/`)).sort();

async function backUp(tenantId?: string) {
  const { status, body } = await ask('POST', '', { tenantId });
  if (status !== 200 || !body.backup) throw new Error(JSON.stringify(body));
  return body.backup;
}

test.serial('a venue is backed up into a bucket, encrypted, proven and restored from it', async (t) => {
  const venue = await venueOf();
  await venue.call('POST', '/api/items', { name: 'Ром «Тень»', unit: 'шт' });

  const backup = await backUp(venue.id);

  t.like(backup, { status: 'done', protection: 'encrypted', elsewhere: false });
  t.deepEqual(keysOf(venue.id), [`ours/${venue.id}/${backup.id}.backup`, `ours/${venue.id}/${backup.id}.json`]);
  t.deepEqual(s3.unfinished(), []);
  await t.throwsAsync(readdir(join(platform.home, 'backups')), { code: 'ENOENT' });
  const everything = Buffer.concat([...s3.objects.values()]).toString('latin1');
  t.false(everything.includes(Buffer.from('Тень').toString('latin1')));
  t.truthy((await ask('POST', `/${backup.id}/verify`)).body.backup?.verified_at);
  await venue.call('POST', '/api/items', { name: 'Лишнее', unit: 'шт' });
  t.like((await ask('POST', `/${backup.id}/restore`, {})).body.operation, { status: 'done', done: 1 });
  const items = await (await signInTo(platform, venue)).call('GET', '/api/items');
  t.deepEqual(
    items.body.items.map(({ name }: { name: string }) => name),
    ['Ром «Тень»'],
  );
});

test.serial(
  'the newest are kept, one is deleted by hand, and a purged venue leaves nothing in the bucket',
  async (t) => {
    const venue = await venueOf();
    const [first, second, third] = [await backUp(venue.id), await backUp(venue.id), await backUp(venue.id)];
    t.is(keysOf(venue.id).length, 4);
    t.is((await ask('GET', `/${first.id}`)).status, 404);
    t.is((await ask('DELETE', `/${second.id}`)).status, 200);
    t.deepEqual(keysOf(venue.id), [`ours/${venue.id}/${third.id}.backup`, `ours/${venue.id}/${third.id}.json`]);

    await platform.upkeep.backups.keeping.forget(venue.id);

    t.deepEqual(keysOf(venue.id), []);
    t.is((await platform.db('backups').where({ tenant_id: venue.id })).length, 0);
  },
);

/** What the administrator reads of a backup that could not be made. */
const troubles = [
  ['denied', { status: 403, code: 'AccessDenied' }, /S3_ACCESS_KEY_ID/],
  ['cut', 'cut', /оборвалась/],
  ['overloaded', { status: 503, code: 'SlowDown' }, /не отвечает/],
] as const;

for (const [trouble, interference, message] of troubles) {
  test.serial(`a bucket that is ${trouble} costs no backup that is there, and is told of in words`, async (t) => {
    const venue = await venueOf();
    const backup = await backUp(venue.id);
    s3.interfere = () => interference;

    const made = await ask('POST', '', { tenantId: venue.id });
    const verified = await ask('POST', `/${backup.id}/verify`);
    const restored = await ask('POST', `/${backup.id}/restore`, {});
    const listed = await ask('GET', `?filter=${encodeURIComponent(JSON.stringify({ tenant_id: venue.id }))}`);
    await t.throwsAsync(platform.upkeep.backups.keeping.reconcile());

    t.like(made.body.operation, { status: 'failed' });
    for (const { status, body } of [verified, restored]) {
      t.is(status, 503);
      t.regex(body.error, message);
    }
    const [failed, kept] = listed.body.backups;
    t.like(failed, { status: 'failed' });
    t.regex(failed.error, message);
    t.like(kept, { id: backup.id, status: 'done', protection: 'encrypted' });
    t.notRegex(JSON.stringify([made.body, verified.body, listed.body]), new RegExp(S3_SECRET));

    s3.interfere = undefined;
    t.truthy((await ask('POST', `/${backup.id}/verify`)).body.backup?.verified_at);
    t.deepEqual(keysOf(venue.id).length, 2);
  });
}

test.serial(
  'a bucket that can be written and not listed gets its backups, and the job tells what is wrong',
  async (t) => {
    const venue = await venueOf();
    await platform
      .db('tenants')
      .where({ id: venue.id })
      .update({ created_at: new Date(Date.now() - 2 * 86_400_000) });
    s3.interfere = ({ url = '' }) => (url.includes('list-type') ? { status: 403, code: 'AccessDenied' } : undefined);

    await t.throwsAsync(platform.upkeep.backups.schedule.makeDue(), { message: /права ключа на бакет/ });

    t.deepEqual(await platform.db('backups').where({ tenant_id: venue.id }).pluck('status'), ['done']);
    t.is(keysOf(venue.id).length, 2);
  },
);

test.serial('what was altered or removed in the bucket is found, and what is whole again counts again', async (t) => {
  const venue = await venueOf();
  const [altered, lost] = [await backUp(venue.id), await backUp(venue.id)];
  const [alteredKey, lostKey] = [altered, lost].map(({ id }) => `ours/${venue.id}/${id}.backup`) as [string, string];
  const [whole, away] = [s3.objects.get(alteredKey) as Buffer, s3.objects.get(lostKey) as Buffer];
  const changed = Buffer.from(whole);
  changed[50] = (changed[50] ?? 0) ^ 1;
  s3.objects.set(alteredKey, changed);
  s3.objects.delete(lostKey);
  const { keeping } = platform.upkeep.backups;

  t.like((await ask('POST', `/${altered.id}/restore`, {})).body, { code: 'backup_altered' });
  t.is((await ask('POST', `/${altered.id}/verify`)).status, 422);
  await keeping.reconcile();
  const statusOf = async (id: string) => (await ask('GET', `/${id}`)).body.backup.status;
  t.deepEqual([await statusOf(altered.id), await statusOf(lost.id)], ['failed', 'failed']);

  s3.objects.set(alteredKey, whole);
  s3.objects.set(lostKey, away);
  await keeping.reconcile();
  t.deepEqual([await statusOf(altered.id), await statusOf(lost.id)], ['done', 'done']);
});

test.serial('with the bucket and two keys alone the platform comes back on a new machine', async (t) => {
  const lifecycle = createLifecycle(createLog('test', 'silent'));
  const lost = await startTestPlatform({ ...s3.env, BACKUP_URL: 's3://copies/lost', BACKUP_KEY }, { lifecycle });
  t.teardown(lost.stop);
  const token = await administrate(lost);
  const stays = await newOwner(lost);
  const { backup } = (await call(lost.url, 'POST', '/api/admin/backups', { token, body: {} })).body;
  await lifecycle.stop();
  const database = await createDatabase('platform');
  const home = await mkdtemp(join(tmpdir(), 'bucket-machine-'));
  t.teardown(() => rm(home, { recursive: true }));
  t.teardown(database.drop);
  const env = {
    ...s3.env,
    BACKUP_URL: 's3://copies/lost',
    BACKUP_KEY,
    DATABASE_URL: database.url,
    SECRET_KEY,
    OSTATOK_HOME: home,
  };
  const run = (words: string[], more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../api/src/restore-platform.ts'), ...words], {
      env: { PATH: process.env.PATH, ...env, ...more },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }) => ({ code, text: stderr }),
    );

  const stranger = await run(['--list'], { S3_SECRET_ACCESS_KEY: 'another' });
  t.deepEqual([stranger.code, /S3_SECRET_ACCESS_KEY/.test(stranger.text)], [1, true], stranger.text);
  t.regex((await run([`s3://others/platform/${backup.id}.backup`])).text, /не в том бакете/);
  t.regex((await run([randomUUID()])).text, /нет её описания|нет на месте/);
  const listed = await run(['--list']);
  t.true(listed.text.includes(backup.id), listed.text);
  const done = await run([backup.id]);
  t.is(done.code, 0, done.text);
  t.regex((await run([`s3://copies/lost/platform/${backup.id}.backup`])).text, /Готово/);

  const found = await startTestPlatform({ ...env }, { databaseUrl: database.url, home, secretKey: SECRET_KEY });
  t.teardown(found.stop);
  t.is((await call(found.url, 'POST', '/api/auth/login', { body: stays })).status, 200);
});

test.serial('an erasure is told by the bucket to every machine, and done again after a restore', async (t) => {
  const leaves = await newOwner(platform);
  await platform.people.deletion.delete(leaves.userId);

  const stored = [...s3.objects].filter(([key]) => key.startsWith('ours/erasures/')).map(([, bytes]) => String(bytes));
  t.is(stored.filter((line) => JSON.parse(line).id === leaves.userId).length, 1);
  await platform.db('users').where({ id: leaves.userId }).update({ deleted_at: null });
  await platform.people.retention.reapplyErasures();
  t.truthy((await platform.db('users').where({ id: leaves.userId }).first()).deleted_at);
});

test('mistakes in the settings of a bucket are told all at once', (t) => {
  const load = (env: Record<string, string>) => () => loadConfig(platformEnvSchema, env);
  t.throws(load({ BACKUP_URL: 's3://copies/ours' }), {
    message: /S3_ENDPOINT: обязателен.*S3_ACCESS_KEY_ID: обязателен.*S3_SECRET_ACCESS_KEY: обязателен/s,
  });
  const wrong = {
    ...s3.env,
    BACKUP_URL: 'https://copies',
    S3_ENDPOINT: 'storage',
    S3_REGION: 'Москва',
    BACKUP_DIR: '/b',
  };
  t.throws(load(wrong), {
    message: /BACKUP_DIR: уберите.*BACKUP_URL: нужен адрес.*S3_ENDPOINT: нужен адрес.*S3_REGION/s,
  });
  t.notThrows(load(s3.env));
  t.notThrows(load({ ...s3.env, BACKUP_URL: 's3://copies' }));
});
