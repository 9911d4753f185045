import { createPasswords } from '@ostatok/api/src/auth/passwords.ts';
import { createFairLimit } from '@ostatok/kit/node/fair-limit.ts';
import test from 'ava';
import { bearer, createTestApi, PASSWORD, until } from '../support/platform/api.ts';

/** Work that lasts until the test ends it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('of a full line the next is refused at once, and told when to come again', async (t) => {
  const take = createFairLimit({ atOnce: 1, mayWait: 2 });
  const first = held();
  const running = take({ key: 'a' }, first.work);
  const waiting = ['b', 'c'].map((key) => take({ key }, async () => key));

  const refusal = await t.throwsAsync(take({ key: 'd' }, async () => 'd'));
  first.end();

  t.like(refusal, { status: 503, code: 'busy', retryAfter: 5 });
  t.deepEqual(await Promise.all(waiting), ['b', 'c']);
  await running;
  t.is(await take({ key: 'd' }, async () => 'd'), 'd', 'and afterwards there is room again');
});

test('one visitor takes no more than half of a line', async (t) => {
  const take = createFairLimit({ atOnce: 1, mayWait: 8 });
  const first = held();
  const running = take({ key: 'a' }, first.work);
  const come = (key: string) => take({ key }, async () => 'served').catch(({ code }: { code: string }) => code);

  const greedy = Array.from({ length: 6 }, () => come('greedy'));
  const other = come('other');
  first.end();

  t.deepEqual(await Promise.all(greedy), ['served', 'served', 'served', 'served', 'busy', 'busy']);
  t.is(await other, 'served');
  await running;
});

test('whoever is known goes before strangers, who cannot fill their line', async (t) => {
  const take = createFairLimit({ atOnce: 1, mayWait: 4 });
  const order: string[] = [];
  const first = held();
  const come = (key: string, known: boolean) => take({ key, known }, async () => void order.push(key));
  const all = [take({ key: 'first' }, first.work)];
  all.push(...['s1', 's2', 's3', 's4'].map((key) => come(key, false)));
  all.push(come('owner', true));
  first.end();
  await Promise.all(all);

  t.deepEqual(order, ['owner', 's1', 's2', 's3', 's4']);
});

test('work that fails gives its turn on, and never more run at once than may', async (t) => {
  const take = createFairLimit({ atOnce: 2, mayWait: 40 });
  let running = 0;
  let most = 0;
  const work = async (index: number) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (index % 3 === 0) throw new Error('failed');
  };

  const ends = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => take({ key: String(index) }, () => work(index))),
  );

  t.is(most, 2);
  t.deepEqual([ends.filter(({ status }) => status === 'rejected').length, running], [10, 0]);
});

test('a sign-in turned away by a full line is told so, and does not count against the account', async (t) => {
  const limit = createFairLimit({ atOnce: 1, mayWait: 0 });
  const mine = await createTestApi({ passwords: createPasswords(limit) });
  const { email } = await mine.signUp();
  const login = (password: string) => mine.call.post('/api/auth/login').send({ email, password });
  const busy = held();
  const running = limit({ key: 'somebody' }, busy.work);

  const away = await Promise.all(Array.from({ length: 30 }, () => login('wrong password')));
  busy.end();
  await running;

  for (const { status, headers, body } of away) {
    t.deepEqual([status, headers['retry-after']], [503, '5']);
    t.like(body, { code: 'busy', error: 'Сейчас входит слишком много людей. Повторите через несколько секунд' });
  }
  t.is((await login(PASSWORD)).status, 200);
  await mine.close();
});

test('a change of password turned away by a full line is not counted either', async (t) => {
  const limit = createFairLimit({ atOnce: 1, mayWait: 0 });
  const mine = await createTestApi({ passwords: createPasswords(limit) });
  const { token } = await mine.signUp();
  const change = () =>
    mine.call
      .post('/api/auth/change-password')
      .set('authorization', `Bearer ${token}`)
      .send({ oldPassword: PASSWORD, newPassword: 'another horse' });
  const busy = held();
  const running = limit({ key: 'somebody' }, busy.work);

  const away = await Promise.all(Array.from({ length: 12 }, change));
  busy.end();
  await running;

  t.true(away.every(({ status }) => status === 503));
  t.is((await change()).status, 200);
  await mine.close();
});

const HOUR = { duration: 3600 };
const tight = { signInAccount: { points: 3, ...HOUR }, signInPair: { points: 3, ...HOUR } };

test('strangers’ guesses keep a stranger out, not the browser that has signed in before', async (t) => {
  const mine = await createTestApi({ limits: tight });
  const { email } = await mine.signUp();
  const login = (password: string, cookie = '') =>
    mine.call.post('/api/auth/login').set('Cookie', cookie).send({ email, password });
  const [device = ''] = (await login(PASSWORD)).get('Set-Cookie') ?? [];
  const cookie = device.replace(/;.*/, '');
  for (let guess = 0; guess < 5; guess += 1) await mine.call.post('/api/auth/login').send({ email, password: 'guess' });

  t.is((await login(PASSWORD)).status, 429);
  t.is((await login(PASSWORD, cookie)).status, 200);
  t.regex(device, /^device=.*Path=\/api\/auth;.*HttpOnly; SameSite=Strict/);
  const other = (await mine.signUp()).email;
  const elsewhere = await mine.call.post('/api/auth/login').set('Cookie', cookie).send({ email: other, password: 'x' });
  t.is(elsewhere.status, 401, 'to another account it is a stranger');
  await mine.close();
});

