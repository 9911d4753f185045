import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { newOwner, root, startTestPlatform } from '../support/platform/platform.ts';
import { compileCache } from '../support/run/compile-cache.ts';

const run = promisify(execFile);

test('a lost second factor is taken away on the machine itself: sessions end, and the log and a letter tell', async (t) => {
  const secretKey = randomBytes(32).toString('base64url');
  const platform = await startTestPlatform({}, { secretKey });
  t.teardown(platform.stop);
  const owner = await newOwner(platform);
  const key = { id: crypto.randomUUID(), user_id: owner.userId, credential_id: 'key', public_key: Buffer.from('key') };
  await platform.db('passkeys').insert({ ...key, counter: 0, name: 'Телефон', created_at: new Date() });
  const { PATH } = process.env;
  const env = {
    PATH,
    ...compileCache(),
    DATABASE_URL: platform.databaseUrl,
    SECRET_KEY: secretKey,
    OSTATOK_HOME: platform.home,
  };
  const reset = (email: string) => run(process.execPath, [join(root, 'api/src/reset-factor.ts'), email], { env });

  const missing = await t.throwsAsync<Error & { stderr?: string }>(reset('nobody@bar.example'));
  const { stdout } = await reset(owner.email.toUpperCase());

  t.regex(missing?.stderr ?? '', /Учётной записи с адресом nobody@bar\.example нет/);
  t.regex(stdout, /Второй шаг входа снят/);
  t.deepEqual(await platform.db('passkeys').where({ user_id: owner.userId }), []);
  platform.accounts.sessions.forget(owner.userId);
  t.is((await owner.call('GET', '/api/auth/me')).status, 401);
  const events = await platform.db('security_events').where({ user_id: owner.userId }).pluck('event');
  t.true(events.includes('factor.reset'));
  const letters = await platform.db('mails').where({ recipient: owner.email }).pluck('template');
  t.true(letters.includes('security_notice'));
});
