import test from 'ava';
import {
  api,
  bank,
  change,
  get,
  pay,
  payer,
  plans,
  post,
  setUpBillingCalls,
  storedOf,
  subscriptionOf,
} from '../../support/billing/calls.ts';
import { mistakeOf } from '../../support/http/routes.ts';
import { bearer, createTestApi } from '../../support/platform/api.ts';

setUpBillingCalls();

for (const path of ['create-payment', 'create-subscription'])
  test.serial(`${path} answers where to pay, and asking again gives the same payment`, async (t) => {
    const person = await api.signUp();
    const body = { planId: plans.starter, billingPeriod: 'yearly', expectedAmount: 9900 };

    const answers = await Promise.all([post(person, path, body), post(person, path, body)]);
    const again = await post(person, path, body);

    for (const { status, body: answer } of [...answers, again]) {
      t.is(status, 201);
      t.deepEqual(answer, {
        success: true,
        paymentId: again.body.paymentId,
        paymentUrl: `https://pay.example/${again.body.paymentId}`,
      });
    }
    t.is(await storedOf(person), 1);
    t.like(bank.ofOrder(again.body.paymentId), { amount: 990_000, currency: 'RUB', status: 'pending' });
    const { paymentId } = again.body;
    t.is(bank.ofOrder(paymentId)?.order.returnUrl, `http://localhost:3000/subscription?payment=${paymentId}`);
  });

test.serial('anybody with its id sees what a payment is for, and that it was paid, without more', async (t) => {
  const person = await api.signUp();
  const { body } = await post(person, 'create-payment', { planId: plans.starter, billingPeriod: 'monthly' });
  const look = () => api.call.get(`/api/billing/payment-status/${body.paymentId}`);

  t.deepEqual((await look()).body, {
    success: true,
    payment: {
      id: body.paymentId,
      amount: 990,
      currency: 'RUB',
      description: 'Тариф «Стартовый» на месяц',
      status: 'pending',
      reason: null,
      is_ended: false,
      is_card_check: false,
      surplus: null,
    },
  });
  bank.finish(bank.ofOrder(body.paymentId)?.id ?? '');
  api.clock.pass(5000);
  t.is((await look()).body.payment.status, 'succeeded');
  t.is((await subscriptionOf(person)).plan.name, 'starter');
});

test.serial('a waiting page may ask as often as it likes: the provider is asked every few seconds', async (t) => {
  const person = await api.signUp();
  const { body } = await post(person, 'create-payment', { planId: plans.starter, billingPeriod: 'monthly' });
  const { id } = (await api.db('payments').where({ id: body.paymentId }).first()) as { id: string };
  await api.db('payments').where({ id }).update({ checked_at: null });

  await Promise.all(Array.from({ length: 10 }, () => api.call.get(`/api/billing/payment-status/${id}`)));

  const { checked_at } = await api.db('payments').where({ id }).first();
  await api.call.get(`/api/billing/payment-status/${id}`);
  t.deepEqual((await api.db('payments').where({ id }).first()).checked_at, checked_at);
});

test.serial('a payment that is not there is not found, whatever is asked for', async (t) => {
  for (const id of ['00000000-0000-4000-8000-000000000000', '1', 'null', '%27', '%00']) {
    const { status, body } = await api.call.get(`/api/billing/payment-status/${id}`);
    t.is(status, 404, id);
    t.is(mistakeOf(body), undefined);
  }
  const { body } = await api.call.get('/api/billing/payment-status/00000000-0000-4000-8000-000000000000');
  t.is(body.error, 'Платеж не найден');
});

