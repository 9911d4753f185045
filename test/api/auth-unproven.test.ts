import { compare } from '@node-rs/bcrypt';
import { createPasswords, hashPassword } from '@ostatok/api/src/auth/passwords.ts';
import test from 'ava';
import { codeOf, proveAddress } from '../support/account/authenticator.ts';
import { linkTokenOf } from '../support/account/link-tokens.ts';
import { linkIdentity } from '../support/account/person.ts';
import { bearer, createTestApi, MINUTE, PASSWORD, type TestApi } from '../support/platform/api.ts';

let api: TestApi;
test.before(async () => {
  api = await createTestApi();
  api.mail.start();
});
test.after.always(() => api.close());

const VERIFY = 'Подтвердите адрес почты';
const RESET = 'Сброс пароля';
const FACTORS = ['totp_factors', 'passkeys', 'recovery_codes', 'identities'];

type Person = { token: string };

const confirm = (token: string, { as, password, on = api }: { as?: Person; password?: string; on?: TestApi } = {}) => {
  const call = on.call.post('/api/auth/verify-email');
  if (as) call.set(...bearer(as));
  return call.send({ token, password });
};
const statusOf = async (person: Person, on = api) => (await on.call.get('/api/auth/me').set(...bearer(person))).status;
const login = (email: string, password = PASSWORD, on = api) =>
  on.call.post('/api/auth/login').send({ email, password });
const isProven = async (id: number, on = api): Promise<boolean> =>
  (await on.db('users').where({ id }).first()).email_verified;

test('an address that nobody has proven takes no code, no passkey and no answer to an earlier offer of one', async (t) => {
  const person = await api.signUp();
  await proveAddress(api, person);
  const post = (path: string, body: object) =>
    api.call
      .post(`/api/auth/${path}`)
      .set(...bearer(person))
      .send(body);
  const { secret } = (await post('totp', { password: PASSWORD })).body;
  const { challenge } = (await post('passkeys/options', { password: PASSWORD })).body;
  await api.db('users').where({ id: person.id }).update({ email_verified: false });
  const code = codeOf(secret, api.clock.now());

  const refused = [
    await post('totp', { password: PASSWORD }),
    await post('totp/confirm', { code }),
    await post('passkeys/options', { password: PASSWORD }),
    await post('passkeys', { challenge, passkey: { id: 'key' }, name: 'Телефон' }),
  ];
  await proveAddress(api, person);
  const taken = await post('totp/confirm', { code: codeOf(secret, api.clock.now()) });

  for (const { status, body } of refused) {
    t.is(status, 403);
    const error = 'Сначала подтвердите email: откройте ссылку из письма';
    t.deepEqual(body, { success: false, error, code: 'email_unverified' });
  }
  t.is(taken.status, 200);
});

test('whoever opens the letter to an address that a stranger registered confirms nothing of the stranger’s', async (t) => {
  const stranger = await api.signUp();
  const other = await api.signUp();
  const link = await linkTokenOf(api, stranger.email, VERIFY);

  const opened = [await confirm(link), await confirm(link, { as: other }), await confirm(link, { as: { token: 'x' } })];
  const guessed = await confirm(link, { password: 'my own password' });

  for (const { status, body } of opened) {
    t.deepEqual([status, body.code, body.token], [400, 'password_required', undefined]);
    t.is(body.error, 'Введите пароль от аккаунта, чтобы подтвердить email');
  }
  t.like(guessed, { status: 400, body: { code: 'wrong_password', errors: { password: 'Неверный пароль' } } });
  t.false(await isProven(stranger.id));

  await api.call.post('/api/auth/forgot-password').send({ email: stranger.email });
  const token = await linkTokenOf(api, stranger.email, RESET);
  const reset = await api.call.post('/api/auth/reset-password').send({ token, newPassword: 'a new password' });

  t.is(reset.status, 200);
  t.true(await isProven(stranger.id));
  t.is(await statusOf(stranger), 401);
  t.is((await api.call.post('/api/auth/refresh').send({ refreshToken: stranger.refreshToken })).status, 401);
  t.is((await login(stranger.email)).status, 401);
  t.is((await login(stranger.email, 'a new password')).status, 200);
  t.is((await confirm(link)).body.code, 'invalid_link');
});

test('whoever opens the letter on another device confirms by the password, and stays signed in on both', async (t) => {
  const person = await api.signUp();
  const link = await linkTokenOf(api, person.email, VERIFY);

  const mistyped = await confirm(link, { password: 'not this one' });
  const first = await confirm(link, { password: PASSWORD });
  const second = await confirm(link, { password: PASSWORD });

  t.is(mistyped.status, 400);
  t.is(first.status, 200);
  t.like(first.body.user, { id: person.id, email_verified: true });
  t.deepEqual([await statusOf(first.body), await statusOf(person)], [200, 200]);
  t.is(second.body.code, 'invalid_link');
});

