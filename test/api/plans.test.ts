import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import test from 'ava';
import { bearer, createTestApi, type TestApi, until } from '../support/platform/api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signUp']>>;
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
});
test.after.always(() => api?.close());

const ask = (method: 'get' | 'post' | 'put', path: string, body?: object) => {
  const call = api.call[method](`/api/admin/plans${path}`).set(...bearer(admin));
  return body === undefined ? call : call.send(body);
};
const list = async (query = ''): Promise<AdminPlan[]> => (await ask('get', query)).body.plans;
const form = (changes: object = {}) => ({ name: 'bar', display_name: 'Бар', price_monthly: 500, ...changes });
let made = 0;
async function newPlan(changes: object = {}): Promise<AdminPlan> {
  made += 1;
  const { status, body } = await ask(
    'post',
    '',
    form({ name: `plan-${made}`, display_name: `Тариф ${made}`, ...changes }),
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.plan;
}

test('a plan is made with the defaults of the form, its features trimmed and in order, its prices exact', async (t) => {
  const { status, body } = await ask('post', '', {
    name: 'Bar_Plus',
    display_name: ' Бар плюс ',
    price_monthly: '1990.55',
    price_yearly: '',
    features: [
      { text: '  Второе ', order: 2 },
      { text: '   ', order: 0 },
      { text: 'Первое', order: 1 },
    ],
  });

  t.is(status, 201);
  t.is(body.message, 'Тариф создан');
  t.like(body.plan, {
    name: 'Bar_Plus',
    display_name: 'Бар плюс',
    description: '',
    price_monthly: 1990.55,
    price_yearly: null,
    discount_percent: 0,
    max_storage_mb: 100,
    max_memory_mb: null,
    max_cpu_percent: null,
    max_tasks: null,
    currency: 'RUB',
    is_active: true,
    is_public: true,
    is_featured: false,
    is_archived: false,
    active_subscriptions: 0,
  });
  t.deepEqual(body.plan.features, [
    { text: 'Первое', order: 1 },
    { text: 'Второе', order: 2 },
  ]);
  t.is((await api.db('plans').where({ id: body.plan.id }).first()).price_monthly, 199_055);
  t.deepEqual((await ask('get', `/${body.plan.id}`)).body.plan, body.plan);
});

for (const [what, changes, field] of [
  ['no name', { name: ' ' }, 'name'],
  ['a Russian name', { name: 'бар' }, 'name'],
  ['no display name', { display_name: '' }, 'display_name'],
  ['no monthly price', { price_monthly: '' }, 'price_monthly'],
  ['a monthly price of null', { price_monthly: null }, 'price_monthly'],
  ['a negative price', { price_monthly: -1 }, 'price_monthly'],
  ['a third of a kopeck', { price_monthly: 9.999 }, 'price_monthly'],
  ['a negative yearly price', { price_yearly: -0.01 }, 'price_yearly'],
  ['a text for a yearly price', { price_yearly: 'много' }, 'price_yearly'],
  ['a discount over 100', { discount_percent: 101 }, 'discount_percent'],
  ['a discount with a fraction', { discount_percent: 10.5 }, 'discount_percent'],
  ['a negative number of venues', { max_instances: -1 }, 'max_instances'],
  ['a part of a person', { max_users_per_instance: 1.5 }, 'max_users_per_instance'],
  ['too little memory to start with', { max_memory_mb: 255 }, 'max_memory_mb'],
  ['hardly a processor', { max_cpu_percent: 9 }, 'max_cpu_percent'],
  ['a text for the processes', { max_tasks: 'сто' }, 'max_tasks'],
] as const)
  test(`a plan with ${what} is refused by its field`, async (t) => {
    const { status, body } = await ask('post', '', form(changes));

    t.is(status, 400);
    t.truthy(body.errors[field], JSON.stringify(body));
  });

test('a code is taken once, in whatever case, also by two at once', async (t) => {
  const first = await newPlan({ name: 'taken' });
  const racing = await Promise.all(['raced', 'Raced', 'RACED'].map((name) => ask('post', '', form({ name }))));
  const other = await newPlan();

  const replies = [
    await ask('post', '', form({ name: 'Taken' })),
    await ask('put', `/${other.id}`, { name: first.name }),
  ];

  t.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409]);
  for (const { status, body } of replies) {
    t.is(status, 409);
    t.is(body.code, 'plan_name_taken');
    t.truthy(body.errors.name);
  }
});

