import test from 'ava';
import request from 'supertest';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const login = (tenant: Tenant, username: string, password: string) =>
  tenant.anonymous.post('/api/auth/login').send({ username, password });

const setAdmin = (tenant: Tenant, username: string, password: string) =>
  tenant.platform.post('/internal/admin').send({ username, password });

test('the administrator made by the platform signs in, by any spelling of the username', async (t) => {
  const tenant = await startTenant(t);
  t.is((await setAdmin(tenant, '@Owner', 'secret words one')).status, 200);

  const answer = await login(tenant, ' owner', 'secret words one');

  t.like(answer.body, { success: true, user: { username: 'owner', role: 'admin' } });
  const me = await tenant.anonymous.get('/api/auth/me').set('Authorization', `Bearer ${answer.body.token}`);
  t.like(me.body.user, { username: 'owner', role: 'admin' });
});

test('renewing the administrator signs out everywhere, doing it twice does nothing', async (t) => {
  const tenant = await startTenant(t);
  await setAdmin(tenant, 'owner', 'secret words one');
  const { token } = (await login(tenant, 'owner', 'secret words one')).body;
  const me = () => tenant.anonymous.get('/api/auth/me').set('Authorization', `Bearer ${token}`);
  await setAdmin(tenant, 'owner', 'secret words one');
  t.is((await me()).status, 200);
  await setAdmin(tenant, 'owner', 'secret words two');
  t.like((await me()).body, { success: false, code: 'session_ended' });
  t.is((await login(tenant, 'owner', 'secret words one')).status, 401);
});

test('a wrong password and an unknown user are answered alike', async (t) => {
  const tenant = await startTenant(t);
  await setAdmin(tenant, 'owner', 'secret words one');
  const wrong = await login(tenant, 'owner', 'secret words two');
  const unknown = await login(tenant, 'nobody', 'secret words two');
  t.is(wrong.status, 401);
  t.deepEqual(wrong.body, unknown.body);
  t.is(wrong.body.error, 'Неверный логин или пароль');
});

test('guessing a password is stopped, also when all guesses come at once', async (t) => {
  const tenant = await startTenant(t);
  await setAdmin(tenant, 'owner', 'secret words one');
  const guesses = await Promise.all(Array.from({ length: 14 }, (_, n) => login(tenant, 'owner', `guess-${n}`)));
  t.is(guesses.filter((one) => one.status === 429).length, 4);
  const stopped = await login(tenant, 'owner', 'secret words one');
  t.is(stopped.status, 429);
  t.regex(stopped.headers['retry-after'] ?? '', /^\d+$/);
});

test('whoever typed a wrong password too often gets in with the one an administrator sets, also on a known phone', async (t) => {
  const tenant = await startTenant(t);
  const added = await tenant.admin.post('/api/users').send({ username: 'anna' });
  const [phone, stranger] = [request.agent(tenant.url), request.agent(tenant.url)];
  const enter = async (from: typeof phone, password: string) =>
    (await from.post('/api/auth/login').send({ username: 'anna', password })).status;
  t.is(await enter(phone, added.body.password), 200);
  for (const from of [phone, stranger]) for (let n = 0; n < 10; n += 1) await enter(from, `guess-${n}`);
  const refused = await phone.post('/api/auth/login').send({ username: 'anna', password: added.body.password });
  t.is(refused.body.error, 'Слишком много попыток. Подождите 15 минут и повторите');
  t.is(await enter(stranger, added.body.password), 429);

  const { password } = (await tenant.admin.post(`/api/users/${added.body.user.id}/reset-password`)).body;

  t.is(await enter(phone, password), 200);
  t.is(await enter(stranger, password), 200);
});

test('a token signed by another venue, changed, or without its signature is no token', async (t) => {
  const [one, other] = await Promise.all([
    startTenant(t),
    startTenant(t, { env: { INTERNAL_SECRET: 'another-secret-another-secret-another' } }),
  ]);
  const [header, payload] = one.admin.token.split('.');
  for (const token of [other.admin.token, `${header}.${payload}.`, `${one.admin.token}x`, 'x', 'null']) {
    t.is((await one.anonymous.get('/api/items').set('Authorization', `Bearer ${token}`)).status, 401, token);
  }
});

