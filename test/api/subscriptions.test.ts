import type { AdminPayment, SubscriptionUser } from '@ostatok/api/contract/subscriptions.ts';
import test from 'ava';
import { bearer, createTestApi, DAY, PASSWORD, type TestApi, until } from '../support/api.ts';
import { createFakeProvider } from './billing/fake-provider.ts';

type Person = Awaited<ReturnType<TestApi['signUp']>>;
const bank = createFakeProvider();
let api: TestApi;
let admin: Person;
let plans: Record<string, number>;
test.before(async () => {
  api = await createTestApi({ payments: () => ({ provider: bank.provider }) });
  admin = await api.signUp('admin');
  // without a confirmed address the account could sign in only for a limited time
  await api.db('users').where({ id: admin.id }).update({ email_verified: true });
  plans = Object.fromEntries((await api.db('plans').select('id', 'name')).map(({ id, name }) => [name, id]));
});
test.after.always(() => api?.close());

const post = (path: string, body: object, as: { token: string } = admin) =>
  api.call
    .post(`/api/${path}`)
    .set(...bearer(as))
    .send(body);
const get = (path: string) => api.call.get(`/api/admin/${path}`).set(...bearer(admin));
/** Signs in again after more time than a token lives. */
async function signInAgain(): Promise<void> {
  const { body } = await api.call.post('/api/auth/login').send({ email: admin.email, password: PASSWORD });
  if (!body.token) throw new Error(JSON.stringify(body));
  admin = { ...admin, token: body.token };
}
const rowOf = async ({ id }: Person): Promise<SubscriptionUser> => (await get(`subscriptions/${id}`)).body.user;
const historyOf = async ({ id }: Person) => (await get(`subscriptions/${id}/history`)).body.history;

async function pay(
  person: Person,
  plan: string,
  settle: (held: { amount: number }) => void = () => undefined,
): Promise<string> {
  const { body } = await post('billing/create-payment', { planId: plans[plan], billingPeriod: 'monthly' }, person);
  const held = bank.ofOrder(body.paymentId);
  bank.finish(held?.id ?? '');
  if (held) settle(held);
  await api.billing.settlePayment(body.paymentId);
  return body.paymentId;
}
async function payer(plan: string): Promise<Person> {
  const person = await api.signUp();
  await pay(person, plan);
  return person;
}

test.serial(
  'everybody is listed with what they have, found by address, name and company, filtered and paged',
  async (t) => {
    const mine = await createTestApi();
    const boss = await mine.signUp('admin');
    const people = [];
    for (let person = 0; person < 5; person += 1) people.push(await mine.signUp());
    const [first, second, third] = people as [Person, Person, Person];
    await mine.db('users').where({ id: first.id }).update({ company_name: 'ООО «Ромашка_100%»' });
    const starter = mine.db('plans').where({ name: 'starter' }).select('id');
    const end = new Date(mine.clock.now().getTime() + 2.2 * DAY);
    await mine.db('subscriptions').where({ user_id: second.id }).update({ plan_id: starter, current_period_end: end });
    await mine.db('subscriptions').where({ user_id: third.id }).update({ plan_id: starter, status: 'expired' });
    const read = async (query: string) => {
      const reply = await mine.call.get(`/api/admin/subscriptions/users?${query}`).set(...bearer(boss));
      return {
        ...reply.body,
        range: reply.headers['content-range'],
        ids: reply.body.users?.map(({ id }: SubscriptionUser) => id),
      };
    };
    const starterId = (await mine.db('plans').where({ name: 'starter' }).first()).id;

    const all = await read('');
    const company = await read(`search=${encodeURIComponent('ромашка_100%')}`);
    const ofPlan = await read(`plan_id=${starterId}&sortBy=email&sortOrder=asc`);
    const expired = await read(`plan_id=${starterId}&status=expired&search=`);
    const rest = await read(`range=[1,2]&sort=["email","ASC"]&filter={"plan_id":${starterId}}`);
    const { body: stats } = await mine.call.get('/api/admin/subscriptions/stats').set(...bearer(boss));

    const subscription = await mine.db('subscriptions').where({ user_id: second.id }).first();
    t.is(all.pagination.total, 6);
    t.is(all.users.find(({ id }: SubscriptionUser) => id === first.id).company_name, 'ООО «Ромашка_100%»');
    t.deepEqual(company.ids, [first.id]);
    t.deepEqual(ofPlan.ids, [second.id, third.id]);
    t.deepEqual(expired.ids, [third.id]);
    t.is(rest.range, 'users 1-1/2');
    t.like(ofPlan.users[0], {
      email: second.email,
      name: 'Анна 3',
      company_name: null,
      subscription_id: subscription.id,
      current_period_start: subscription.current_period_start?.toISOString() ?? null,
      plan_id: starterId,
      plan_display_name: 'Стартовый',
      price_monthly: 990,
      subscription_status: 'active',
      current_period_end: end.toISOString(),
      days_remaining: 3,
      tenant_count: 0,
    });
    t.like(stats.stats[1], { plan_name: 'starter', display_name: 'Стартовый', active_count: 1, user_count: 2 });
    t.is((await read('status=sometimes')).success, false);
    for (const sortBy of [
      'id',
      'email',
      'name',
      'company_name',
      'plan',
      'status',
      'current_period_end',
      'tenant_count',
      'created_at',
    ]) {
      const up = await read(`sortBy=${sortBy}&sortOrder=asc`);
      const down = await read(`sortBy=${sortBy}&sortOrder=desc`);
      t.deepEqual(up.ids.toSorted(), all.ids.toSorted(), sortBy);
      t.deepEqual(down.ids, up.ids.toReversed(), sortBy);
    }
    await mine.close();
  },
);

