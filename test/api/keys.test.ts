import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createUnsubscribeLinks } from '@ostatok/api/src/campaigns/unsubscribe-links.ts';
import { createResealing, sealedColumns } from '@ostatok/api/src/keys/resealing.service.ts';
import { forgetPreviousKeys, replaceKeptKey, secretKeysOf } from '@ostatok/api/src/keys/secret-keys.ts';
import { createTenantSecrets } from '@ostatok/api/src/platform/tenant-secrets.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { call, newOwner, startTestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const log = createLog('test', 'silent');
const newKey = (): string => randomBytes(32).toString('base64url');

/** Runs `rotate-keys` in this environment as an administrator does. */
const commandOf =
  (given: Record<string, string>) =>
  (words: string[], env = {}) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../api/src/rotate-keys.ts'), ...words], {
      env: { PATH: process.env.PATH, ...given, ...env },
    }).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stderr }) => ({ code, said: stderr }),
    );

function homeFolder(t: { teardown: (work: () => void) => void }): string {
  const home = mkdtempSync(join(tmpdir(), 'keys-home-'));
  t.teardown(() => rmSync(home, { recursive: true }));
  return home;
}

test('a replaced SECRET_KEY opens and verifies, and everything at rest comes under the new one at the start', async (t) => {
  const [old, next] = [newKey(), newKey()];
  const lifecycle = createLifecycle(log);
  const first = await startTestPlatform({}, { lifecycle, secretKey: old });
  const { databaseUrl, home } = first;
  t.teardown(() => first.stop());
  const person = { email: 'anna@bar.example', password: 'correct horse', name: 'Анна' };
  const { body } = await call(first.url, 'POST', '/api/auth/register', { body: person });
  const venue = createTenantSecrets(createSecrets(old)).create('123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  const owner = { owner_id: body.user.id, bot_id: 123456, display_name: 'Бар', admin_username: 'anna' };
  await first.db('tenants').insert({ id: 't0123456789', subdomain: 'bar', status: 'suspended', ...owner, ...venue });
  const links = createUnsubscribeLinks({ secrets: createSecrets(old), publicUrl: '' });
  const made = await first.db('users').where({ id: body.user.id }).first('id', 'created_at');
  const link = links.linkOf(made).replace(/^.*token=/, '');
  await lifecycle.stop();

  const both = { databaseUrl, home, lifecycle: createLifecycle(log), secretKey: next, previousKeys: [old] };
  const second = await startTestPlatform({}, both);
  const me = await call(second.url, 'GET', '/api/auth/me', { token: body.token });
  const refreshed = await call(second.url, 'POST', '/api/auth/refresh', { body: { refreshToken: body.refreshToken } });
  const row = await second.db('tenants').where({ id: 't0123456789' }).first();
  const secrets = createSecrets(next);
  const remaining = await createResealing({ db: second.db, secrets, log }).remaining();
  await both.lifecycle.stop();

  t.deepEqual([me.status, refreshed.status, remaining], [200, 200, 0]);
  t.is(createTenantSecrets(secrets).botTokenOf(row), '123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  t.is(createTenantSecrets(secrets).internalOf(row), createTenantSecrets(createSecrets(old)).internalOf(venue));

  const third = await startTestPlatform({}, { databaseUrl, home, secretKey: next });
  t.teardown(() => third.stop());
  const again = { refreshToken: refreshed.body.refreshToken };
  t.is((await call(third.url, 'POST', '/api/auth/refresh', { body: again })).status, 200);
  t.is((await call(third.url, 'GET', '/api/auth/me', { token: body.token })).status, 401);
  const unsubscribe = async (token: string): Promise<boolean> =>
    (await fetch(`${third.url}/api/public/unsubscribe?token=${token}`, { method: 'POST' })).ok;
  t.deepEqual([await unsubscribe(link), await unsubscribe(`${made.id}.${'A'.repeat(22)}`)], [true, false]);

  const columns = await third
    .db('information_schema.columns')
    .where({ table_schema: 'public' })
    .whereLike('column_name', '%\\_sealed')
    .select('table_name', 'column_name');
  t.deepEqual(
    columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort(),
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});

test('what two keys have sealed is told apart, and a key that is not given opens nothing', (t) => {
  const [a, b, c] = [newKey(), newKey(), newKey()];
  const sealed = createSecrets(a).seal('token', 'x');

  t.is(createSecrets(b, [c, a]).open(sealed, 'x'), 'token');
  t.false(sealed.startsWith(createSecrets(b, [a]).sealedPrefix));
  t.throws(() => createSecrets(b, [c]).open(sealed, 'x'), { name: 'UnknownKey' });
  t.false(sealed.includes(a) || createSecrets(a).keyId.length > 8);
});

test('at each moment of replacing the key in the folder, every key in use is in a file', (t) => {
  const home = homeFolder(t);
  const config = { SECRET_KEY: undefined, SECRET_KEY_PREVIOUS: undefined, DATABASE_URL: undefined };
  const { secretKey: first } = secretKeysOf(config, home);

  // killed in the middle of each write
  const path = (name: string): string => join(home, 'secrets', name);
  for (const fails of ['secret-key-previous.new', 'secret-key.new']) {
    const before = secretKeysOf(config, home).secretKey;
    const killed = (file: string, text: string): void => {
      writeFileSync(file, file === path(fails) ? text.slice(0, 5) : text);
      if (file === path(fails)) throw new Error('killed');
    };
    t.throws(() => replaceKeptKey(home, killed));
    const { secretKey, previousKeys } = secretKeysOf(config, home);
    t.is(secretKey, before);
    t.true([secretKey, ...previousKeys].includes(first));
  }
  replaceKeptKey(home);
  const { secretKey, previousKeys } = secretKeysOf(config, home);
  t.not(secretKey, first);
  t.true(previousKeys.includes(first));
  forgetPreviousKeys(home);
  t.deepEqual(secretKeysOf(config, home), { secretKey, previousKeys: [] });
});

test('the keys before are not forgotten while a platform may still seal by them, nor while backups need them', async (t) => {
  const [old, next] = [newKey(), newKey()];
  const lifecycle = createLifecycle(log);
  const first = await startTestPlatform({}, { lifecycle, secretKey: old });
  const { databaseUrl, home } = first;
  t.teardown(() => first.stop());
  const boss = await newOwner(first);
  await first.db('users').where({ id: boss.userId }).update({ role: 'admin' });
  const { body } = await call(first.url, 'POST', '/api/auth/login', { body: boss });
  const made = await call(first.url, 'POST', '/api/admin/backups', { token: body.token, body: {} });
  t.is(made.body.backup.status, 'done');
  await mkdir(join(home, 'secrets'), { recursive: true });
  await writeFile(join(home, 'secrets/secret-key-previous'), old);
  const rotate = commandOf({ OSTATOK_HOME: home, DATABASE_URL: databaseUrl, SECRET_KEY: next });

  // a letter in the queue is sealed by the previous key, which is reported first
  let tooSoon = await rotate(['forget']);
  await until(async () => {
    tooSoon = await rotate(['forget']);
    return !/зашифровано/.test(tooSoon.said);
  }, 'no letter waits');
  await lifecycle.stop();
  const again = { databaseUrl, home, lifecycle: createLifecycle(log), secretKey: next, previousKeys: [old] };
  await startTestPlatform({}, again);
  await again.lifecycle.stop();
  const status = await rotate(['status']);
  const refused = await rotate(['forget']);
  const forgotten = await rotate(['forget', '--with-backups']);

  t.is(tooSoon.code, 1);
  t.regex(tooSoon.said, /ещё не запускалась/);
  t.regex(status.said, /Прежних ключей: 1. Подписано ими копий: [1-9]/);
  t.is(refused.code, 1);
  t.regex(refused.said, /подписано копий: [1-9].*--with-backups/);
  t.is(forgotten.code, 0, forgotten.said);
  t.false(existsSync(join(home, 'secrets/secret-key-previous')));
});

test('the command makes a new key, and refuses where the key is in the environment', async (t) => {
  const home = homeFolder(t);
  const run = commandOf({ OSTATOK_HOME: home });

  const made = await run(['new']);
  const refused = await run(['new'], { SECRET_KEY: newKey() });
  const nothing = await run([]);

  t.is(made.code, 0, made.said);
  t.true(existsSync(join(home, 'secrets/secret-key-previous')));
  t.not(
    readFileSync(join(home, 'secrets/secret-key'), 'utf8'),
    readFileSync(join(home, 'secrets/secret-key-previous'), 'utf8'),
  );
  t.is(refused.code, 1);
  t.regex(refused.said, /SECRET_KEY_PREVIOUS/);
  t.is(nothing.code, 2);
});
