import { createPasswords } from '@ostatok/api/src/auth/passwords.ts';
import { hashToken } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { api, RESET, setUpAuth, VERIFY } from '../support/account/auth-api.ts';
import { linkTokenOf } from '../support/account/link-tokens.ts';
import { bearer, createTestApi, MINUTE, PASSWORD, until } from '../support/platform/api.ts';

setUpAuth();

test('a password is kept as a hash of ten rounds', async (t) => {
  const mine = await createTestApi({ passwords: createPasswords() });
  t.teardown(mine.close);
  const { id } = await mine.signUp();

  const { password_hash } = await mine.db('users').where({ id }).first();

  t.regex(password_hash, /^\$2[aby]\$10\$/);
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
