import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgetSession, readSession, writeSession } from '@ostatok/cli/src/platform/session.ts';
import test from 'ava';

const kept = { url: 'http://one.test', email: 'anna@example.com', token: 'access', refreshToken: 'refresh' };

async function emptyConfig(): Promise<NodeJS.ProcessEnv> {
  return { OSTATOK_CONFIG_DIR: join(await mkdtemp(join(tmpdir(), 'ostatok-cli-')), 'deep') };
}

test('a kept sign-in can be read by its owner alone', async (t) => {
  const env = await emptyConfig();

  await writeSession(env, kept);

  const { mode } = await stat(join(env.OSTATOK_CONFIG_DIR ?? '', 'session.json'));
  t.is(mode & 0o777, 0o600);
  t.deepEqual(await readSession(env), kept);
});

test('OSTATOK_TOKEN and OSTATOK_URL stand above a kept sign-in', async (t) => {
  const env = await emptyConfig();
  await writeSession(env, kept);

  t.deepEqual(await readSession({ ...env, OSTATOK_TOKEN: 'other', OSTATOK_URL: 'http://two.test' }), {
    url: 'http://two.test',
    email: '',
    token: 'other',
  });
});

test('a kept token is not shown to another platform', async (t) => {
  const env = await emptyConfig();
  await writeSession(env, kept);

  t.is(await readSession({ ...env, OSTATOK_URL: 'http://two.test' }), undefined);
});

test('after signing out nothing is kept', async (t) => {
  const env = await emptyConfig();
  await writeSession(env, kept);

  await forgetSession(env);

  t.is(await readSession(env), undefined);
});
