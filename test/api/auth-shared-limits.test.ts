import { randomUUID } from 'node:crypto';
import { deleteExpiredAttempts } from '@ostatok/api/src/platform/rate-limits.queries.ts';
import { createSharedStore } from '@ostatok/api/src/platform/rate-limits.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createSecrets, hashToken } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { startProviders } from '../support/account/oauth.ts';
import { createVisitor } from '../support/account/oauth-visitor.ts';
import { createTestApi, createTestServices, DAY, PASSWORD } from '../support/platform/api.ts';
import { call } from '../support/platform/platform.ts';
import type { PlatformProcess } from '../support/platform/platform-process.ts';
import { kill, startSeveral } from '../support/platform/several-processes.ts';
import { ownPort } from '../support/run/own-port.ts';

const FEW = { tries: { points: 3, duration: 3600 } };

async function register(on: PlatformProcess): Promise<string> {
  const email = `anna-${randomUUID().slice(0, 8)}@bar.example`;
  const body = { email, password: PASSWORD, name: 'Анна' };
  const { status } = await call(on.url, 'POST', '/api/auth/register', { body });
  if (status !== 201) throw new Error(`registration answered ${status}`);
  return email;
}
const login = (on: PlatformProcess, email: string, password: string) =>
  call(on.url, 'POST', '/api/auth/login', { body: { email, password } });

test('two api processes share one limit, and one that is killed and started again has not forgotten it', async (t) => {
  const { first, second, begin } = await startSeveral(t);
  const email = await register(first);
  for (let n = 0; n < 5; n += 1) {
    for (const on of [first, second]) t.is((await login(on, email, 'guess')).status, 401);
  }

  const refused = await login(second, email, PASSWORD);
  t.is(refused.status, 429);
  const wait = Number(refused.headers['retry-after']);
  t.true(wait > 0 && wait <= 900, `${wait}`);
  t.like(refused.body, { code: 'too_many' });
  t.regex(refused.body.error, /^Слишком много попыток\. Подождите (минуту|\d+ минут\S*) и повторите$/);

  await kill(first);
  const again = await begin();
  t.is((await login(again, email, PASSWORD)).status, 429);
});

test('of fifty wrong sign-ins at once over two processes exactly ten are looked at', async (t) => {
  const { first, second } = await startSeveral(t);
  const email = await register(first);

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => login(n % 2 ? first : second, email, `guess ${n}`)),
  );

  const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
  t.deepEqual([count(401), count(429)], [10, 40]);
});

test('a password that is set by letter at one process ends the lock at the other', async (t) => {
  const { first, second, db } = await startSeveral(t);
  const email = await register(first);
  for (let n = 0; n < 10; n += 1) await login(second, email, 'guess');
  t.is((await login(second, email, PASSWORD)).status, 429);
  const { id: user_id } = await db('users').where({ email }).first('id');
  const token_hash = hashToken('a-link-of-a-letter');
  const [created_at, expires_at] = [new Date(), new Date(Date.now() + DAY)];
  await db('link_tokens').insert({
    id: randomUUID(),
    user_id,
    purpose: 'reset_password',
    token_hash,
    created_at,
    expires_at,
  });

  const body = { token: 'a-link-of-a-letter', newPassword: 'another horse' };
  t.is((await call(first.url, 'POST', '/api/auth/reset-password', { body })).status, 200);

  t.is((await login(second, email, 'another horse')).status, 200);
});

