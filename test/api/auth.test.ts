import { createPasswords } from '@ostatok/api/src/auth/passwords.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { bearer, createTestApi, DAY, MINUTE, PASSWORD, type TestApi, until } from '../support/api.ts';
import { linkTokenOf } from '../support/link-tokens.ts';

let api: TestApi;
test.before(async () => {
  api = await createTestApi();
  api.mail.start();
});
test.after.always(() => api.close());

const VERIFY = 'Подтвердите адрес почты';
const RESET = 'Сброс пароля';

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

test('a password is kept as a hash of ten rounds', async (t) => {
  const mine = await createTestApi({ passwords: createPasswords() });
  t.teardown(mine.close);
  const { id } = await mine.signUp();

  const { password_hash } = await mine.db('users').where({ id }).first();

  t.regex(password_hash, /^\$2[aby]\$10\$/);
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

test('a reset by letter changes the password, signs out everywhere and works once', async (t) => {
  const person = await api.signUp();
  await api.call.post('/api/auth/forgot-password').send({ email: person.email });
  const token = await linkTokenOf(api, person.email, RESET);
  const reset = (newPassword: string) => api.call.post('/api/auth/reset-password').send({ token, newPassword });

  const short = await reset('short');
  const first = await reset('a new password');
  const second = await reset('another password');

  t.deepEqual([short.status, first.status, second.status], [400, 200, 400]);
  t.is(short.body.error, 'Пароль должен содержать минимум 8 символов');
  t.is(second.body.error, 'Недействительная ссылка для сброса пароля');
  t.is((await api.call.get('/api/auth/me').set(...bearer(person))).status, 401);
  const login = (password: string) => api.call.post('/api/auth/login').send({ email: person.email, password });
  t.deepEqual([(await login(PASSWORD)).status, (await login('a new password')).status], [401, 200]);
});

test('a new password leaves no link of an earlier letter that undoes it, one by letter none that comes in past it', async (t) => {
  const lettersOf = async (): Promise<{ email: string; token: string; verify: string; reset: string }> => {
    const { email, token } = await api.signUp();
    await api.call.post('/api/auth/forgot-password').send({ email });
    return { email, token, verify: await linkTokenOf(api, email, VERIFY), reset: await linkTokenOf(api, email, RESET) };
  };
  const resetBy = (token: string, newPassword: string) =>
    api.call.post('/api/auth/reset-password').send({ token, newPassword });
  const verifyBy = (person: { token: string; verify: string }) =>
    api.call
      .post('/api/auth/verify-email')
      .set(...bearer(person))
      .send({ token: person.verify });
  const [changed, reset] = [await lettersOf(), await lettersOf()];

  const input = { oldPassword: PASSWORD, newPassword: 'a new password' };
  const answers = [
    await api.call
      .post('/api/auth/change-password')
      .set(...bearer(changed))
      .send(input),
    await resetBy(reset.reset, 'a new password'),
  ];
  const late = [await resetBy(changed.reset, 'the password of a thief'), await verifyBy(reset)];

  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  for (const { status, body } of late) t.deepEqual([status, body.code], [400, 'invalid_link']);
  t.is((await verifyBy(changed)).status, 200, 'an address may still be proven');
});

test('of two reset links that are followed at once one sets the password, the other is void by then', async (t) => {
  const { email, id } = await api.signUp();
  for (let asked = 1; asked <= 3; asked += 1) await api.call.post('/api/auth/forgot-password').send({ email });
  const tokens = await until('three letters', async () => {
    const { body } = await api.call.get('/sandbox/api/mails');
    const heads = body.mails.filter(
      (mail: { to: string; subject: string }) => mail.to === email && mail.subject === RESET,
    );
    const letters = await Promise.all(
      heads.map(({ id: letter }: { id: string }) => api.call.get(`/sandbox/api/mails/${letter}`)),
    );
    return letters.length === 3
      ? letters.map(({ body: { mail } }) => /token=([\w-]+)/.exec(mail.text)?.[1] ?? '')
      : undefined;
  });
  const waiting = async (): Promise<true | undefined> => {
    const { rows } = await api.db.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length === 2 || undefined;
  };

  // one link is locked until both other requests wait for it
  const held = await api.db.transaction();
  const resets = held('link_tokens').where({ user_id: id, purpose: 'reset_password' });
  const [first] = await resets.orderBy('created_at').limit(1).forUpdate();
  const others = tokens.filter((token) => hashToken(token) !== first.token_hash);
  t.is(others.length, 2);
  const both = others.map((token) =>
    api.call
      .post('/api/auth/reset-password')
      .send({ token, newPassword: `the password by ${token.slice(0, 8)}` })
      .then(({ status }) => status),
  );
  await until('both wait', waiting);
  await held.commit();

  t.deepEqual((await Promise.all(both)).sort(), [200, 400]);
});

test('a reset link runs out after an hour, and only its hash is stored', async (t) => {
  const mine = await createTestApi();
  mine.mail.start();
  const people = [await mine.signUp(), await mine.signUp()];
  const tokens: string[] = [];
  for (const { email } of people) {
    await mine.call.post('/api/auth/forgot-password').send({ email });
    tokens.push(await linkTokenOf(mine, email, RESET));
  }
  const resetWith = (token?: string) =>
    mine.call.post('/api/auth/reset-password').send({ token, newPassword: 'a new password' });
  const stored = JSON.stringify([await mine.db('link_tokens'), await mine.db('mails')]);

  mine.clock.pass(59 * MINUTE);
  t.is((await resetWith(tokens[0])).status, 200);
  mine.clock.pass(2 * MINUTE);
  t.is((await resetWith(tokens[1])).status, 400);

  t.false(tokens.some((token) => stored.includes(token)));
  await mine.close();
});

test('a letter asked for twice at once is sent once, and one asked for later is sent again', async (t) => {
  const { email } = await api.signUp();
  const ask = (what: string) => api.call.post(`/api/auth/${what}`).send({ email });
  const letters = async (template: string): Promise<number> =>
    (await api.db('mails').where({ recipient: email, template })).length;
  const atFirst = await letters('verify_email');

  const twice = ['forgot-password', 'forgot-password', 'resend-verification', 'resend-verification'];
  const replies = await Promise.all(twice.map(ask));

  t.true(replies.every(({ status }) => status === 200));
  t.is(await letters('reset_password'), 1);
  t.is(await letters('verify_email'), atFirst + 1);
  await ask('forgot-password');
  t.is(await letters('reset_password'), 2);
});

test('a forgotten password of an unknown address is answered alike, in the same time', async (t) => {
  const { email } = await api.signUp();
  const timed = async (to: string) => {
    const started = performance.now();
    const { status, body } = await api.call.post('/api/auth/forgot-password').send({ email: to });
    return { status, body, ms: performance.now() - started };
  };

  const known = await timed(email);
  const unknown = await timed('unknown@bar.example');

  t.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  t.is(known.body.message, 'Письмо с инструкциями отправлено на ваш email');
  t.true(known.ms >= 240 && unknown.ms >= 240);
});

test('the password changes with the old one alone, and other sign-ins end', async (t) => {
  const person = await api.signUp();
  const { body: elsewhere } = await api.call.post('/api/auth/login').send({ email: person.email, password: PASSWORD });
  const change = (oldPassword: string) =>
    api.call
      .post('/api/auth/change-password')
      .set(...bearer(person))
      .send({ oldPassword, newPassword: 'a new password' });

  const wrong = await change('not this one');
  const same = await change('a new password');
  const right = await change(PASSWORD);

  t.is(wrong.status, 400);
  t.like(wrong.body, { error: 'Invalid old password', errors: { oldPassword: 'Неверный текущий пароль' } });
  t.is(same.body.errors.newPassword, 'Новый пароль совпадает с текущим. Придумайте другой');
  t.is(right.status, 200);
  t.is((await api.call.get('/api/auth/me').set(...bearer(person))).status, 200);
  t.is((await api.call.get('/api/auth/me').set(...bearer(elsewhere))).status, 401);
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
