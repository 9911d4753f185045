import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import test from 'ava';
import { pay } from '../support/account/person.ts';
import { bearer, createTestApi, DAY, type TestApi } from '../support/platform/api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signUp']>>;
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
});
test.after.always(() => api?.close());

const get = (path: string, as = admin) => api.call.get(`/api/admin/${path}`).set(...bearer(as));
const entries = async (query: string): Promise<ActivityRecord[]> => (await get(`activity?${query}`)).body.activity;

test('every entry says who, what, to whom and from where, behind a proxy of this machine too', async (t) => {
  const person = await api.signUp();
  await api.call
    .put(`/api/admin/users/${person.id}/status`)
    .set(...bearer(admin))
    .set('X-Forwarded-For', '203.0.113.9')
    .send({ status: 'blocked' });

  const [entry] = await entries(`target=user:${person.id}&action=user.blocked`);

  t.like(entry, {
    actor_id: admin.id,
    actor_email: admin.email,
    action: 'user.blocked',
    description: `Заблокирован пользователь ${person.email}`,
    target: `user:${person.id}`,
    ip: '203.0.113.9',
  });
  t.false(Number.isNaN(Date.parse(entry?.at ?? '')));
});

test('the activity is found by actor, kind, target, words and time, newest first, with an exact total', async (t) => {
  const person = await api.signUp();
  const at = (days: number): Date => new Date(Date.now() - days * DAY);
  const moment = at(2);
  const base = { actor_id: person.id, action: 'probe.one', description: 'Проба_1 «А»', target: 'probe:1' };
  await api.db('activity').insert([
    { ...base, at: at(3) },
    { ...base, at: moment, action: 'probe.two', target: 'probe:2' },
    { ...base, at: at(1), actor_id: null, description: 'Другое', target: 'probe:1' },
    { ...base, at: at(0), action: 'probes.many', target: 'probes:1', description: 'Пробы' },
  ]);
  const ids = async (query: string) =>
    (await entries(query)).map(({ action, at: when }) => [action, Math.round((Date.now() - Date.parse(when)) / DAY)]);

  t.deepEqual(await ids('action=probe'), [
    ['probe.one', 1],
    ['probe.two', 2],
    ['probe.one', 3],
  ]);
  t.deepEqual(await ids('action=probe.two'), [['probe.two', 2]]);
  t.deepEqual(await ids(`action=probe&actor=${person.email}`), [
    ['probe.two', 2],
    ['probe.one', 3],
  ]);
  t.deepEqual(await ids('action=probe&actor=platform'), [['probe.one', 1]]);
  t.deepEqual(await ids('target=probe:2'), [['probe.two', 2]]);
  t.deepEqual(await ids(`search=${encodeURIComponent('пРОБА_1')}`), [
    ['probe.two', 2],
    ['probe.one', 3],
  ]);
  t.deepEqual(await ids(`action=probe&from=${at(2.5).toISOString()}&to=${at(1.5).toISOString()}`), [['probe.two', 2]]);
  const [from, to] = [moment.toISOString(), moment.toISOString()];
  t.deepEqual(await ids(`action=probe&from=${from}&to=${to}`), [['probe.two', 2]]);
  t.deepEqual(await ids(`search=${encodeURIComponent('проба%1')}`), []);
  const day = new Date(moment.getTime() + 3 * 60 * 60 * 1000).toISOString().slice(0, 10);
  t.deepEqual(
    await ids(`action=probe.two&from=${day}&to=${day}`),
    [['probe.two', 2]],
    'a day alone is the whole of it, by Moscow',
  );
  t.is((await get('activity?from=вчера')).status, 400);
  t.is((await get('activity?to=2026-13-45')).status, 400);
});

test('the total stays exact while entries come, go with age and come late', async (t) => {
  const mine = await createTestApi();
  const boss = await mine.signUp('admin');
  const total = async (): Promise<[number, number]> => {
    const { body } = await mine.call.get('/api/admin/activity?limit=1').set(...bearer(boss));
    const { rows } = await mine.db.raw('select count(*) as n from activity');
    return [body.pagination.total, rows[0].n];
  };
  const entry = { action: 'plan.created', description: 'Давно' } as const;
  await mine
    .db('activity')
    .insert(Array.from({ length: 30 }, (_, day) => ({ ...entry, at: new Date(Date.now() - (110 - day) * DAY) })));
  await mine.db('activity').insert(Array.from({ length: 30 }, () => ({ ...entry, at: new Date(Date.now() - DAY) })));

  for (const step of [
    () => mine.activity.record(mine.db, { actorId: null, ...entry }),
    () =>
      mine
        .db('activity')
        .where('at', '<', new Date(Date.now() - 100 * DAY))
        .delete(),
    () => mine.db('activity').insert({ ...entry, at: new Date() }),
  ]) {
    const [before, counted] = await total();
    t.is(before, counted);
    await step();
    const [after, countedAfter] = await total();
    t.is(after, countedAfter);
  }
  await mine.close();
});

