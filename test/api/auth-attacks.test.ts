import { compare } from '@node-rs/bcrypt';
import { createPasswords } from '@ostatok/api/src/auth/passwords.ts';
import test from 'ava';
import { bearer, createTestApi, PASSWORD, type TestApi } from '../support/platform/api.ts';

/** The cost in `$2b$10$`, which determines how much work a comparison is. */
const BCRYPT_COST = 7;

let api: TestApi;
test.before(async () => {
  api = await createTestApi();
});
test.after.always(() => api.close());

const register = (email: unknown) =>
  api.call.post('/api/auth/register').send({ email, password: PASSWORD, name: 'Анна' });
const login = (email: unknown, password: unknown = PASSWORD) =>
  api.call.post('/api/auth/login').send({ email, password });

test('an address is one account however it is written', async (t) => {
  await register('Case@Bar.example');

  const again = await Promise.all([' case@bar.example', 'CASE@BAR.EXAMPLE ', 'cAsE@bar.example\t'].map(register));

  t.deepEqual(
    again.map(({ status }) => status),
    [409, 409, 409],
  );
  t.is((await login('  CASE@bar.example ')).status, 200);
});

test('an address with signs that nobody sees, or that a mail program splits, is refused', async (t) => {
  const odd = ['a\u200bb@bar.example', 'ab@bar.example\u2060', 'a\u0000b@bar.example', 'a b@bar.example']
    .concat(['x<victim@bar.example', '"x"@bar.example', 'a,b@bar.example', 'a@bar.example;b', 'a@b@bar.example'])
    .concat(['a@bar.example\r\nBcc: b@bar.example', '@bar.example', 'a@', `${'a'.repeat(250)}@bar.example`]);

  for (const email of odd) {
    const { status, body } = await register(email);
    t.is(status, 400, JSON.stringify(email));
    t.is(body.error, 'Неверный формат email', JSON.stringify(email));
  }
});

test('a role written into the payload is worth nothing, and neither is another key’s signature', async (t) => {
  const { token } = await api.signUp();
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const raised = encode({ ...claims, role: 'admin' });

  for (const forged of [
    `${header}.${raised}.${signature}`,
    `${encode({ alg: 'none' })}.${raised}.`,
    `${encode({ alg: 'none' })}.${raised}.${signature}`,
    `${encode({ alg: 'HS512' })}.${payload}.${signature}`,
    `${header}.${payload}.`,
  ]) {
    const { status } = await api.call.get('/api/auth/me').set('Authorization', `Bearer ${forged}`);
    t.is(status, 401, forged.slice(0, 40));
  }
});

test('a role follows the database, not the token that was given before', async (t) => {
  const admin = await api.signUp('admin');
  const owner = await api.signUp();
  const asked = (who: { token: string }) => api.call.get('/api/admin/users').set(...bearer(who));

  t.deepEqual([(await asked(admin)).status, (await asked(owner)).status], [200, 403]);
});

test('a body beyond a megabyte is refused before it is looked at, and a password beyond its limit too', async (t) => {
  const huge = await api.call.post('/api/auth/login').send({ email: 'a@bar.example', password: 'x'.repeat(1_100_000) });
  const long = await login('a@bar.example', 'x'.repeat(10_000));
  const beyondBcrypt = await api.call
    .post('/api/auth/register')
    .send({ email: 'long@bar.example', password: 'я'.repeat(37), name: 'Анна' });

  t.deepEqual([huge.status, long.status, beyondBcrypt.status], [413, 400, 400]);
});

