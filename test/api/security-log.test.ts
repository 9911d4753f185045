import type { SecurityRecord } from '@ostatok/api/contract/security.endpoints.ts';
import test from 'ava';
import { bearer, createTestApi, DAY, PASSWORD, type TestApi } from '../support/platform/api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signUp']>>;
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
});
test.after.always(() => api?.close());

let addresses = 0;
const newAddress = (): string => {
  addresses += 1;
  return `203.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
const get = (query: string) => api.call.get(`/api/admin/security/events?${query}`).set(...bearer(admin));
const listed = async (query: string): Promise<SecurityRecord[]> => (await get(query)).body.events;
const login = (email: string, password: string, ip: string) =>
  api.call.post('/api/auth/login').set('X-Forwarded-For', ip).set('User-Agent', 'Probe/1.0').send({ email, password });

test('sign-ins good and bad are logged with the account, the address and the device', async (t) => {
  const person = await api.signUp();
  const ip = newAddress();
  await login(person.email, 'wrong horse', ip);
  const reply = await login(person.email, PASSWORD, ip);
  await login(person.email, PASSWORD, ip).set('Cookie', reply.get('Set-Cookie') ?? []);

  const events = await listed(`user=${person.email}`);

  const from = { user_email: person.email, ip, device: 'Probe/1.0', count: 1 };
  // failures are gathered for a moment: they may be logged after later events
  t.deepEqual([...new Set(events.map(({ event, outcome }) => `${event} ${outcome}`))].sort(), [
    'login.failed failure',
    'login.new_device success',
    'login.succeeded success',
  ]);
  for (const event of events) t.like(event, from);
});

test('what is typed for an address that nobody has is kept as a mark, and the password not at all', async (t) => {
  const ip = newAddress();
  await login('nobody-has-this@bar.example', 'a-typed-secret', ip);

  const [event] = await listed(`ip=${ip}`);

  t.is(event?.user_id, null);
  t.regex(event?.subject ?? '', /^#[0-9a-f]{12}$/);
  const everything = JSON.stringify(await api.db('security_events').select());
  t.notRegex(everything, /nobody-has-this|a-typed-secret/);
});

test('the security log only grows: nothing in it is changed, and only what is old goes', async (t) => {
  const old = new Date(Date.now() - 91 * DAY);
  await api.security.record(api.db, { event: 'login.succeeded', userId: admin.id, ip: '192.0.2.77' });
  const row = api.db('security_events').where({ ip: '192.0.2.77' });

  await t.throwsAsync(row.clone().update({ event: 'login.failed' }), { message: /append-only/ });
  await t.throwsAsync(row.clone().delete(), { message: /append-only/ });
  await t.throwsAsync(api.db.raw('truncate security_events'), { message: /append-only/ });
  await api.db('security_events').insert({ at: old, event: 'login.succeeded', failed: false, ip: '192.0.2.78' });
  t.is(await api.db('security_events').where({ ip: '192.0.2.78' }).delete(), 1);
});

test('only administrators read the security log, by event, outcome, account, address and time', async (t) => {
  const person = await api.signUp();
  const ip = newAddress();
  await login(person.email, 'wrong horse', ip);

  t.is((await api.call.get('/api/admin/security/events').set(...bearer(person))).status, 403);
  t.is((await api.call.get('/api/admin/security/events')).status, 401);
  const found = async (query: string) => (await listed(`${query}&ip=${ip}`)).length;
  t.is(await found('event=login.failed'), 1);
  t.is(await found('event=login'), 1);
  t.is(await found('event=password'), 0);
  t.is(await found('outcome=failure'), 1);
  t.is(await found('outcome=success'), 0);
  t.is(await found(`user=${person.id}`), 1);
  t.is(await found('from=2000-01-01&to=2000-01-02'), 0);
  t.is((await get('outcome=maybe')).status, 400);
});
