import test from 'ava';
import { fallbackPlans } from '../../../owner-ui/src/lib/plans.ts';
import { bearer, createTestApi, DAY, type TestApi } from '../../support/platform/api.ts';

let api: TestApi;
test.before(async () => {
  api = await createTestApi();
});
test.after.always(() => api.close());

async function subscribed(changes: { plan?: string; end?: Date | null; status?: string }) {
  const person = await api.signUp();
  const { plan = 'starter', end = null, status = 'active' } = changes;
  await api
    .db('subscriptions')
    .where({ user_id: person.id })
    .update({ plan_id: api.db('plans').where({ name: plan }).select('id'), current_period_end: end, status });
  const { body } = await api.call.get('/api/billing/subscription').set(...bearer(person));
  return { subscription: body.subscription, limits: await api.billing.limitsOf(person.id) };
}
const inDays = (days: number): Date => new Date(Date.now() + days * DAY);

test('a newcomer has the free plan, without end', async (t) => {
  const person = await api.signUp();

  const { body } = await api.call.get('/api/billing/subscription').set(...bearer(person));

  t.like(body.subscription, {
    status: 'active',
    is_free_plan: true,
    is_expiring_soon: false,
    days_remaining: null,
    current_period_end: null,
    deferred_plan_id: null,
  });
  t.like(body.subscription.plan, { name: 'free', display_name: 'Бесплатный', max_instances: 1 });
});

const periods: [string, Parameters<typeof subscribed>[0], object, boolean][] = [
  ['30 days left', { end: inDays(29.5) }, { status: 'active', days_remaining: 30, is_expiring_soon: false }, true],
  ['a week left', { end: inDays(6.5) }, { status: 'active', days_remaining: 7, is_expiring_soon: true }, true],
  ['an hour left', { end: inDays(1 / 24) }, { status: 'active', days_remaining: 1, is_expiring_soon: true }, true],
  ['run out', { end: inDays(-1) }, { status: 'expired', days_remaining: 0 }, false],
  ['cancelled, paid to the end', { end: inDays(5), status: 'canceled' }, { status: 'canceled' }, true],
  ['cancelled and over', { end: inDays(-1), status: 'canceled' }, { status: 'expired' }, false],
  ['unpaid', { end: inDays(5), status: 'past_due' }, { status: 'past_due' }, false],
];
for (const [what, changes, expected, mayCreate] of periods) {
  test(`a subscription ${what}`, async (t) => {
    const { subscription, limits } = await subscribed(changes);

    t.like(subscription, expected);
    t.is(limits.mayCreate, mayCreate);
  });
}

test('the limits are those of the plan', async (t) => {
  const { limits } = await subscribed({ plan: 'professional' });

  t.like(limits, { planName: 'professional', maxInstances: 3, maxUsersPerInstance: 20, maxStorageMb: 2000 });
});

test('the price list shows public plans in roubles, the billing one the free plan too', async (t) => {
  const person = await api.signUp();

  const open = await api.call.get('/api/public/plans');
  const own = await api.call.get('/api/billing/plans').set(...bearer(person));

  const prices = (plans: { display_name: string; price_monthly: string | null }[]) =>
    plans.map((plan) => [plan.display_name, plan.price_monthly]);
  t.deepEqual(prices(open.body.plans), [
    ['Стартовый', '990'],
    ['Профессиональный', '1990'],
    ['Корпоративный', null],
  ]);
  t.deepEqual(prices(own.body.plans)[0], ['Бесплатный', '0']);
  t.deepEqual(Object.keys(open.body.plans[0].features[0]).sort(), ['order', 'text']);
  const said = ['description', 'discount_percent', 'display_name', 'features', 'id', 'is_featured', 'name'];
  t.deepEqual(Object.keys(open.body.plans[0]).sort(), [...said, 'price_monthly', 'price_yearly']);
  t.true(open.body.success);
});

test('the plans shown while the price list cannot be had carry its numbers, and the free plan tells its limits', async (t) => {
  const { body } = await api.call.get('/api/public/plans');
  const known = ({ id, name, display_name, price_monthly }: Record<string, unknown>) => [
    id,
    name,
    display_name,
    price_monthly,
  ];
  t.deepEqual(
    fallbackPlans.map((plan) => known({ ...plan })),
    body.plans.map(known),
  );
  const free = await api.db('plans').where({ name: 'free' }).first();
  t.deepEqual(body.free, {
    id: free.id,
    name: 'free',
    display_name: 'Бесплатный',
    max_instances: free.max_instances,
    max_users_per_instance: free.max_users_per_instance,
  });
});

test('a subscription and a plan to choose have every field that the pages read', async (t) => {
  const person = await api.signUp();
  const read = async (path: string) => (await api.call.get(`/api/billing/${path}`).set(...bearer(person))).body;
  const { subscription, success } = await read('subscription');
  const { plans } = await read('plans');

  t.true(success);
  const fields =
    'status plan plan_id billing_period current_period_start current_period_end is_free_plan is_expiring_soon days_remaining auto_renew deferred_plan_id deferred_plan_name deferred_plan_display_name deferred_billing_period';
  for (const field of fields.split(' ')) t.true(field in subscription, field);
  for (const field of 'display_name name features max_instances max_users_per_instance'.split(' '))
    t.true(field in subscription.plan, field);
  const ofPlan =
    'id name display_name description price_monthly price_yearly discount_percent is_featured features max_instances max_users_per_instance';
  for (const field of ofPlan.split(' ')) t.true(field in plans[0], field);
});

test('the public figures never fall below their least, and the configuration needs no token', async (t) => {
  const stats = await api.call.get('/api/public/stats');
  const config = await api.call.get('/api/public/config');

  t.deepEqual(stats.body.stats, { clientCount: 10, productCount: 100_000 });
  t.like(config.body, { success: true, baseDomain: 'localhost:3000', providers: [] });
});