test.serial('what runs is extended by whole days, also by two at once, and what was paid is not changed', async (t) => {
  const person = await payer('starter');
  const before = await rowOf(person);
  const extend = (days: unknown) => post(`admin/subscriptions/${person.id}/extend`, { days });

  const replies = await Promise.all([extend(3), extend('4')]);
  const wrong = await Promise.all([extend(0), extend(-1), extend(1.5), extend('много'), extend(null), extend([1])]);

  t.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  );
  t.is(replies[0]?.body.message, 'Подписка продлена на 3 дней');
  t.deepEqual(
    wrong.map(({ status }) => status),
    Array(6).fill(400),
  );
  const after = await rowOf(person);
  t.is(Date.parse(after.current_period_end ?? '') - Date.parse(before.current_period_end ?? ''), 7 * DAY);
  const ledger = await api.db('billing_ledger').where({ user_id: person.id, kind: 'payment' });
  t.deepEqual(
    ledger.map(({ amount }) => amount),
    [99_000],
  );
  const acts = await api.db('activity').where({ target: `user:${person.id}`, action: 'subscription.extended' });
  t.deepEqual(
    acts.map(({ actor_id }) => actor_id),
    [admin.id, admin.id],
  );
});

test.serial('a free plan has no end to move, and nobody is extended who is not there', async (t) => {
  const person = await api.signUp();

  const free = await post(`admin/subscriptions/${person.id}/extend`, { days: 3 });
  const nobody = await post('admin/subscriptions/999999/extend', { days: 3 });

  t.like(free, { status: 409 });
  t.is(free.body.error, 'Подписка действует без срока, продлевать нечего');
  t.is(nobody.status, 404);
});

test.serial(
  'a temporary plan runs for its days, and the previous one returns with the time that was left',
  async (t) => {
    const person = await payer('starter');
    // a month has 28 to 31 days
    const bought = Number((await rowOf(person)).days_remaining);
    const give = (planId: number | undefined, days: unknown = 10) =>
      post(`admin/subscriptions/${person.id}/grant-temporary`, { planId, days });

    const same = await give(plans.starter);
    const none = await give(undefined);
    const noDays = await give(plans.professional, 0);
    const given = await give(plans.professional);
    const history = await historyOf(person);
    api.clock.pass(10 * DAY + 60_000);
    await api.billing.runDue();
    await signInAgain();
    const after = await rowOf(person);

    t.deepEqual([same.status, none.status, noDays.status], [409, 400, 400]);
    t.is(given.body.message, 'Временная подписка начислена на 10 дней');
    t.like(given.body.user, { plan_display_name: 'Профессиональный', days_remaining: 10 });
    t.truthy(given.body.user.granted_until);
    t.deepEqual(
      history.map(({ plan_display_name, status, kind }: Record<string, string>) => [plan_display_name, status, kind]),
      [
        ['Профессиональный', 'active', 'grant'],
        ['Стартовый', 'canceled', 'purchase'],
      ],
    );
    t.like(after, { plan_display_name: 'Стартовый', granted_until: null, subscription_status: 'active' });
    t.true((after.days_remaining ?? 0) >= bought - 1, `${after.days_remaining} of ${bought}`);
  },
);

