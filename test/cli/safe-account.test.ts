import { hashPassword } from '@ostatok/api/src/auth/passwords.ts';
import anyTest, { type TestFn } from 'ava';
import { codeAfter, codeOf } from '../support/account/authenticator.ts';
import { newCli } from '../support/cli/cli.ts';
import { call, newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';

const test = anyTest as TestFn<{ platform: TestPlatform }>;

test.before(async (t) => {
  t.context.platform = await startTestPlatform({ REQUIRE_ADMIN_2FA: '1' });
});
test.after.always((t) => t.context.platform.stop());

async function newAdmin(platform: TestPlatform) {
  const admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin', email_verified: true });
  const cli = await newCli(platform.url);
  const login = (...more: string[]) =>
    cli.inside(['login', '--email', admin.email, '--password-stdin', ...more], { input: `${admin.password}\n` });
  return { admin, cli, login };
}

test('login of an administrator without a second factor fails, names the page that sets it up, and leaves no sign-in', async (t) => {
  const { platform } = t.context;
  const { admin, cli, login } = await newAdmin(platform);
  const open = async () => (await admin.call('GET', '/api/auth/sessions')).body.sessions.length;
  const before = await open();

  const plain = await login();
  const script = await login('--json');
  const status = await cli.inside(['users', 'list', '--json']);

  t.deepEqual([plain.code, script.code], [1, 1]);
  t.true(plain.stderr.includes(`второй шаг входа, а он не включён. Включите его в браузере: ${platform.url}/profile`));
  t.like(JSON.parse(script.stdout), { success: false, code: 'secure_account' });
  t.true(JSON.parse(script.stdout).error.includes(`${platform.url}/profile`));
  t.is(JSON.parse(status.stdout).code, 'not_signed_in');
  t.is(await open(), before);
});

test('once the second factor is set up, the same administrator signs in with its code', async (t) => {
  const { admin, login, cli } = await newAdmin(t.context.platform);
  const { secret } = (await admin.call('POST', '/api/auth/totp', { password: admin.password })).body;
  const now = new Date();
  await admin.call('POST', '/api/auth/totp/confirm', { code: codeOf(secret, now) });

  const { code, stderr } = await login('--code', codeAfter(secret, now));

  t.is(code, 0, stderr);
  t.is((await cli.inside(['users', 'list'])).code, 0);
});

test('login of an administrator with a weak password says that it is to be changed', async (t) => {
  const { platform } = t.context;
  const { admin, login } = await newAdmin(platform);
  const { secret } = (await admin.call('POST', '/api/auth/totp', { password: admin.password })).body;
  const now = new Date();
  await admin.call('POST', '/api/auth/totp/confirm', { code: codeOf(secret, now) });
  admin.password = 'kegs-cork';
  const password_hash = await hashPassword(admin.password);
  await platform.db('users').where({ id: admin.userId }).update({ password_hash });

  const { code, stderr } = await login('--code', codeAfter(secret, now));

  t.is(code, 1);
  t.true(stderr.includes(`Пароль администратора слабый. Задайте другой в браузере: ${platform.url}/profile`), stderr);
});

test('a command of a sign-in from before the second factor was required names the page as well', async (t) => {
  const { platform } = t.context;
  const { admin, cli } = await newAdmin(platform);
  const { body } = await call(platform.url, 'POST', '/api/auth/login', { body: admin });

  const { code, stdout } = await cli.inside(['users', 'list', '--json'], { env: { OSTATOK_TOKEN: body.token } });

  t.is(code, 1);
  t.like(JSON.parse(stdout), { code: 'secure_account' });
  t.true(JSON.parse(stdout).error.endsWith(`Откройте ${platform.url}/profile`), stdout);
});
