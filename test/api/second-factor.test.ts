import { hashPassword } from '@ostatok/api/src/auth/passwords.ts';
import test from 'ava';
import type { Response } from 'supertest';
import { codeOf, enrol, proveAddress } from '../support/account/authenticator.ts';
import { linkTokenOf } from '../support/account/link-tokens.ts';
import { answer, api, as, login, setUpSecondFactor } from '../support/account/second-factor.ts';
import { bearer, createTestApi, MINUTE, PASSWORD, until } from '../support/platform/api.ts';

setUpSecondFactor();

const cookieOf = (reply: Response): string => reply.get('set-cookie')?.[0]?.split(';')[0] ?? '';

test('with codes on, the password answers no token but a question, and the code of the moment signs in', async (t) => {
  const person = await api.signUp();
  const { secret, recoveryCodes } = await enrol(api, person);

  const asked = await login(person.email);
  const { challenge } = asked.body;
  const signedIn = await answer({ challenge, code: codeOf(secret, api.clock.now(), 1) });

  t.is(recoveryCodes.length, 10);
  t.is(asked.status, 403);
  t.like(asked.body, { success: false, requiresSecondFactor: true, methods: ['totp', 'recovery'] });
  t.deepEqual([asked.body.token, asked.body.user], [undefined, undefined]);
  t.is(signedIn.status, 200);
  t.is((await as(signedIn.body, 'get', 'me')).body.user.id, person.id);
});

test('a code is taken once, also by two at once, and one of a step away but no further', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const person = await mine.signUp();
  const { secret, at: enrolledAt } = await enrol(mine, person);
  const challengeOf = async () => (await login(person.email, mine)).body.challenge;
  const [early, one, other] = [await challengeOf(), await challengeOf(), await challengeOf()];
  const answerOf = async (challenge: string, steps: number) =>
    await answer({ challenge, code: codeOf(secret, enrolledAt, steps) }, mine);

  t.is((await answerOf(early, 0)).status, 400, 'the one that turned it on');
  t.is((await answerOf(early, 2)).status, 400, 'of a minute later');
  const both = await Promise.all([answerOf(one, 1), answerOf(other, 1)]);
  t.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
  t.is((await answerOf(early, 0)).status, 400, 'one before the last');
  mine.clock.pass(MINUTE / 2);
  const [answered, open] = both[0].status === 200 ? [one, other] : [other, one];
  t.is((await answerOf(answered, 2)).body.code, 'challenge_over', 'a question that is answered');
  t.is((await answerOf(open, 2)).status, 200);
});

test('a question takes five tries and five minutes, and is nobody else’s', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const [person, other] = [await mine.signUp(), await mine.signUp()];
  const { secret } = await enrol(mine, person);
  await enrol(mine, other);
  const challengeOf = async ({ email }: { email: string }) => (await login(email, mine)).body.challenge;
  const tried = await challengeOf(person);
  const late = await challengeOf(person);
  const foreign = await challengeOf(other);

  t.is((await answer({ challenge: foreign, code: codeOf(secret, mine.clock.now(), 1) }, mine)).status, 400);
  for (let i = 0; i < 5; i += 1) t.is((await answer({ challenge: tried, code: '000000' }, mine)).status, 400);
  const right = { challenge: tried, code: codeOf(secret, mine.clock.now(), 1) };
  t.is((await answer(right, mine)).body.code, 'challenge_over');
  mine.clock.pass(5 * MINUTE + 1000);
  t.is((await answer({ challenge: late, code: codeOf(secret, mine.clock.now()) }, mine)).body.code, 'challenge_over');
  for (const body of [{}, { challenge: 1 }, { challenge: 'x', code: 123456 }, { challenge: 'x', passkey: 'x' }])
    t.is((await answer(body, mine)).status, 400);
});

test('codes are not guessed: wrong ones are counted over questions, and a known browser is not kept out', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const person = await mine.signUp();
  const { secret } = await enrol(mine, person);
  const first = (await login(person.email, mine)).body.challenge;
  const known = await answer({ challenge: first, code: codeOf(secret, mine.clock.now(), 1) }, mine);
  const cookie = cookieOf(known);
  mine.clock.pass(MINUTE);

  const statuses = new Set<number>();
  for (let i = 0; i < 12; i += 1) {
    const { challenge } = (await login(person.email, mine)).body;
    statuses.add((await answer({ challenge, code: '000000' }, mine)).status);
  }
  const { challenge } = (await login(person.email, mine)).body;
  const code = codeOf(secret, mine.clock.now());
  const stranger = await answer({ challenge, code }, mine);
  const owner = await answer({ challenge, code }, mine).set('cookie', cookie);

  t.deepEqual([...statuses], [400, 429]);
  t.is(stranger.status, 429);
  t.is(owner.status, 200);
});

