import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { provisionSteps } from '@ostatok/api/contract/provision.ts';
import anyTest, { type TestFn } from 'ava';
import { codeAfter, codeOf, proveAddress } from '../support/account/authenticator.ts';
import { newCli, signedInCli as signedIn, waysOf, widest } from '../support/cli/cli.ts';
import { call, newBot, newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';

const test = anyTest as TestFn<{ platform: TestPlatform }>;

test.before(async (t) => {
  t.context.platform = await startTestPlatform();
});
test.after.always((t) => t.context.platform.stop());

const newName = (): string => `cli-${Math.random().toString(36).slice(2, 10)}`;

test('login keeps the sign-in for its owner alone and says who it is', async (t) => {
  const { platform } = t.context;
  const owner = await newOwner(platform);
  const cli = await newCli(platform.url);

  const { code, stdout, stderr } = await cli(['login', '--email', owner.email, '--password-stdin'], {
    input: `${owner.password}\n`,
  });

  t.is(code, 0);
  t.is(stdout, '');
  t.true(stderr.includes(`Вы вошли на ${platform.url} как ${owner.email}.`));
  const { mode } = await stat(join(cli.config, 'session.json'));
  t.is(mode & 0o777, 0o600);
});

test('login takes the code of the second step from --code, and says without a terminal where to give it', async (t) => {
  const { platform } = t.context;
  const owner = await newOwner(platform);
  await proveAddress(platform, { id: owner.userId });
  const { secret } = (await owner.call('POST', '/api/auth/totp', { password: owner.password })).body;
  const now = new Date();
  const confirmed = await owner.call('POST', '/api/auth/totp/confirm', { code: codeOf(secret, now) });
  const [recovery] = confirmed.body.recoveryCodes;
  const cli = await newCli(platform.url);
  const login = (...code: string[]) =>
    cli.inside(['login', '--email', owner.email, '--password-stdin', ...code], { input: `${owner.password}\n` });

  const without = await login();
  const wrong = await login('--code', '000000');
  const byCode = await login('--code', codeAfter(secret, now));
  const byRecovery = await login('--code', recovery);
  const again = await login('--code', recovery);

  t.deepEqual([without.code, wrong.code, again.code], [1, 1, 1]);
  t.regex(without.stderr, /код второго шага — в --code/);
  t.deepEqual([byCode.code, byRecovery.code], [0, 0], byCode.stderr + byRecovery.stderr);
});

test('a wrong password is refused in one sentence with exit code 1', async (t) => {
  const { platform } = t.context;
  const owner = await newOwner(platform);
  const cli = await newCli(platform.url);

  const { code, stderr } = await cli(['login', '--email', owner.email, '--password-stdin'], { input: 'wrong\n' });

  t.is(code, 1);
  t.is(stderr.trim().split('\n').length, 1);
  t.regex(stderr, /[а-я]/i);
});

test('status says that the platform works, who you are and how many venues there are', async (t) => {
  const cli = await signedIn(t.context.platform);

  const { code, stdout } = await cli(['status']);
  const json = JSON.parse((await cli.inside(['status', '--json'])).stdout);

  t.is(code, 0);
  t.true(stdout.includes('работает'));
  t.like(json, { success: true, alive: true, ready: true, tenants: {}, user: { role: 'customer' } });
});

test('status of a platform that is down says so with exit code 1', async (t) => {
  const cli = await newCli('http://127.0.0.1:1');

  const { code, stdout } = await cli.inside(['status', '--json']);

  t.is(code, 1);
  t.like(JSON.parse(stdout), { success: false, alive: false, ready: false });
});

test('tenants create without a terminal prints each step once and answers JSON to a script', async (t) => {
  const { platform } = t.context;
  const cli = await signedIn(platform);
  const subdomain = newName();
  const bot = await newBot(platform);

  const plain = await cli([
    'tenants',
    'create',
    subdomain,
    '--bot-token',
    bot.token,
    '--admin',
    'anna',
    '--name',
    'Бар',
  ]);
  const listed = JSON.parse((await cli.inside(['tenants', 'list', '--json'])).stdout);
  const second = await cli([
    'tenants',
    'create',
    newName(),
    '--bot-token',
    (await newBot(platform)).token,
    '--admin',
    'anna',
    '--json',
  ]);

  t.is(plain.code, 0, plain.stderr);
  t.is(plain.stdout, '');
  for (const { label } of provisionSteps) t.is(plain.stderr.split(`${label}: готово`).length, 2, label);
  t.regex(plain.stderr, /Пароль: [A-Za-z0-9]{12}\nПодключить Telegram.*: http\S+&start=[\w-]{43}\n/);
  t.like(listed.tenants[0], { subdomain, status: 'active', display_name: 'Бар' });
  t.is(second.code, 0, second.stderr);
  t.is(second.stderr, '');
  const answer = JSON.parse(second.stdout);
  t.regex(answer.telegramLink, /start=[\w-]{43}$/);
  t.like(answer, { success: true, adminCredentials: { username: 'anna' }, tenant: { status: 'active' } });
});

test('tenants create --own-chat asks for no token and has no step of a bot', async (t) => {
  const { platform } = t.context;
  const cli = await signedIn(platform);
  const create = ['tenants', 'create', newName(), '--admin', 'anna', '--own-chat'];

  const made = await cli(create);
  const both = await cli([...create, '--bot-token', '123456789:A']);

  t.is(made.code, 0, made.stderr);
  t.notRegex(made.stderr, /бота/i);
  t.regex(made.stderr, /Адрес в интернете: готово/);
  t.is(both.code, 1);
  t.regex(both.stderr, /--bot-token и --own-chat — что-то одно/);
});

test('tenants create in a terminal draws every step as an Ink view', async (t) => {
  const { platform } = t.context;
  const cli = await signedIn(platform);
  const bot = await newBot(platform);

  const { code, stdout } = await cli(['tenants', 'create', newName(), '--bot-token', bot.token, '--admin', 'anna'], {
    terminal: true,
  });

  const screen = stripVTControlCharacters(stdout);
  t.is(code, 0, screen);
  for (const { label } of provisionSteps) t.true(screen.includes(`✓ ${label}`), label);
  t.true(screen.includes('Готово: http'));
});

test('what the platform refuses, the command says in Russian with exit code 1', async (t) => {
  const { platform } = t.context;
  const cli = await signedIn(platform);

  const badName = await cli.inside([
    'tenants',
    'create',
    'Бар!',
    '--bot-token',
    '1:short',
    '--admin',
    '@anna',
    '--json',
  ]);
  const badToken = await cli.inside([
    'tenants',
    'create',
    newName(),
    '--bot-token',
    `99999:${'x'.repeat(35)}`,
    '--admin',
    'anna',
  ]);
  const left = JSON.parse((await cli.inside(['tenants', 'list', '--json'])).stdout);

  t.is(badName.code, 1);
  const { error, code } = JSON.parse(badName.stdout);
  t.is(code, 'invalid_input');
  t.true(error.includes('Только латинские буквы a–z, цифры и дефис'));
  t.true(error.includes('Вводите username БЕЗ знака @'));
  t.is(badToken.code, 1);
  t.regex(badToken.stderr, /токен/i);
  t.deepEqual(left.tenants, []);
});

test('an administrator sees the venues of every owner', async (t) => {
  const { platform } = t.context;
  const owner = await signedIn(platform);
  const subdomain = newName();
  await owner.inside([
    'tenants',
    'create',
    subdomain,
    '--bot-token',
    (await newBot(platform)).token,
    '--admin',
    'anna',
  ]);
  const cli = await signedIn(platform, 'admin');

  const { stdout, code } = await cli.inside(['tenants', 'list', '--search', subdomain]);

  t.is(code, 0);
  t.true(stdout.includes(subdomain));
  t.true(stdout.includes('@test.example'));
});

test('sessions are listed and ended one by one or everywhere, here too', async (t) => {
  const { platform } = t.context;
  const owner = await newOwner(platform);
  const cli = await newCli(platform.url);
  const { json, terminal, both } = waysOf(cli);
  const login = () =>
    cli.inside(['login', '--email', owner.email, '--password-stdin'], { input: `${owner.password}\n` });
  const other = await call(platform.url, 'POST', '/api/auth/login', { body: owner });
  await login();

  const listed = await both('sessions list');
  const strange = listed.json.sessions.filter((one: { current: boolean }) => !one.current);
  const [unnamed, unknown, unsure] = [
    await json('sessions end'),
    await json('sessions end', ['ffffffff']),
    await json('sessions end', ['--all']),
  ];
  const ended = [];
  for (const { id } of strange) ended.push((await json('sessions end', [id])).json.id);
  const { status } = await call(platform.url, 'GET', '/api/auth/me', { token: other.body.token });
  const everywhere = await terminal('sessions end', ['--all', '--yes']);
  const after = await json('sessions list');

  t.deepEqual([listed.code, listed.terminalCode, strange.length], [0, 0, 2], listed.screen);
  t.true(listed.screen.includes('(здесь)'), listed.screen);
  t.true(widest(listed.screen) <= 80);
  t.deepEqual(
    [unnamed.json.code, unknown.json.code, unsure.json.code],
    ['no_session', 'session_not_found', 'not_confirmed'],
  );
  t.deepEqual(
    ended,
    strange.map(({ id }: { id: string }) => id),
  );
  t.is(status, 401);
  t.is(everywhere.code, 0, everywhere.screen);
  t.true(everywhere.screen.includes('Вы вышли везде.'));
  t.is(after.code, 1);
});

test('after logout the commands ask to sign in', async (t) => {
  const cli = await signedIn(t.context.platform);

  t.is((await cli(['logout'])).code, 0);
  const { code, stderr } = await cli.inside(['tenants', 'list']);

  t.is(code, 1);
  t.is(stderr.trim(), 'Вы не вошли. Войдите: ostatok login');
});

test('an unknown command names its neighbours', async (t) => {
  const cli = await newCli(t.context.platform.url);

  const { code, stderr } = await cli(['tenants', 'lisst']);

  t.is(code, 1);
  t.true(stderr.includes('Нет команды «tenants lisst»'));
  t.true(stderr.includes('ostatok tenants list'));
});