test('what is not sent stays; a price on request may be sent back, but no price be taken away', async (t) => {
  const plan = await newPlan({ price_yearly: 5000, features: [{ text: 'Всё', order: 1 }] });
  const corporate = (await list()).find(({ name }) => name === 'corporate') as AdminPlan;

  const renamed = await ask('put', `/${plan.id}`, { display_name: 'Другое' });
  const cleared = await ask('put', `/${plan.id}`, { price_yearly: '' });
  const refused = await ask('put', `/${plan.id}`, { price_monthly: null });
  const kept = await ask('put', `/${corporate.id}`, { ...corporate, description: 'Для больших сетей' });
  const none = await ask('put', '/99999', { display_name: 'Нет' });

  t.is(renamed.body.message, 'Тариф обновлен');
  t.like(renamed.body.plan, { ...plan, display_name: 'Другое' });
  t.is(cleared.body.plan.price_yearly, null);
  t.is(refused.status, 400);
  t.like(kept.body.plan, { price_monthly: null, description: 'Для больших сетей' });
  t.is(none.status, 404);
});

test('the free plan keeps its code and its price, and cannot be archived', async (t) => {
  const [free] = (await list('?search=free')) as [AdminPlan];

  const replies = [
    await ask('put', `/${free.id}`, { name: 'gratis' }),
    await ask('put', `/${free.id}`, { price_monthly: 10 }),
    await ask('put', `/${free.id}/archive`),
  ];

  t.deepEqual(
    replies.map(({ status, body }) => [status, body.code]),
    Array(3).fill([409, 'free_plan']),
  );
  t.is((await ask('put', `/${free.id}`, { ...free, description: 'Попробовать' })).status, 200);
});

test('an archived plan keeps its subscribers, is sold to nobody, and comes back', async (t) => {
  const plan = await newPlan();
  const person = await api.signUp();
  await api.db('subscriptions').where({ user_id: person.id }).update({ plan_id: plan.id });

  const hidden = await ask('put', `/${plan.id}/toggle-public`);
  const shown = await ask('put', `/${plan.id}/toggle-public`);
  const archived = await ask('put', `/${plan.id}/archive`);
  const again = await ask('put', `/${plan.id}/archive`);
  const toggled = await ask('put', `/${plan.id}/toggle-public`);
  const offered = await api.call.get('/api/public/plans');
  const given = await api.call
    .post(`/api/admin/users/${admin.id}/change-plan`)
    .set(...bearer(admin))
    .send({ planId: plan.id });
  const present = await api.billing.subscriptionOf(person.id);
  const restored = await ask('put', `/${plan.id}/restore`);

  t.deepEqual([hidden.body.plan.is_public, shown.body.plan.is_public], [false, true]);
  t.is(hidden.body.message, 'Видимость тарифа изменена');
  t.like(archived.body, { success: true, activeSubscriptions: 1, plan: { is_archived: true } });
  t.regex(archived.body.message, /Действующих подписок: 1/);
  t.deepEqual([again.status, toggled.status, given.status], [409, 409, 409]);
  t.false(offered.body.plans.some(({ id }: { id: number }) => id === plan.id));
  t.like(present, { plan_id: plan.id, status: 'active' });
  t.is(restored.body.message, 'Тариф восстановлен');
  t.false(restored.body.plan.is_archived);
  const acts: string[] = await api
    .db('activity')
    .where({ target: `plan:${plan.id}`, actor_id: admin.id })
    .orderBy('id')
    .pluck('action');
  t.deepEqual(acts, ['plan.created', 'plan.visibility', 'plan.visibility', 'plan.archived', 'plan.restored']);
});