test('nobody rewrites what was done, not even in the database', async (t) => {
  const person = await api.signUp();
  const mine = () => api.db('activity').where({ actor_id: person.id });
  const { id, description } = await mine().first();

  for (const change of [
    { description: 'Ничего не было' },
    { description: '[адрес удалён]' },
    { description: `${description}!` },
    { action: 'x' },
    { target: null },
    { actor_id: admin.id },
    { ip: '1.2.3.4' },
    { at: new Date(0) },
  ])
    await t.throwsAsync(
      async () => void (await mine().update(change)),
      { message: /append-only/ },
      JSON.stringify(change),
    );
  await t.throwsAsync(async () => void (await mine().delete()), { message: /append-only/ });
  await t.throwsAsync(async () => void (await api.db.raw('truncate activity')), { message: /append-only/ });

  t.is(
    await api
      .db('activity')
      .where({ id })
      .update({ description: description.replace(person.email, '[адрес удалён]') }),
    1,
  );
  t.is(await api.db('activity').where({ id }).update({ ip: null, actor_id: null }), 1);
});

test('growth counts months, and revenue is what was paid for the months that ran, not what plans cost now', async (t) => {
  const mine = await createTestApi();
  // in the middle of a month, so that none ends meanwhile
  const today = new Date();
  const middle = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15);
  mine.clock.hold();
  mine.clock.pass(middle - mine.clock.now().getTime());
  const after = (days: number): Date => new Date(middle + days * DAY);
  const boss = await mine.signUp('admin');
  const person = await mine.signUp();
  await pay(mine.db, person.id, person.email, after(-1));
  const [year] = await mine
    .db('users')
    .insert({ email: 'old@bar.example', name: 'Давний', created_at: after(-400) })
    .returning('id');
  const period = await mine.db('subscription_periods').where({ user_id: person.id }).first();
  const { id: _, monthly: _derived, ...bought } = period;
  const insert = (changes: object) =>
    mine.db('subscription_periods').insert({ ...bought, id: mine.db.raw('gen_random_uuid()'), ...changes });
  await insert({
    user_id: year.id,
    billing_period: 'yearly',
    price: 1_200_000,
    starts_at: after(-100),
    ends_at: after(265),
  });
  const granted = await mine.signUp();
  await insert({ user_id: granted.id, kind: 'grant', price: 0 });
  await mine
    .db('users')
    .whereIn('id', [boss.id, person.id, granted.id])
    .update({ created_at: after(0) });
  await mine.db('plans').update({ price_monthly: 1 });

  const { body: stats } = await mine.call.get('/api/admin/stats').set(...bearer(boss));
  const { body } = await mine.call.get('/api/admin/stats/growth?months=3').set(...bearer(boss));

  t.is(stats.stats.mrr, 1990 + 1000);
  t.is(body.months.length, 3);
  const [first, , last] = body.months;
  t.regex(last.month, /^\d{4}-\d\d$/);
  t.like(last, { users: 4, mrr: 2990, new_users: 3 });
  t.like(first, { users: 1, mrr: 1000, new_users: 0, tenants: 0, new_tenants: 0 });
  for (const months of ['0', '61', 'много']) {
    const reply = await mine.call
      .get(`/api/admin/stats/growth?months=${encodeURIComponent(months)}`)
      .set(...bearer(boss));
    t.is(reply.status, 400);
  }
  await mine.close();
});

test("an administrator's settings are kept, their own, and of bounded size", async (t) => {
  const other = await api.signUp('admin');
  const put = (key: string, value: unknown, as = admin) =>
    api.call
      .put(`/api/admin/preferences/${key}`)
      .set(...bearer(as))
      .send({ value });
  const saved = await put('users.columns', ['email', 'name']);
  await put('users.views', { blocked: { status: 'blocked' } });
  await put('users.columns', ['email']);
  await put('users.columns', [], other);

  t.deepEqual(saved.body.preferences, { 'users.columns': ['email', 'name'] });
  t.deepEqual((await get('preferences')).body.preferences, {
    'users.columns': ['email'],
    'users.views': { blocked: { status: 'blocked' } },
  });
  t.deepEqual((await get('preferences/users.columns', other)).body.preferences, { 'users.columns': [] });
  const replies = [
    await put('big', 'я'.repeat(33_000)),
    await put('__proto__', 1),
    await put('constructor', 1),
    await put('имя', 1),
    await put('none', null),
    // nested deeper than the database's own stack allows
    await put('deep', JSON.parse('['.repeat(5000) + ']'.repeat(5000))),
    await get('preferences/absent'),
    await api.call.delete('/api/admin/preferences/absent').set(...bearer(admin)),
  ];
  t.deepEqual(
    replies.map(({ status }) => status),
    [413, 400, 400, 400, 400, 400, 404, 404],
  );
  t.true((await put('small', 'я'.repeat(32_000))).body.success);
  const removed = await api.call.delete('/api/admin/preferences/users.views').set(...bearer(admin));
  t.deepEqual(Object.keys(removed.body.preferences), ['small', 'users.columns']);
  t.is(
    await api
      .db('admin_preferences')
      .where({ user_id: admin.id })
      .count()
      .first()
      .then((row) => Number(row?.count)),
    2,
  );
  await api.db.raw(
    `insert into admin_preferences (user_id, key, value, updated_at)
     select ?, 'view' || n, '1', now() from generate_series(3, 199) n`,
    [admin.id],
  );
  const last = await Promise.all(Array.from({ length: 8 }, (_, at) => put(`last.${at}`, 1)));
  t.deepEqual(last.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(409)]);
  t.is((await put('users.columns', [])).status, 200);
});