test('a removed user is out at once, and can be added anew', async (t) => {
  const { admin, user } = await startTenant(t);
  t.is((await user.get('/api/items')).status, 200);
  t.is((await admin.delete(`/api/users/${user.id}`)).status, 200);
  t.is((await user.get('/api/items')).status, 401);
  t.is((await admin.delete(`/api/users/${user.id}`)).status, 404);
  t.is((await admin.post('/api/users').send({ username: '@barman' })).status, 201);
});

test('a password reset is shown once, works, and signs out everywhere', async (t) => {
  const tenant = await startTenant(t);
  const { body } = await tenant.admin.post(`/api/users/${tenant.user.id}/reset-password`);
  t.regex(body.password, /^[A-Za-z0-9]{12}$/);
  t.is((await tenant.user.get('/api/items')).status, 401);
  t.is((await login(tenant, 'barman', body.password)).status, 200);
  const listed = await tenant.admin.get('/api/users');
  t.false(JSON.stringify(listed.body).includes('password'));
});

test('a new role counts from the next request', async (t) => {
  const { admin, user } = await startTenant(t);
  t.is((await user.get('/api/users')).status, 403);
  t.is((await admin.put(`/api/users/${user.id}`).send({ role: 'admin', name: 'Иван Ильич' })).status, 200);
  t.like((await user.get('/api/users')).body.users[1], { username: 'barman', name: 'Иван Ильич', role: 'admin' });
});

test('the last administrator can be neither removed nor demoted, also when two try at once', async (t) => {
  const { admin, asNewUser, db } = await startTenant(t);
  t.is((await admin.delete(`/api/users/${admin.id}`)).body.code, 'last_admin');
  t.is((await admin.put(`/api/users/${admin.id}`).send({ role: 'user' })).body.code, 'last_admin');
  const second = await asNewUser('second', 'admin');
  await Promise.all([
    admin.delete(`/api/users/${second.id}`),
    second.put(`/api/users/${admin.id}`).send({ role: 'user' }),
  ]);
  t.is((await db('users').where({ role: 'admin', removed_at: null })).length, 1);
});

test("the plan's limit of users holds when several are added at once", async (t) => {
  const { admin, db } = await startTenant(t, { env: { MAX_USERS: '4' } });
  const add = (username: string) => admin.post('/api/users').send({ username });
  const answers = await Promise.all(['one', 'two', 'three', 'four'].map(add));
  t.is(answers.filter((one) => one.body.code === 'user_limit').length, 2);
  t.is((await db('users').whereNull('removed_at')).length, 4);
  t.is((await add('barman')).status, 409);
});

test('a person is known in the chat by the username an administrator entered, then by their id alone', async (t) => {
  const { services, db, admin, user } = await startTenant(t);
  const { users } = services;
  t.is(await users.fromChat({ channel: 'telegram', id: 7, username: 'stranger' }), null);
  t.like(await users.fromChat({ channel: 'telegram', id: 42, username: 'Barman', first_name: 'Ваня' }), {
    id: user.id,
    role: 'user',
  });
  t.is(
    await users.fromChat({ channel: 'telegram', id: 43, username: 'barman' }),
    null,
    'somebody who took the username over',
  );
  t.like(await users.fromChat({ channel: 'telegram', id: 42 }), { id: user.id });
  await db('users').where({ id: user.id });
  await users.remove(user.id, admin);
  t.is(await users.fromChat({ channel: 'telegram', id: 42, username: 'barman' }), null);
});

test('a password of the platform that is in force already changes nothing, and a short one is refused', async (t) => {
  const tenant = await startTenant(t);
  await setAdmin(tenant, 'owner', 'secret words one');
  const hashOf = async () => (await tenant.db('users').where({ username: 'owner' }).first()).password_hash;
  const before = await hashOf();

  t.is((await setAdmin(tenant, 'owner', 'secret words one')).status, 200);
  t.is((await setAdmin(tenant, 'owner', 'short')).status, 400);

  t.is(await hashOf(), before);
  t.is((await login(tenant, 'owner', 'secret words one')).status, 200);
});
