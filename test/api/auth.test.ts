import test from 'ava';
import { api, setUpAuth, VERIFY } from '../support/account/auth-api.ts';
import { linkTokenOf } from '../support/account/link-tokens.ts';
import { bearer, createTestApi, DAY, MINUTE, PASSWORD, until } from '../support/platform/api.ts';

setUpAuth();

test('registration signs in, gives the free plan and tells nothing of the password', async (t) => {
  const email = 'New@Bar.example';
  const input = { email, password: PASSWORD, name: ' Ольга ', companyName: 'Бар «Север»', role: 'admin', id: 1 };

  const { status, body } = await api.call.post('/api/auth/register').send(input);
  const me = await api.call.get('/api/auth/me').set(...bearer(body));

  t.is(status, 201);
  t.like(body.user, { email: 'new@bar.example', name: 'Ольга', company_name: 'Бар «Север»', role: 'customer' });
  t.deepEqual(body.user.plan, { name: 'free', displayName: 'Бесплатный' });
  t.deepEqual(me.body.user, body.user);
  t.true(body.user.has_password);
  const account = ['company_name', 'consent_withdrawn_at', 'created_at', 'email', 'email_verified'];
  const rest = ['has_password', 'id', 'name', 'phone', 'plan', 'providers', 'role', 'status'];
  t.deepEqual(Object.keys(body.user).sort(), [...account, ...rest]);
  t.false(/password_hash|\$2b\$/.test(JSON.stringify(body)) || JSON.stringify(body).includes(PASSWORD));
});

test('the access token carries userId, email and role', async (t) => {
  const { id, email, token } = await api.signUp();

  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  t.like(payload, { userId: id, email, role: 'customer' });
  t.is(payload.exp - payload.iat, 15 * 60);
});

test('an address registers once, however many try at the same moment', async (t) => {
  const input = { email: 'race@bar.example', password: PASSWORD, name: 'Анна' };

  const replies = await Promise.all([1, 2, 3].map(() => api.call.post('/api/auth/register').send(input)));

  t.deepEqual(replies.map((reply) => reply.status).sort(), [201, 409, 409]);
  t.is(replies.find((reply) => reply.status === 409)?.body.code, 'email_taken');
});

test('one mailbox is one account, in whatever letters its domain is written', async (t) => {
  const register = (email: string) =>
    api.call.post('/api/auth/register').send({ email, password: PASSWORD, name: 'Анна' });
  const first = await register('letters@кафе.example');
  t.is(first.body.user.email, 'letters@xn--80akn5b.example');

  for (const email of ['letters@КАФЕ.example', 'letters@xn--80akn5b.example', 'letters@кафе.ｅxample'])
    t.is((await register(email)).body.code, 'email_taken', email);
});

test('a sign-in answers who it is, with both tokens', async (t) => {
  const { id, email } = await api.signUp();

  const { status, body } = await api.call.post('/api/auth/login').send({ email, password: PASSWORD, rememberMe: true });
  const next = await api.call.post('/api/auth/refresh').send({ refreshToken: body.refreshToken });

  t.is(status, 200);
  t.like(body, { success: true, user: { id, email } });
  t.is((await api.call.get('/api/auth/me').set(...bearer(body))).body.user.id, id);
  t.is((await api.call.get('/api/auth/me').set(...bearer(next.body))).body.user.id, id);
});

test('a wrong password and an unknown address are refused alike', async (t) => {
  const { email } = await api.signUp();

  const wrong = await api.call.post('/api/auth/login').send({ email, password: 'not this one' });
  const unknown = await api.call.post('/api/auth/login').send({ email: 'nobody@bar.example', password: PASSWORD });

  t.is(wrong.status, 401);
  t.deepEqual(wrong.body, { success: false, error: 'Неверный email или пароль', code: 'wrong_credentials' });
  t.deepEqual(unknown.body, wrong.body);
});

test('the letter confirms the address and signs in, once', async (t) => {
  const person = await api.signUp();
  const { email } = person;
  const token = await linkTokenOf(api, email, VERIFY);
  const verify = () =>
    api.call
      .post('/api/auth/verify-email')
      .set(...bearer(person))
      .send({ token });

  const first = await verify();
  const second = await verify();

  t.true(first.body.user.email_verified);
  t.is((await api.call.get('/api/auth/me').set(...bearer(first.body))).status, 200);
  t.is(second.status, 400);
  t.is(second.body.error, 'Недействительная ссылка для подтверждения email');
  await until('a welcome', async () => {
    const { body } = await api.call.get('/sandbox/api/mails');
    return body.mails.some(
      (mail: { to: string; subject: string }) => mail.to === email && /пожаловать/.test(mail.subject),
    );
  });
});