test('the known browser has its own ten attempts, however often it signs in anew', async (t) => {
  const mine = await createTestApi({ limits: { signInDevice: { points: 2, ...HOUR } } });
  const { email } = await mine.signUp();
  let cookie = '';
  const login = async (password: string) => {
    const reply = await mine.call.post('/api/auth/login').set('Cookie', cookie).send({ email, password });
    cookie = reply.get('Set-Cookie')?.[0]?.replace(/;.*/, '') ?? cookie;
    return reply.status;
  };

  const statuses = [];
  for (const password of [PASSWORD, 'wrong', PASSWORD, 'wrong', PASSWORD]) statuses.push(await login(password));

  t.deepEqual(statuses, [200, 401, 200, 401, 429]);
  await mine.close();
});

test('many known browsers of one account try no more together than one limit, and then count as strangers', async (t) => {
  const limits = { signInDevices: { points: 3, ...HOUR }, signInPair: { points: 1, ...HOUR } };
  const mine = await createTestApi({ limits });
  const { email } = await mine.signUp();
  const login = (password: string, cookie = '', ip = '203.0.113.9') =>
    mine.call.post('/api/auth/login').set('Cookie', cookie).set('X-Forwarded-For', ip).send({ email, password });
  const browsers = [];
  for (let n = 0; n < 6; n += 1)
    browsers.push((await login(PASSWORD)).get('Set-Cookie')?.[0]?.replace(/;.*/, '') ?? '');

  const statuses = [];
  for (const cookie of browsers) statuses.push((await login('guess', cookie)).status);

  t.deepEqual(statuses, [401, 401, 401, 401, 429, 429], 'three, and one as a stranger of this address');
  t.is(
    (await login(PASSWORD, browsers[0], '198.51.100.7')).status,
    200,
    'from an address of their own the owner gets in',
  );
  await mine.close();
});