test('many known browsers of one account share a limit, which strangers do not use up', async (t) => {
  const mine = await createTestApi({ limits: { factorDevices: { points: 4, duration: 3600 } } });
  t.teardown(mine.close);
  const person = await mine.signUp();
  const cookieOfNew = async (): Promise<string> => cookieOf(await login(person.email, mine));
  const cookies = [await cookieOfNew(), await cookieOfNew(), await cookieOfNew()] as const;
  const { secret } = await enrol(mine, person);
  const guess = async (cookie: string, code = '000000') => {
    const { challenge } = (await login(person.email, mine).set('cookie', cookie)).body;
    return (await answer({ challenge, code }, mine).set('cookie', cookie)).status;
  };

  t.is(new Set(cookies).size, 3);
  for (let i = 0; i < 10; i += 1) t.is(await guess(''), 400, 'of a stranger');
  t.is(await guess(''), 429);
  t.is(await guess(cookies[0], codeOf(secret, mine.clock.now(), 1)), 200, 'a known browser');
  for (const cookie of [...cookies, cookies[0]]) t.is(await guess(cookie), 400);
  t.is(await guess(cookies[1]), 429, 'though this one has tried once');
});

test('a stolen session guesses no code of a secret that was shown and never confirmed: few tries, and it goes stale', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const person = await mine.signUp();
  await proveAddress(mine, person);
  const offer = () => as(person, 'post', 'totp', { password: PASSWORD }, mine);
  const confirm = (code: string) => as(person, 'post', 'totp/confirm', { code }, mine);
  const { secret } = (await offer()).body;
  const right = codeOf(secret, mine.clock.now());
  const wrong = right === '000000' ? '111111' : '000000';

  const guessed = [];
  for (let tries = 0; tries < 12; tries += 1) guessed.push((await confirm(wrong)).status);
  t.deepEqual(guessed, [...Array(10).fill(400), 429, 429]);
  t.is((await confirm(right)).status, 429);
  mine.clock.pass(MINUTE * 31);
  const another = { token: (await login(person.email, mine)).body.token };
  const late = { code: codeOf(secret, mine.clock.now()) };
  t.like((await as(another, 'post', 'totp/confirm', late, mine)).body, { code: 'totp_not_offered' });
  t.is((await as(another, 'get', 'security', undefined, mine)).body.security.totp, null);
});

test('a recovery code signs in once, however it is typed, and new ones void the old', async (t) => {
  const person = await api.signUp();
  const { recoveryCodes } = await enrol(api, person);
  const use = async (recoveryCode = '') =>
    (await answer({ challenge: (await login(person.email)).body.challenge, recoveryCode })).status;

  t.is(await use(` ${recoveryCodes[0]?.toUpperCase().replaceAll('-', ' ')} `), 200);
  t.is(await use(recoveryCodes[0]), 400);
  const renewed = await as(person, 'post', 'recovery-codes', { password: PASSWORD });
  t.is(renewed.body.recoveryCodes.length, 10);
  t.is(await use(recoveryCodes[1]), 400);
  t.is(await use(renewed.body.recoveryCodes[9]), 200);
  const kept = JSON.stringify([await api.db('recovery_codes'), await api.db('totp_factors')]);
  t.false([...recoveryCodes, ...renewed.body.recoveryCodes].some((code) => kept.includes(code.replaceAll('-', ''))));
});

test('several recovery codes sent at once to one question cost one of them', async (t) => {
  const person = await api.signUp();
  const { recoveryCodes } = await enrol(api, person);
  const { challenge } = (await login(person.email)).body;
  const answers = await Promise.all(
    recoveryCodes.slice(0, 4).map((recoveryCode) => answer({ challenge, recoveryCode })),
  );

  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  const left = await api.db('recovery_codes').where({ user_id: person.id }).whereNull('used_at');
  t.is(left.length, recoveryCodes.length - 1);
});

test('whatever adds or takes away a factor asks for the password', async (t) => {
  const person = await api.signUp();
  await proveAddress(api, person);
  const ways = [
    ['post', 'totp'],
    ['post', 'passkeys/options'],
    ['post', 'recovery-codes'],
    ['delete', 'totp'],
  ] as const;
  for (const [method, path] of ways) {
    t.like((await as(person, method, path, {})).body, { code: 'password_required' }, path);
    t.like((await as(person, method, path, { password: 'not this one' })).body, { code: 'wrong_password' }, path);
  }
  t.is((await as(person, 'post', 'totp/confirm', { code: '123456' })).status, 409);
});

test('the secret is sealed at rest, and told in nobody’s export', async (t) => {
  const person = await api.signUp();
  const { secret } = await enrol(api, person);

  t.false(JSON.stringify(await api.db('totp_factors')).includes(secret));
  t.is((await as(person, 'post', 'totp', { password: PASSWORD })).body.code, 'totp_on');
  const { security } = (await as(person, 'get', 'security')).body;
  t.false(JSON.stringify(security).includes(secret));
  t.like(security, { recoveryCodesLeft: 10, required: false, passkeys: [] });
});