test.serial("a changed plan keeps the period's end, and the history tells what there was", async (t) => {
  const person = await payer('starter');
  const end = (await rowOf(person)).current_period_end;
  const change = (planId: number | undefined) => post(`admin/users/${person.id}/change-plan`, { planId });

  const changed = await change(plans.professional);
  const same = await change(plans.professional);
  const unknown = await change(999_999);
  const history = await historyOf(person);

  t.is(changed.body.message, 'Тариф успешно изменен');
  t.like(changed.body.user, { plan_display_name: 'Профессиональный', current_period_end: end });
  t.deepEqual([same.status, unknown.status], [409, 404]);
  t.deepEqual(
    history.map(({ plan_display_name, status, price }: Record<string, unknown>) => [plan_display_name, status, price]),
    [
      ['Профессиональный', 'active', 990],
      ['Стартовый', 'canceled', 990],
    ],
  );
  t.true(
    history.every(
      ({ id, current_period_start }: Record<string, unknown>) => id && Date.parse(`${current_period_start}`),
    ),
  );
  const newcomer = await api.signUp();
  t.like((await historyOf(newcomer))[0], { kind: 'free', status: 'active', current_period_end: null });

  api.clock.pass(60_000);
  const before = api.clock.now();
  await post(`admin/users/${newcomer.id}/change-plan`, { planId: plans.starter });
  const [endless] = await historyOf(newcomer);
  t.like(endless, { plan_display_name: 'Стартовый', current_period_end: null });
  t.true(Date.parse(endless.current_period_start) >= before.getTime(), 'not since they came');
});

test.serial(
  'a plan that is changed while another is given ends with what was given, and the history tells all of it',
  async (t) => {
    const person = await payer('starter');
    const bought = Number((await rowOf(person)).days_remaining);
    await post(`admin/subscriptions/${person.id}/grant-temporary`, { planId: plans.professional, days: 10 });
    const end = (await rowOf(person)).current_period_end;
    api.clock.pass(2 * DAY);
    await signInAgain();

    const changed = await post(`admin/users/${person.id}/change-plan`, { planId: plans.corporate });
    const history = await historyOf(person);
    api.clock.pass(8 * DAY + 60_000);
    await api.billing.runDue();
    await signInAgain();

    t.like(changed.body.user, { plan_display_name: 'Корпоративный', current_period_end: end, granted_until: end });
    t.deepEqual(
      history.map(({ plan_display_name, status, kind }: Record<string, string>) => [plan_display_name, status, kind]),
      [
        ['Корпоративный', 'active', 'grant'],
        ['Профессиональный', 'canceled', 'grant'],
        ['Стартовый', 'canceled', 'purchase'],
      ],
    );
    t.is(history[0].current_period_end, end);
    const after = await rowOf(person);
    t.like(after, { plan_display_name: 'Стартовый', granted_until: null, subscription_status: 'active' });
    t.true((after.days_remaining ?? 0) >= bought - 1, `${after.days_remaining} of ${bought}`);
  },
);

test.serial('a new price is for new purchases, and an archived plan is still renewed at its own', async (t) => {
  const person = await payer('professional');
  const end = (await rowOf(person)).current_period_end;
  const put = (path: string, body: object = {}) =>
    api.call
      .put(`/api/admin/plans/${plans.professional}${path}`)
      .set(...bearer(admin))
      .send(body);

  await put('', { price_monthly: 2990 });
  const ofPeriod = await api.db('subscription_periods').where({ user_id: person.id }).first();
  await put('/archive');
  const sale = await post(
    'billing/create-payment',
    { planId: plans.professional, billingPeriod: 'monthly' },
    await api.signUp(),
  );
  api.clock.pass(31 * DAY);
  await api.billing.runDue();
  await signInAgain();
  const renewed = await rowOf(person);
  await put('/restore');
  await put('', { price_monthly: 1990 });

  t.is(ofPeriod.price, 199_000);
  t.is(sale.status, 409);
  t.like(renewed, { plan_id: plans.professional, subscription_status: 'active' });
  t.true(Date.parse(renewed.current_period_end ?? '') > Date.parse(end ?? ''));
  const charged = await api.db('payments').where({ user_id: person.id, kind: 'renewal', status: 'succeeded' }).first();
  t.is(charged.amount, 199_000);
});

