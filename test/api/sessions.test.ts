import test from 'ava';
import { createTestServices, DAY, MINUTE, type TestServices } from '../support/platform/api.ts';

const password = 'correct horse';
let services: TestServices;
let people = 0;

test.before(async () => {
  services = await createTestServices();
});
test.after.always(() => services.close());

async function signUp(on: TestServices = services) {
  people += 1;
  const input = { email: `session${people}@bar.example`, password, name: 'Анна' };
  const { account, ...tokens } = await on.auth.register(input, `10.0.0.${people}`);
  return { account, ...tokens };
}

const over = { message: 'Сеанс завершён, войдите снова' };

test('each refresh gives the next token, and its access token names the user', async (t) => {
  const first = await signUp();

  const second = await services.auth.refresh(first.refreshToken);
  const third = await services.auth.refresh(second.refreshToken);

  t.is(new Set([first, second, third].map((tokens) => tokens.refreshToken)).size, 3);
  t.is((await services.sessions.callerOf(third.token)).userId, first.account.id);
});

test.serial('a refresh token used again later than a race ends the whole family', async (t) => {
  const mine = await createTestServices();
  const first = await signUp(mine);
  const second = await mine.auth.refresh(first.refreshToken);
  mine.clock.pass(MINUTE);

  await t.throwsAsync(mine.auth.refresh(first.refreshToken), over);
  await t.throwsAsync(mine.auth.refresh(second.refreshToken), over);
  await t.throwsAsync(mine.sessions.callerOf(second.token), over);
  await mine.close();
});

test('a clock set back a day keeps nobody in who is blocked, and makes no race of a token used again', async (t) => {
  const mine = await createTestServices();
  t.teardown(mine.close);
  const [first, thief] = [await signUp(mine), await signUp(mine)];
  mine.clock.pass(DAY / 2);
  const second = await mine.auth.refresh(first.refreshToken);
  await mine.auth.refresh(thief.refreshToken);
  await mine.sessions.callerOf(second.token);
  mine.clock.pass(-DAY / 2);

  // as if by another process, which drops only its own cache
  await mine.db('users').where({ id: first.account.id }).update({ status: 'blocked' });

  await t.throwsAsync(mine.sessions.callerOf(second.token), { message: /заблокирована/ });
  await t.throwsAsync(mine.auth.refresh(thief.refreshToken), over);
});

test('a clock that went days ahead and was set right has ended no sign-in for good', async (t) => {
  const mine = await createTestServices();
  t.teardown(mine.close);
  const first = await signUp(mine);
  mine.clock.pass(5 * DAY);
  await t.throwsAsync(mine.auth.refresh(first.refreshToken), over);
  await mine.auth.login({ email: first.account.email, password, rememberMe: false }, '10.9.9.8');
  mine.clock.pass(-5 * DAY);

  await t.notThrowsAsync(mine.auth.refresh(first.refreshToken));
});

test('another sign-in of the same user outlives a revoked family', async (t) => {
  const mine = await createTestServices();
  const first = await signUp(mine);
  const elsewhere = await mine.auth.login({ email: first.account.email, password, rememberMe: false }, '10.9.9.9');
  await mine.auth.refresh(first.refreshToken);
  mine.clock.pass(MINUTE);
  await t.throwsAsync(mine.auth.refresh(first.refreshToken), over);

  await t.notThrowsAsync(mine.auth.refresh(elsewhere.refreshToken));
  await mine.close();
});

test('tabs that refresh at the same moment get the same successor, and it works', async (t) => {
  const first = await signUp();

  const tabs = await Promise.all(Array.from({ length: 5 }, () => services.auth.refresh(first.refreshToken)));

  t.is(new Set(tabs.map((tab) => tab.refreshToken)).size, 1);
  await t.notThrowsAsync(services.auth.refresh(tabs[0]?.refreshToken ?? ''));
});

test('a token whose successor has been used is refused even within the race', async (t) => {
  const first = await signUp();
  const second = await services.auth.refresh(first.refreshToken);
  await services.auth.refresh(second.refreshToken);

  await t.throwsAsync(services.auth.refresh(first.refreshToken), over);
});

test('a sign-in lasts a day, a remembered one thirty', async (t) => {
  const mine = await createTestServices();
  const { account } = await signUp(mine);
  const plain = await mine.auth.login({ email: account.email, password, rememberMe: false }, '10.1.1.1');
  const remembered = await mine.auth.login({ email: account.email, password, rememberMe: true }, '10.1.1.1');

  mine.clock.pass(DAY + MINUTE);
  await t.throwsAsync(mine.auth.refresh(plain.refreshToken), over);
  const renewed = await mine.auth.refresh(remembered.refreshToken);
  mine.clock.pass(30 * DAY + MINUTE);
  await t.throwsAsync(mine.auth.refresh(renewed.refreshToken), over);
  await mine.close();
});

test('an access token runs out after 15 minutes and says so', async (t) => {
  const mine = await createTestServices();
  const { token } = await signUp(mine);

  mine.clock.pass(14 * MINUTE);
  await t.notThrowsAsync(mine.sessions.callerOf(token));
  mine.clock.pass(2 * MINUTE);
  await t.throwsAsync(mine.sessions.callerOf(token), { code: 'token_expired' } as object);
  await mine.close();
});

test('signing out ends the access token at once, and other sign-ins stay', async (t) => {
  const first = await signUp();
  const other = await services.auth.login({ email: first.account.email, password, rememberMe: false }, '10.2.2.2');
  await services.sessions.callerOf(first.token);

  await services.auth.logout(first.token, undefined);

  await t.throwsAsync(services.sessions.callerOf(first.token), over);
  await t.throwsAsync(services.auth.refresh(first.refreshToken), over);
  await t.notThrowsAsync(services.sessions.callerOf(other.token));
});

test('a refresh token alone is enough to sign out', async (t) => {
  const { token, refreshToken } = await signUp();

  await services.auth.logout(undefined, refreshToken);

  await t.throwsAsync(services.sessions.callerOf(token), over);
});

test('only the hash of a refresh token is stored', async (t) => {
  const { refreshToken, account } = await signUp();

  const rows = await services.db('sessions').where({ user_id: account.id });

  t.false(JSON.stringify(rows).includes(refreshToken));
});

test('a token forged with another key, without a signature or of another kind is refused', async (t) => {
  const { token } = await signUp();
  const [header, payload, signature] = token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');

  for (const forged of [
    `${none}.${payload}.`,
    `${header}.${payload}.${signature?.slice(0, -4)}AAAA`,
    'x',
    'a.b.c',
    '',
  ]) {
    await t.throwsAsync(services.sessions.callerOf(forged), { name: 'Unauthorized' }, forged);
  }
});