test('a plan that is going to the archive is not changed by what was known of it before', async (t) => {
  const plan = await newPlan();
  const other = await api.db.transaction();
  await other('plans').where({ id: plan.id }).update({ is_archived: true });

  const toggled = ask('put', `/${plan.id}/toggle-public`).then((reply) => reply);
  await until('it waits for the plan', async () => {
    const { rows } = await api.db.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await other.commit();

  t.like(await toggled, { status: 409, body: { code: 'plan_not_active' } });
  t.true((await ask('get', `/${plan.id}`)).body.plan.is_public);
});

test('plans that are made at once have places of their own', async (t) => {
  const plans = await Promise.all(Array.from({ length: 8 }, () => newPlan()));

  t.is(new Set(plans.map(({ sort_order }) => sort_order)).size, 8);
});

test('plans are found, filtered and sorted, with their subscribers counted', async (t) => {
  const plan = await newPlan({ description: 'Для_кофеен на углу', price_monthly: 777_777 });
  const gone = await newPlan({ description: 'Для_кофеен давно' });
  await ask('put', `/${gone.id}/archive`);
  const ids = async (query: string): Promise<number[]> => (await list(query)).map(({ id }) => id);
  const words = encodeURIComponent('для_КОФЕЕН');

  t.deepEqual(await ids(`?search=${words}`), [plan.id]);
  t.deepEqual(await ids(`?search=${words}&include_archived=true`), [plan.id, gone.id]);
  t.deepEqual(await ids(`?search=${words}&status=archived`), [gone.id]);
  t.deepEqual(await ids(`?filter=${encodeURIComponent(JSON.stringify({ id: [gone.id] }))}`), [gone.id]);
  t.is((await ids('?sortBy=price_monthly&sortOrder=desc'))[0], plan.id);
  const counts = (await list('?sortBy=active_subscriptions&sortOrder=desc')).map((one) => one.active_subscriptions);
  t.deepEqual(
    counts,
    counts.toSorted((a, b) => b - a),
  );
  t.true((counts[0] ?? 0) > 0);
  t.is((await ask('get', '?sortBy=features')).status, 400);
  t.is((await ask('get', '?status=some')).status, 400);
});

test.serial(
  'reordering numbers plans from one, whatever numbers were sent, and two at once end as one of them',
  async (t) => {
    const before = await list('?include_archived=true');
    const sent = (order: AdminPlan[], first = 40) => ({
      plans: order.map(({ id }, at) => ({ id, sort_order: first + at * 7 })),
    });
    const reversed = before.toReversed();

    const done = await ask('put', '/reorder', sent(reversed));
    const wrong = [
      await ask('put', '/reorder', { plans: [...sent(before).plans, { id: 999_999, sort_order: 1 }] }),
      await ask('put', '/reorder', { plans: sent(before).plans.slice(1) }),
      await ask('put', '/reorder', { plans: [...sent(before).plans.slice(1), sent(before).plans[1]] }),
      await ask('put', '/reorder', { plans: [] }),
    ];
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => ask('put', '/reorder', sent(turn % 2 ? before : reversed))),
    );

    t.deepEqual(
      done.body.plans.map(({ id, sort_order }: AdminPlan) => [id, sort_order]),
      reversed.map(({ id }, at) => [id, at + 1]),
    );
    t.deepEqual(
      wrong.map(({ status }) => status),
      [400, 400, 400, 400],
    );
    t.true(racing.every(({ status }) => status === 200));
    const after = (await list('?include_archived=true')).map(({ id }) => id);
    t.true([before, reversed].some((order) => JSON.stringify(order.map(({ id }) => id)) === JSON.stringify(after)));
    t.deepEqual(
      (await list('?include_archived=true')).map(({ sort_order }) => sort_order),
      before.map((_, at) => at + 1),
    );
  },
);

test('a feature that is no text is refused as malformed', async (t) => {
  for (const text of [[], {}, [null]]) {
    const { status, body } = await ask('post', '', form({ name: 'no-text', features: [{ text, order: 1 }] }));
    t.is(status, 400, JSON.stringify(text));
    t.deepEqual(body.errors, { 'features[0].text': 'Возможность — текст' });
  }
});