test.serial('a payment that its payer gave up is no payment that waits, and is listed as given up', async (t) => {
  const person = await api.signUp();
  const begin = async () =>
    (await post('billing/create-payment', { planId: plans.starter, billingPeriod: 'monthly' }, person)).body.paymentId;
  const given = await begin();
  await post(`billing/payments/${given}/abandon`, {}, person);
  const waiting = await begin();
  const listed = async (status: string) =>
    (await get(`payments?status=${status}&user_id=${person.id}`)).body.payments.map(
      ({ id, status: state, withdrawn }: AdminPayment) => ({ id, state, withdrawn }),
    );

  t.deepEqual(await listed('pending'), [{ id: waiting, state: 'pending', withdrawn: null }]);
  t.deepEqual(await listed('withdrawn'), [{ id: given, state: 'pending', withdrawn: 'abandoned' }]);
  t.is((await get(`payments/${given}`)).body.payment.withdrawn, 'abandoned');
});

test.serial('a payment that nobody could settle is shown to administrators, who give it back once', async (t) => {
  let told: unknown[] = [];
  const deaf = await api.live.listen(
    ({ resource, id }) => resource === 'payments' && told.push(id),
    () => undefined,
  );
  t.teardown(deaf);
  /** Open pages get an event of each step; events of earlier steps do not count. */
  const isTold = async (step: string, id: string) => {
    await until(`windows hear of ${step}`, async () => told.includes(id));
    told = [];
  };
  const person = await api.signUp();
  const disputed = await pay(person, 'starter', (held) => Object.assign(held, { amount: 100_000 }));
  const refund = (body: object) => post(`admin/payments/${disputed}/refund`, body);
  const listed = async (): Promise<AdminPayment | undefined> =>
    (await get('payments?status=attention')).body.payments.find(({ id }: AdminPayment) => id === disputed);
  const before = await listed();
  await isTold('the dispute', disputed);

  const wrong = await Promise.all([
    refund({ amount: 990 }),
    refund({ amount: 0, reason: 'x' }),
    refund({ amount: 990.01, reason: 'x' }),
  ]);
  const racing = await Promise.all([1, 2].map(() => refund({ amount: 990, reason: 'Сумма другая' })));
  await isTold('the refund', disputed);
  await api.billing.runRefunds();
  await isTold('its end', disputed);

  t.like(before, { problem: 'disputed', refundable: 990, outcome: 'disputed' });
  t.deepEqual(
    wrong.map(({ status }) => status),
    [400, 400, 400],
  );
  t.deepEqual(racing.map(({ status }) => status).sort(), [200, 400]);
  t.is(await listed(), undefined);
  t.is(bank.ofOrder(disputed)?.refunded, 99_000);
  const after: AdminPayment = (await get(`payments/${disputed}`)).body.payment;
  t.like(after, { outcome: 'refunded', refunded: 990, refundable: 0, problem: null });
  t.like(await api.db('activity').where({ action: 'payment.refunded' }).first(), {
    actor_id: admin.id,
    target: `user:${person.id}`,
  });
  t.is((await api.billing.subscriptionOf(person.id))?.is_free_plan, true);
});

test.serial('a refund whose answer was lost is shown, and replaced by one that is paid', async (t) => {
  const person = await payer('starter');
  const { id } = await api.db('payments').where({ user_id: person.id }).first();
  const refund = (body: object) => post(`admin/payments/${id}/refund`, body);
  await refund({ amount: 100, reason: 'Сервис не работал' });
  await api.db('refunds').where({ payment_id: id }).update({ next_attempt_at: null, error: 'answer_lost' });
  const [payment]: AdminPayment[] = (await get(`payments?status=refund_lost&user_id=${person.id}`)).body.payments;
  const lost = payment?.refunds[0]?.id;

  const tooMuch = await refund({ amount: 990, reason: 'Снова' });
  const replaced = await refund({ amount: 100, reason: 'Не дошёл', replaces: lost });
  const twice = await refund({ amount: 100, reason: 'Не дошёл', replaces: lost });
  await api.billing.runRefunds();

  t.like(payment, { problem: 'refund_lost', refunded: 100, refundable: 890 });
  t.deepEqual([tooMuch.status, replaced.status, twice.status], [400, 200, 400]);
  t.is(bank.ofOrder(id)?.refunded, 10_000);
  const balance = await api.db('billing_ledger').where({ user_id: person.id }).sum({ sum: 'amount' }).first();
  t.is(Number(balance?.sum), 0);
  t.like(await rowOf(person), { plan_display_name: 'Стартовый', subscription_status: 'active' });
});