test.serial('every change of plan says what it did, in the words of the spec, and can be undone', async (t) => {
  const person = await payer('starter');

  t.like((await change(person, 'starter')).body, {
    success: true,
    upgrade_type: 'already_subscribed',
    message: 'Этот тариф уже действует',
  });
  const upgrade = (await change(person, 'professional')).body;
  t.is(upgrade.upgrade_type, 'upgrade');
  t.regex(upgrade.redirect_url, /^https:\/\/pay\.example\//);

  await pay(person, 'professional');
  const { body: down } = await change(person, 'starter', 'yearly');
  t.is(down.upgrade_type, 'downgrade');
  t.regex(
    down.message,
    /^Тариф «Стартовый» начнёт действовать \d+\s\S+\s\d{4}\sг\. До этого дня всё остаётся как есть$/,
  );
  t.like(await subscriptionOf(person), {
    plan: { name: 'professional' },
    deferred_plan_id: plans.starter,
    deferred_plan_name: 'starter',
    deferred_plan_display_name: 'Стартовый',
    deferred_billing_period: 'yearly',
    next_charge: 9900,
  });
  t.like((await change(person, 'professional')).body, {
    upgrade_type: 'cancel_downgrade',
    message: 'Запланированное изменение отменено. Автопродление текущего плана включено.',
  });

  await change(person, 'free');
  t.like(await subscriptionOf(person), { deferred_plan_name: 'free', next_charge: null, is_free_plan: false });
  t.like((await post(person, 'cancel-scheduled-downgrade')).body, {
    success: true,
    message: 'Запланированное изменение отменено. Автопродление текущего плана включено.',
  });

  t.like((await post(person, 'cancel-subscription')).body, {
    success: true,
    message: 'Подписка отменена. Автопродление остановлено.',
  });
  t.like(await subscriptionOf(person), { status: 'canceled', auto_renew: false, next_charge: null });
  t.is((await post(person, 'cancel-subscription')).status, 200);
  t.like((await change(person, 'professional')).body, {
    upgrade_type: 'cancel_cancellation',
    message: 'Отмена подписки отменена. Автопродление включено.',
  });
  t.like(await subscriptionOf(person), { status: 'active', auto_renew: true, deferred_plan_id: null });
});

test.serial('what the balance covers is changed at once', async (t) => {
  const person = await payer('starter', 'yearly');

  const { body: calculation } = await get(
    person,
    `calculate-upgrade?newPlanId=${plans.professional}&billingPeriod=monthly`,
  );
  t.like(calculation.calculation, { kind: 'free', credit: 9900, newPlanPrice: 1990, amountToPay: 0 });
  t.like((await change(person, 'professional')).body, { upgrade_type: 'free', message: 'План успешно обновлен' });
  t.like(await subscriptionOf(person), { plan: { name: 'professional' }, balance: 9900 - 1990 });

  const bought = await post(person, 'create-payment', { planId: plans.professional, billingPeriod: 'yearly' });
  t.is(bought.body.paymentId !== null, true);
});

test.serial('the year that the balance covers is opened by the page of payment too', async (t) => {
  const person = await api.signUp();
  const paymentId = await pay(person, 'professional', 'yearly');
  await api.db('billing_ledger').insert({ user_id: person.id, at: new Date(), kind: 'payment', amount: 9_900_000 });

  t.true(paymentId.length > 0);
  await api.billing.setPlan(person.id, person.id, plans.starter ?? 0);
  const { status, body } = await post(person, 'create-payment', {
    planId: plans.professional,
    billingPeriod: 'yearly',
  });

  t.is(status, 201);
  t.deepEqual(body, { success: true, paymentId: null, paymentUrl: 'http://localhost:3000/subscription' });
  t.is((await subscriptionOf(person)).plan.name, 'professional');
});

test.serial('a price that has changed is shown before it is charged', async (t) => {
  const person = await api.signUp();

  const { status, body } = await change(person, 'starter', 'monthly', { expectedAmount: 900 });

  t.like({ status, ...body }, { status: 409, code: 'price_changed', success: false });
  t.regex(body.error, /990\s₽/);
  t.is(await storedOf(person), 0);
});

test.serial('what is not sold is refused in words, and nothing is stored', async (t) => {
  const person = await api.signUp();
  const cases: [string, object, number, string][] = [
    ['create-payment', { planId: plans.corporate, billingPeriod: 'monthly' }, 409, 'on_request'],
    ['create-payment', { planId: plans.free, billingPeriod: 'monthly' }, 409, 'already_subscribed'],
    ['create-payment', { planId: 999_999, billingPeriod: 'monthly' }, 404, 'plan_not_found'],
    ['create-payment', { planId: 'я', billingPeriod: 'monthly' }, 400, 'invalid_input'],
    ['create-payment', { planId: plans.starter, billingPeriod: 'weekly' }, 400, 'invalid_input'],
    ['create-payment', { planId: plans.starter, billingPeriod: ['monthly'] }, 400, 'invalid_input'],
    ['create-payment', { planId: [plans.starter], billingPeriod: 'monthly' }, 400, 'invalid_input'],
    ['create-payment', { planId: 1e15, billingPeriod: 'monthly' }, 400, 'invalid_input'],
    ['create-payment', {}, 400, 'invalid_input'],
    ['change-plan', { newPlanId: plans.starter, billingPeriod: 'monthly', expectedAmount: -1 }, 400, 'invalid_input'],
    ['change-plan', { newPlanId: 999_999, billingPeriod: 'monthly' }, 404, 'plan_not_found'],
    ['cancel-subscription', {}, 409, 'nothing_to_cancel'],
    ['cancel-scheduled-downgrade', {}, 409, 'nothing_scheduled'],
  ];
  for (const [path, body, status, code] of cases) {
    const answer = await post(person, path, body);
    t.like({ status: answer.status, code: answer.body.code }, { status, code }, `${path} ${JSON.stringify(body)}`);
    t.is(mistakeOf(answer.body), undefined);
  }
  for (const query of [
    '',
    '?newPlanId=0&billingPeriod=monthly',
    '?newPlanId=1',
    '?newPlanId[]=1&billingPeriod=monthly',
  ])
    t.is((await get(person, `calculate-upgrade${query}`)).status, 400, query);
  t.is(await storedOf(person), 0);
  t.is(
    (await post(await payer('professional'), 'create-payment', { planId: plans.starter, billingPeriod: 'monthly' }))
      .body.code,
    'downgrade',
  );
});

test.serial('invoices are the owner’s own, newest first, by pages', async (t) => {
  const person = await payer('starter');
  api.clock.pass(5000);
  await pay(person, 'professional');
  await change(person, 'professional', 'yearly');
  const stranger = await payer('starter');

  const { body, headers } = await get(person, 'invoices');
  t.deepEqual(
    body.invoices.map(({ plan_name, plan_display_name, status, currency, billing_period }: Record<string, string>) => [
      plan_name,
      plan_display_name,
      status,
      currency,
      billing_period,
    ]),
    [
      ['professional', 'Профессиональный', 'pending', 'RUB', 'yearly'],
      ['professional', 'Профессиональный', 'paid', 'RUB', 'monthly'],
      ['starter', 'Стартовый', 'paid', 'RUB', 'monthly'],
    ],
  );
  t.is(headers['content-range'], 'invoices 0-2/3');
  t.is(body.invoices[2].amount, 990);
  t.regex(body.invoices[0].payment_url, /^https?:/);
  t.deepEqual([body.invoices[1].payment_url, body.invoices[2].payment_url], [null, null]);
  t.regex(body.invoices[2].id, /^[0-9a-f-]{36}$/);
  t.true(body.invoices[2].created_at < body.invoices[0].created_at);
  const page = await get(person, 'invoices?limit=1&offset=1');
  t.is(page.body.invoices.length, 1);
  t.is(page.headers['content-range'], 'invoices 1-1/3');
  t.is((await get(stranger, 'invoices')).body.invoices.length, 1);
  for (const query of ['limit=0', 'limit=101', 'offset=-1', 'limit=x', 'limit=1&limit=2'])
    t.is((await get(person, `invoices?${query}`)).status, 400, query);
});

test.serial('the figures are of what was paid and of what will be', async (t) => {
  const person = await payer('starter');
  const { current_period_end } = await subscriptionOf(person);

  const { body } = await get(person, 'stats');

  t.like(body, {
    success: true,
    stats: { total_paid: 990, invoices: 1, next_charge: 990, next_charge_at: current_period_end },
  });
});

test.serial('where nobody takes money, it is said and nothing is stored', async (t) => {
  const poor = await createTestApi();
  t.teardown(() => poor.close());
  const person = await poor.signUp();

  const { status, body } = await poor.call
    .post('/api/billing/create-payment')
    .set(...bearer(person))
    .send({ planId: plans.starter, billingPeriod: 'monthly' });

  t.like({ status, ...body }, { status: 503, success: false, code: 'payments_off' });
  t.is((await poor.db('payments')).length, 0);
});

test.serial('when the provider is away nothing is charged, and the same payment is asked for again', async (t) => {
  const person = await api.signUp();
  const order = { planId: plans.starter, billingPeriod: 'monthly' };
  bank.state.line = 'answer_lost';
  const lost = await post(person, 'create-payment', order);
  bank.state.line = 'up';

  t.like({ status: lost.status, code: lost.body.code }, { status: 503, code: 'provider_away' });
  const found = await post(person, 'create-payment', order);
  t.is(found.status, 201);
  t.is(bank.payments().filter(({ order: one }) => one.payerEmail === person.email).length, 1);
});