test('a password set by letter ends the lock that strangers, or wrong tries of a known browser, brought about', async (t) => {
  const mine = await createTestApi({ limits: { ...tight, signInDevice: { points: 2, ...HOUR } } });
  mine.mail.start();
  const { email } = await mine.signUp();
  const login = (password: string, cookie = '') =>
    mine.call.post('/api/auth/login').set('Cookie', cookie).send({ email, password });
  const cookie = (await login(PASSWORD)).get('Set-Cookie')?.[0]?.replace(/;.*/, '');
  for (let guess = 0; guess < 5; guess += 1) await login('guess');
  for (let guess = 0; guess < 2; guess += 1) await login('guess', cookie);
  await mine.call.post('/api/auth/forgot-password').send({ email });
  const token = await until('the letter', async () => {
    const { body } = await mine.call.get('/sandbox/api/mails');
    const head = body.mails.find((mail: { subject: string }) => mail.subject === 'Сброс пароля');
    if (!head) return undefined;
    return /token=([\w-]+)/.exec((await mine.call.get(`/sandbox/api/mails/${head.id}`)).body.mail.text)?.[1];
  });

  const locked = await login(PASSWORD);
  const known = await login(PASSWORD, cookie);
  const reset = await mine.call.post('/api/auth/reset-password').send({ token, newPassword: 'a new password' });

  t.deepEqual([locked.status, known.status, reset.status], [429, 429, 200]);
  for (const one of [cookie, '']) t.is((await login('a new password', one)).status, 200);
  await mine.close();
});

test('an account that is attacked from everywhere still lets its owner in from an address of their own', async (t) => {
  const mine = await createTestApi({ limits: tight });
  const { email } = await mine.signUp();
  const login = async (ip: string, password: string) =>
    (await mine.call.post('/api/auth/login').set('X-Forwarded-For', ip).send({ email, password })).status;
  for (let n = 0; n < 10; n += 1) await login(`203.0.113.${n}`, 'guess');

  t.deepEqual([await login('198.51.100.1', 'guess'), await login('198.51.100.1', 'guess')], [401, 401]);
  t.is(await login('198.51.100.1', PASSWORD), 429, 'twice an address and no more');
  t.is(await login('198.51.100.2', PASSWORD), 200);
  await mine.close();
});

test('all of an IPv6 network is one visitor, and IPv4 is the same however it is written', async (t) => {
  const mine = await createTestApi({ limits: { signInPair: { points: 2, ...HOUR } } });
  const { email } = await mine.signUp();
  const login = async (ip: string, password: string) =>
    (await mine.call.post('/api/auth/login').set('X-Forwarded-For', ip).send({ email, password })).status;

  t.deepEqual([await login('2001:db8::1', 'guess'), await login('2001:db8::2', 'guess')], [401, 401]);
  t.is(await login('2001:db8:0:0:ffff::3', PASSWORD), 429);
  t.is(await login('2001:db8:0:1::1', PASSWORD), 200);
  t.deepEqual([await login('203.0.113.1', 'guess'), await login('::ffff:203.0.113.1', 'guess')], [401, 401]);
  t.is(await login('203.0.113.1', PASSWORD), 429);
  await mine.close();
});

test('whoever has many IPv6 networks of one site guesses, registers and asks for letters no more than ten visitors', async (t) => {
  const few = { points: 3, ...HOUR };
  const mine = await createTestApi({ limits: { signInSite: few, registerSite: few, letterSite: few } });
  const { email } = await mine.signUp();
  const from = (ip: string, path: string, body: object) =>
    mine.call.post(`/api/auth/${path}`).set('X-Forwarded-For', ip).send(body);
  const asked = {
    login: (n: number) => ({ email: `nobody${n}@bar.example`, password: 'guess' }),
    'forgot-password': (n: number) => ({ email: `nobody${n}@bar.example` }),
    register: (n: number) => ({ email: `new${n}@bar.example`, password: 'qwerty123', name: 'Анна' }),
  };

  for (const [path, bodyOf] of Object.entries(asked)) {
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await from(`2001:db8:5:${n}::1`, path, bodyOf(n))).status);
    t.deepEqual([answers[3], answers.slice(0, 3).includes(429)], [429, false], path);
    t.not((await from('2001:db8:6::1', path, bodyOf(5))).status, 429, path);
    t.not((await from('203.0.113.1', path, bodyOf(6))).status, 429, path);
  }
  t.is((await from('2001:db8:6::2', 'login', { email, password: PASSWORD })).status, 200);
  await mine.close();
});