test('of a stranger, and of a forged token, a hundred kilobytes are read; of who is signed in a megabyte', async (t) => {
  const person = await api.signUp();
  const asOwner = (token: string, name: string) =>
    api.call.put('/api/auth/me').set('Authorization', `Bearer ${token}`).send({ name });
  const [long, longest] = ['x'.repeat(200_000), 'x'.repeat(1_100_000)];

  const stranger = await api.call.post('/api/auth/login').send({ email: 'a@bar.example', password: long });
  const forged = await asOwner(`${person.token.slice(0, -10)}AAAAAAAAAA`, long);
  const signedIn = await asOwner(person.token, long);
  const beyond = await asOwner(person.token, longest);

  t.deepEqual([stranger.status, forged.status], [413, 413]);
  t.like(signedIn, { status: 400, body: { errors: { name: 'Не длиннее 100 знаков' } } });
  t.is(beyond.status, 413);
});

test('what is no text signs in nobody', async (t) => {
  const { email } = await api.signUp();
  for (const password of [{ $ne: '' }, [PASSWORD], true, null, 0]) t.is((await login(email, password)).status, 400);
});

test('a zero byte does not shorten a password', async (t) => {
  const email = 'zero@bar.example';
  await api.call.post('/api/auth/register').send({ email, password: 'eight-ok\u0000-and-more', name: 'Анна' });

  t.is((await login(email, 'eight-ok')).status, 401);
});

test('a stolen refresh token ends the sign-in for the thief as well', async (t) => {
  const { refreshToken } = await api.signUp();
  const refresh = (token: string) => api.call.post('/api/auth/refresh').send({ refreshToken: token });
  const next = (await refresh(refreshToken)).body;
  const afterNext = (await refresh(next.refreshToken)).body;

  const stolen = await refresh(refreshToken);

  t.is(stolen.status, 401);
  t.is((await refresh(afterNext.refreshToken)).status, 401);
  t.is((await api.call.get('/api/auth/me').set(...bearer(afterNext))).status, 401);
});

test('a sign-in under way when the password changes does not outlive it', async (t) => {
  const { email, id, token } = await api.signUp();
  const change = api.call
    .post('/api/auth/change-password')
    .set(...bearer({ token }))
    .send({ oldPassword: PASSWORD, newPassword: 'a new password' });

  const [changed, ...sneaked] = await Promise.all([change, ...Array.from({ length: 6 }, () => login(email))]);
  const answers = await Promise.all(
    sneaked.filter(({ status }) => status === 200).map(({ body }) => api.call.get('/api/auth/me').set(...bearer(body))),
  );

  t.is(changed.status, 200);
  t.deepEqual(
    answers.map(({ status }) => status).filter((status) => status !== 401),
    [],
  );
  t.is((await api.db('sessions').where({ user_id: id }).whereNull('revoked_at')).length, 1);
});

test('registration keeps when the terms were agreed to', async (t) => {
  const { id } = await api.signUp();
  const { consent_at } = await api.db('users').where({ id }).first();

  t.true(Math.abs(consent_at.getTime() - api.clock.now().getTime()) < 60_000);
});

test('an unknown address, a wrong password and an account without one take the same work to refuse', async (t) => {
  const compared: string[] = [];
  const passwords = createPasswords(undefined, (password, stored) => {
    compared.push(String(stored).slice(0, BCRYPT_COST));
    return compare(password, stored);
  });
  const mine = await createTestApi({ passwords });
  t.teardown(mine.close);
  const { email } = await mine.signUp();
  const bare = await mine.signUp();
  await mine.db('users').where({ id: bare.id }).update({ password_hash: null });
  const looks: number[] = [];
  let looked = 0;
  mine.db.on('query', ({ sql }: { sql: string }) => {
    if (/^select .*"users".*email/.test(sql)) looked += 1;
  });

  for (const address of [email, 'nobody-at-all@bar.example', bare.email]) {
    looked = 0;
    const body = { email: address, password: 'not this one' };
    t.is((await mine.call.post('/api/auth/login').send(body)).status, 401);
    looks.push(looked);
  }

  t.deepEqual(compared, Array(3).fill('$2b$10$'));
  // one for how often the password was replaced, one for the password
  t.deepEqual(looks, [2, 2, 2]);
});