test('a link confirms alone in the account’s own session, and not in one that has ended', async (t) => {
  const [person, left] = [await api.signUp(), await api.signUp()];
  await api.call
    .post('/api/auth/logout')
    .set(...bearer(left))
    .send({});

  const own = await confirm(await linkTokenOf(api, person.email, VERIFY), { as: person });
  const ended = await confirm(await linkTokenOf(api, left.email, VERIFY), { as: left });

  t.is(own.status, 200);
  t.true(own.body.user.email_verified);
  t.is(ended.body.code, 'password_required');
  t.false(await isProven(left.id));
});

test('a session whose token has run out is told so, and the link confirms after it was refreshed', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  mine.mail.start();
  const person = await mine.signUp();
  const link = await linkTokenOf(mine, person.email, VERIFY);
  mine.clock.pass(16 * MINUTE);

  const late = await confirm(link, { as: person, on: mine });
  const { refreshToken } = person;
  const next = (await mine.call.post('/api/auth/refresh').send({ refreshToken })).body;
  const again = await confirm(link, { as: next, on: mine });

  t.like(late, { status: 401, body: { code: 'token_expired' } });
  t.is(again.status, 200);
});

test('passwords are guessed by a letter’s link no oftener than at the sign-in, and with a void link never', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  mine.mail.start();
  const { email, id } = await mine.signUp();
  const link = await linkTokenOf(mine, email, VERIFY);
  const guess = (password: string, token = link) => confirm(token, { password, on: mine });

  t.is((await guess(PASSWORD, 'no such link')).body.code, 'invalid_link');
  const statuses = [];
  for (let tries = 0; tries < 12; tries += 1) statuses.push((await guess(`guess ${tries}`)).status);

  t.deepEqual(statuses, [...Array(10).fill(400), 429, 429]);
  t.is((await login(email, PASSWORD, mine)).status, 429, 'it is one limit');
  t.is((await guess(PASSWORD)).status, 429);
  t.false(await isProven(id, mine));
  await mine.security.stop();
  t.true((await mine.db('security_events').where({ event: 'login.failed', user_id: id })).length > 0);
});

test('a blocked account is not confirmed by its password', async (t) => {
  const { email, id } = await api.signUp();
  const link = await linkTokenOf(api, email, VERIFY);
  await api.db('users').where({ id }).update({ status: 'blocked' });

  const answer = await confirm(link, { password: PASSWORD });

  t.like(answer, { status: 403, body: { code: 'blocked' } });
  t.false(await isProven(id));
});

test('a password that was replaced while it was compared confirms nothing', async (t) => {
  const replaced = Promise.withResolvers<void>();
  const comparing = Promise.withResolvers<void>();
  const passwords = createPasswords(undefined, async (password, stored) => {
    comparing.resolve();
    await replaced.promise;
    return compare(password, stored);
  });
  const mine = await createTestApi({ passwords });
  t.teardown(mine.close);
  mine.mail.start();
  const { email, id } = await mine.signUp();
  const link = await linkTokenOf(mine, email, VERIFY);

  const confirming = confirm(link, { password: PASSWORD, on: mine }).then((reply) => reply);
  await Promise.race([comparing.promise, confirming]);
  await mine
    .db('users')
    .where({ id })
    .update({ password_hash: await hashPassword('another password', 4) });
  replaced.resolve();

  t.is((await confirming).body.code, 'wrong_password');
  t.false(await isProven(id, mine));
});

test('a reset that proves the address takes away every way in that was there before, a later one takes none', async (t) => {
  const [before, after] = [await api.signUp(), await api.signUp()];
  for (const { id, email } of [before, after]) await linkIdentity(api.db, id, email, api.clock.now());
  await proveAddress(api, after);
  const reset = async (email: string) => {
    await api.call.post('/api/auth/forgot-password').send({ email });
    const token = await linkTokenOf(api, email, RESET);
    return (await api.call.post('/api/auth/reset-password').send({ token, newPassword: 'a new password' })).status;
  };

  t.deepEqual([await reset(before.email), await reset(after.email)], [200, 200]);

  const left = (id: number) =>
    Promise.all(FACTORS.map(async (table) => (await api.db(table).where({ user_id: id })).length));
  t.deepEqual([await left(before.id), await left(after.id)], [FACTORS.map(() => 0), FACTORS.map(() => 1)]);
  t.true(await isProven(before.id));
});