test('whoever holds one sign-in cannot keep another from changing the password', async (t) => {
  const mine = await createTestApi();
  const { email } = await mine.signUp();
  const signIn = async () => (await mine.call.post('/api/auth/login').send({ email, password: PASSWORD })).body.token;
  const change = async (token: string, oldPassword: string) =>
    (
      await mine.call
        .post('/api/auth/change-password')
        .set(...bearer({ token }))
        .send({ oldPassword, newPassword: 'another horse' })
    ).status;
  const [thief, owner] = [await signIn(), await signIn()];
  for (let n = 0; n < 10; n += 1) await change(thief, 'guess');

  t.is(await change(thief, PASSWORD), 429);
  t.is(await change(owner, PASSWORD), 200);
  await mine.close();
});

test('an address that is registered and given up again and again is not written to without end', async (t) => {
  const api = await createTestApi({ limits: { letterPair: { points: 3, duration: 3600 } } });
  t.teardown(api.close);
  const email = 'boss@bar.example';
  const register = async () => {
    const { status } = await api.call.post('/api/auth/register').send({ email, password: PASSWORD, name: 'Анна' });
    await api.db('users').where({ email }).update({ deleted_at: new Date() });
    return status;
  };

  t.deepEqual([await register(), await register(), await register(), await register()], [201, 201, 201, 429]);
  t.is((await api.db('mails').where({ recipient: email })).length, 3);
  t.is((await api.db('users').where({ email })).length, 3, 'and nobody is left registered without a letter');
});

test('a stranger who has letters sent to an account keeps its owner from none', async (t) => {
  const few = { letterPair: { points: 2, ...HOUR }, letterAccount: { points: 4, ...HOUR } };
  const api = await createTestApi({ limits: { ...few, letterDevice: { points: 1, ...HOUR } } });
  t.teardown(api.close);
  const { email } = await api.signUp();
  const signedIn = await api.call.post('/api/auth/login').send({ email, password: PASSWORD });
  const device = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
  const ask = async (ip: string, cookie = '', path = 'forgot-password') =>
    (await api.call.post(`/api/auth/${path}`).set('X-Forwarded-For', ip).set('Cookie', cookie).send({ email })).status;

  const stranger = [await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')];
  t.deepEqual(stranger, [200, 200, 429]);
  t.deepEqual([await ask('203.0.113.1', device), await ask('203.0.113.1', device)], [200, 429], 'a browser known here');
  t.deepEqual([await ask('198.51.100.1'), await ask('198.51.100.1')], [200, 200], 'another address');
  t.is(await ask('198.51.100.1'), 429, 'an account asked for from everywhere: each address once more');
  t.is(await ask('198.51.100.2', '', 'resend-verification'), 200);
  t.is(await ask('198.51.100.2'), 429);
});

test('all strangers together have an account written to only so often', async (t) => {
  const one = { points: 1, ...HOUR };
  const api = await createTestApi({ limits: { letterAccount: one, letterAttacked: { points: 3, ...HOUR } } });
  t.teardown(api.close);
  const { email } = await api.signUp();
  const before = (await api.db('mails').where({ recipient: email })).length;
  const ask = async (n: number) =>
    (await api.call.post('/api/auth/forgot-password').set('X-Forwarded-For', `203.0.113.${n}`).send({ email })).status;

  const answers = [];
  for (let n = 1; n <= 4; n += 1) answers.push(await ask(n));

  t.deepEqual(answers, [200, 200, 200, 429]);
  t.is((await api.db('mails').where({ recipient: email })).length - before, 3);
});