test('a sign-in that was begun at one process ends at another, and only once at all of them', async (t) => {
  const accounts = [{ id: 1, email: 'anna@mail.example', name: 'Анна' }];
  const oauth = await startProviders(accounts);
  t.teardown(oauth.stop);
  const PORT = String(await ownPort());
  const { first, second, begin } = await startSeveral(t, { ...oauth.env, PUBLIC_URL: `http://127.0.0.1:${PORT}` });
  const named = await begin({ PORT });
  const visitor = createVisitor();
  const begun = await visitor.visit(`${named.url}/api/auth/yandex`);
  const consented = await visitor.visit(`${begun.next?.href}&as=1`);
  const back = consented.next?.href ?? '';
  const kept = new Map(visitor.jar);
  const returnTo = async (on: PlatformProcess): Promise<URL | null> => {
    for (const [name, cookie] of kept) visitor.jar.set(name, cookie);
    return (await visitor.visit(back.replace(named.url, on.url))).next;
  };

  const [, code] = /^#return=(.+)$/.exec((await returnTo(first))?.hash ?? '') ?? [];
  const exchanged = await visitor.visit(`${second.url}/api/auth/provider-return`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  t.is((await exchanged.json()).user.email, 'anna@mail.example');
  for (const on of [second, named, first]) {
    t.regex((await returnTo(on))?.searchParams.get('error') ?? '', /слишком давно/);
  }
});

test('while the database is away each process counts in its memory, and lets nobody guess on', async (t) => {
  const db = connect(`postgres://nobody@127.0.0.1:${await ownPort()}/nothing`, { max: 2 });
  t.teardown(() => db.destroy());
  const secrets = createSecrets('test-secret-key-of-thirty-two-characters');
  const attempts = createAttempts(FEW, createSharedStore({ db, secrets }));

  for (let n = 0; n < 3; n += 1) await attempts.count({ tries: 'anna' });

  await t.throwsAsync(attempts.count({ tries: 'anna' }), { message: /^Слишком много попыток/ });
  await t.notThrowsAsync(attempts.count({ tries: 'boris' }));
});

test('where attempts cannot be written the sign-in is limited all the same', async (t) => {
  const api = await createTestApi();
  t.teardown(api.close);
  const { email } = await api.signUp();
  await api.db.raw('alter table rate_limits rename to elsewhere');

  const answers: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    answers.push((await api.call.post('/api/auth/login').send({ email, password: 'guess' })).status);
  }

  t.deepEqual(answers, [...Array(10).fill(401), 429, 429]);
});

test('what is forgiven leaves no row, what failed stays, and nothing that is stored names anybody', async (t) => {
  const services = await createTestServices();
  t.teardown(services.close);
  const attempts = createAttempts(FEW, createSharedStore(services));
  const rows = (): Promise<{ key: string; points: number }[]> => services.db('rate_limits').select('key', 'points');
  for (let n = 0; n < 20; n += 1) {
    await attempts.count({ tries: `anna${n}@bar.example` });
    await attempts.forgive({ tries: `anna${n}@bar.example` });
  }
  t.deepEqual(await rows(), []);

  await Promise.all(Array.from({ length: 3 }, () => attempts.count({ tries: 'anna@bar.example' })));
  await attempts.forgive({ tries: 'anna@bar.example' });
  await attempts.count({ tries: 'anna@bar.example' });
  await t.throwsAsync(attempts.count({ tries: 'anna@bar.example' }));
  t.like(await rows(), [{ points: 4 }]);
  t.notRegex(JSON.stringify(await rows()), /anna|bar\.example/);
  await attempts.forget({ tries: 'anna@bar.example' });
  t.deepEqual(await rows(), []);
});

test('a flood far over its limit is refused without a write', async (t) => {
  const services = await createTestServices();
  t.teardown(services.close);
  const attempts = createAttempts(FEW, createSharedStore(services));

  for (let n = 0; n < 60; n += 1) await attempts.tryCount('tries', 'flood');

  t.like(await services.db('rate_limits').first('points'), { points: 30 });
  t.false(await attempts.tryCount('tries', 'flood'));
});

test('rows whose time is up are deleted, the others stay', async (t) => {
  const services = await createTestServices();
  t.teardown(services.close);
  const attempts = createAttempts(FEW, createSharedStore(services));
  await attempts.count({ tries: 'old' });
  await services.db('rate_limits').update({ expire: Date.now() - 1 });
  await attempts.count({ tries: 'new' });

  await deleteExpiredAttempts(services.db);

  t.is((await services.db('rate_limits')).length, 1);
  for (let n = 0; n < 2; n += 1) t.true(await attempts.tryCount('tries', 'new'));
  t.false(await attempts.tryCount('tries', 'new'), 'and still count');
});

test('an office that registers at once waits for no connection within its own transactions', async (t) => {
  const services = await createTestServices();
  t.teardown(services.close);
  const people = Array.from({ length: 24 }, (_, n) => ({
    email: `new${n}@bar.example`,
    password: PASSWORD,
    name: 'Анна',
  }));

  const made = await Promise.all(people.map((person, n) => services.auth.register(person, `10.1.${n}.1`)));

  t.is(made.length, 24);
  t.is((await services.db('rate_limits').where('key', 'like', 'letterPair:%')).length, 24, 'all counted there');
});