test('a confirmation asked for again is answered alike for every address, and sent where it is missing', async (t) => {
  const { email } = await api.signUp();
  const resend = (to: string) => api.call.post('/api/auth/resend-verification').send({ email: to });

  const letters = async (to: string): Promise<number> =>
    (await api.db('mails').where({ recipient: to, template: 'verify_email' })).length;
  const before = await letters(email);

  const sent = await resend(email);
  const unknown = await resend('unknown@bar.example');
  t.is(await letters(email), before + 1);
  await api.db('users').where({ email }).update({ email_verified: true });
  const done = await resend(email);

  t.is(sent.body.message, 'Ссылка для подтверждения отправлена на ваш email');
  for (const { status, body } of [unknown, done]) t.deepEqual([status, body], [sent.status, sent.body]);
  t.is(await letters(email), before + 1);
  t.is(await letters('unknown@bar.example'), 0);
});

test('an address unconfirmed for a week is asked to confirm at sign-in', async (t) => {
  const mine = await createTestApi();
  const { email } = await mine.signUp();
  const login = () => mine.call.post('/api/auth/login').send({ email, password: PASSWORD });

  const soon = await login();
  mine.clock.pass(7 * DAY + MINUTE);
  const late = await login();

  t.is(soon.status, 200);
  t.is(late.status, 403);
  t.like(late.body, { success: false, requiresEmailVerification: true, code: 'email_unverified' });
  await mine.close();
});

test('a profile keeps what is not sent and empties what is sent empty', async (t) => {
  const person = await api.signUp();
  const put = (body: object) =>
    api.call
      .put('/api/auth/me')
      .set(...bearer(person))
      .send(body);

  await put({ phone: '+7 (900) 000-00-00', company_name: 'Бар' });
  const { body } = await put({ phone: '', email: 'other@bar.example', role: 'admin', status: 'blocked' });

  t.like(body.user, { phone: null, company_name: 'Бар', email: person.email, role: 'customer', status: 'active' });
});

test('the eleventh wrong password of an account is not even looked at, and the right one waits too', async (t) => {
  const mine = await createTestApi();
  const { email } = await mine.signUp();
  const login = (password: string) => mine.call.post('/api/auth/login').send({ email, password });

  const statuses: number[] = [];
  for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await login('wrong password')).status);
  const right = await login(PASSWORD);

  t.deepEqual(statuses, [...Array(10).fill(401), 429]);
  t.is(right.status, 429);
  t.true(Number(right.headers['retry-after']) > 0);
  t.like(right.body, { success: false, code: 'too_many' });
  await mine.close();
});

test('many wrong passwords sent at once cannot slip past the limit', async (t) => {
  const mine = await createTestApi();
  const { email } = await mine.signUp();

  const guess = async () =>
    (await mine.call.post('/api/auth/login').send({ email, password: 'wrong password' })).status;

  const atOnce = await Promise.all(Array.from({ length: 30 }, guess));
  const looked = atOnce.filter((status) => status === 401).length;
  const after: number[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) after.push(await guess());

  t.true(looked <= 10 && atOnce.every((status) => [401, 429, 503].includes(status)));
  t.is(looked + after.filter((status) => status === 401).length, 10, 'what was turned away unseen does not count');
  await mine.close();
});

test('right passwords never use up the attempts', async (t) => {
  const { email } = await api.signUp();

  for (let attempt = 0; attempt < 12; attempt += 1) {
    t.is((await api.call.post('/api/auth/login').send({ email, password: PASSWORD })).status, 200);
  }
});

test('what an address does beyond its attempts neither locks accounts nor is remembered', async (t) => {
  const hour = 3600;
  const limits = { signInAddress: { points: 2, duration: hour }, signInAccount: { points: 3, duration: hour } };
  const mine = await createTestApi({ limits });
  const { email } = await mine.signUp();
  const login = (password: string, ip: string) => mine.auth.login({ email, password, rememberMe: false }, ip);

  for (let attempt = 0; attempt < 10; attempt += 1) await t.throwsAsync(login('wrong password', '10.9.9.9'));

  await t.notThrowsAsync(login(PASSWORD, '10.8.8.8'));
  await mine.close();
});