test('a new password by letter leaves the second factor, and voids a sign-in that was begun before it', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  mine.mail.start();
  const person = await mine.signUp();
  const { secret } = await enrol(mine, person);
  const { challenge } = (await login(person.email, mine)).body;
  await mine.call.post('/api/auth/forgot-password').send({ email: person.email });
  const token = await until('a letter', async () => {
    const { body } = await mine.call.get('/sandbox/api/mails');
    const head = body.mails.find(({ subject }: { subject: string }) => subject === 'Сброс пароля');
    return head && /token=([\w-]+)/.exec((await mine.call.get(`/sandbox/api/mails/${head.id}`)).body.mail.text)?.[1];
  });

  const reset = await mine.call.post('/api/auth/reset-password').send({ token, newPassword: 'kegs-and-corks' });

  t.is(reset.status, 200);
  t.is(cookieOf(reset), '', 'the browser is not known by the letter alone');
  t.is((await answer({ challenge, code: codeOf(secret, mine.clock.now(), 1) }, mine)).status, 401);
  const again = await mine.call.post('/api/auth/login').send({ email: person.email, password: 'kegs-and-corks' });
  t.true(again.body.requiresSecondFactor);
});

test('the letter that proves an address does not pass the second factor by', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  mine.mail.start();
  const person = await mine.signUp();
  await enrol(mine, person);
  // releases before this one let an unproven address have a factor
  await mine.db('users').where({ id: person.id }).update({ email_verified: false });
  const token = await linkTokenOf(mine, person.email, 'Подтвердите адрес почты');

  const verified = await as(person, 'post', 'verify-email', { token }, mine);

  t.is(verified.status, 403);
  t.true(verified.body.requiresSecondFactor);
  t.true((await mine.db('users').where({ id: person.id }).first()).email_verified);
});

test('where it is required, an administrator without a second factor may only set one up', async (t) => {
  const mine = await createTestApi({ requireAdminFactor: true });
  t.teardown(mine.close);
  const admin = await mine.signUp('admin');
  const owner = await mine.signUp();
  mine.sessions.forget(admin.id);
  const statusOf = async (path: string) => (await mine.call.get(path).set(...bearer(admin))).status;

  t.deepEqual([await statusOf('/api/admin/users'), await statusOf('/api/billing/plans')], [403, 403]);
  t.is((await mine.call.get('/api/admin/users').set(...bearer(admin))).body.code, 'secure_account');
  t.deepEqual([await statusOf('/api/auth/me'), await statusOf('/api/auth/security')], [200, 200]);
  t.is((await mine.call.get('/api/billing/plans').set(...bearer(owner))).status, 200);
  await enrol(mine, admin);
  t.is(await statusOf('/api/admin/users'), 200, 'at once');
});

test('where it is required, an administrator who signed in with a weak password has to change it', async (t) => {
  const mine = await createTestApi({ requireAdminFactor: true });
  t.teardown(mine.close);
  const admin = await mine.signUp('admin');
  const { secret } = await enrol(mine, admin);
  await mine
    .db('users')
    .where({ id: admin.id })
    .update({ password_hash: await hashPassword('kegs-cork') });
  const asked = await mine.call.post('/api/auth/login').send({ email: admin.email, password: 'kegs-cork' });
  const { challenge } = asked.body;
  const { body: signedIn } = await answer({ challenge, code: codeOf(secret, mine.clock.now(), 1) }, mine);
  const statusOf = async () => (await mine.call.get('/api/admin/users').set(...bearer(signedIn))).status;

  t.is(await statusOf(), 403);
  await as(signedIn, 'post', 'change-password', { oldPassword: 'kegs-cork', newPassword: 'kegs-and-corks' }, mine);
  t.is(await statusOf(), 200);
});

test('a factor on its way while every sign-in ends is not set up any more', async (t) => {
  const mine = await createTestApi();
  t.teardown(mine.close);
  const person = await mine.signUp();
  await proveAddress(mine, person);
  const { body } = await as(person, 'post', 'totp', { password: PASSWORD }, mine);
  const code = codeOf(body.secret, mine.clock.now());
  const ending = await mine.db.transaction();
  await mine.sessions.endAll(ending, person.id);

  const confirming = as(person, 'post', 'totp/confirm', { code }, mine).then((reply) => reply);
  const waiting = { datname: mine.db.raw('current_database()'), wait_event_type: 'Lock' };
  await until('it waits', async () => (await mine.db('pg_stat_activity').where(waiting)).length > 0);
  await ending.commit();

  t.like(await confirming, { status: 401, body: { code: 'session_over' } });
  t.is((await mine.db('totp_factors').where({ user_id: person.id }).first()).confirmed_at, null);
});
