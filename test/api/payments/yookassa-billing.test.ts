import { randomUUID } from 'node:crypto';
import test from 'ava';
import { setUpYookassaShop, shop } from '../../support/payments/yookassa-shop.ts';
import { bearer } from '../../support/platform/api.ts';
import { createShop } from './shop.ts';

setUpYookassaShop();

test('a payment that was made is paid when YooKassa says so, and the plan begins', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);
  t.is(ordered.paymentUrl, `https://pay.example/${ordered.providerId}`);
  const scope = shop.asked(ordered);

  const { status } = await shop.notify('payment.succeeded', ordered.providerId);

  t.is(status, 200);
  scope.done();
  const { subscription, payments, ledger } = await shop.books(person);
  t.like(subscription, { status: 'active', auto_renew: true, balance: 0, payment_method: { title: 'Карта *4477' } });
  t.is(subscription.plan.name, 'starter');
  t.like(payments[0], { status: 'succeeded', outcome: 'applied', provider_payment_id: ordered.providerId });
  t.deepEqual(ledger, [
    { kind: 'payment', amount: 99_000 },
    { kind: 'period', amount: -99_000 },
  ]);
});

test('told ten times at once and again later, one payment buys one period', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);
  shop.host().get(`/v3/payments/${ordered.providerId}`).times(11).reply(200, shop.paymentAnswer(ordered));

  const notify = () => shop.notify('payment.succeeded', ordered.providerId).then(({ status }) => status);
  const answers = await Promise.all(Array.from({ length: 10 }, notify));
  answers.push(await notify());

  t.deepEqual(new Set(answers), new Set([200]));
  const { payments, ledger, periods } = await shop.books(person);
  t.deepEqual([payments.length, ledger.length, periods.length], [1, 2, 1]);
  const receipts = await shop.api.db('mails').where({ template: 'receipt', recipient: person.email });
  t.is(receipts.length, 1);
});

test('a payment given up is over here, and what is paid on YooKassa’s page all the same goes back whole', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);
  shop
    .host()
    .get(`/v3/payments/${ordered.providerId}`)
    .times(2)
    .reply(200, shop.paymentAnswer(ordered, { status: 'pending' }));
  const { status, body } = await shop.api.call
    .post(`/api/billing/payments/${ordered.paymentId}/abandon`)
    .set(...bearer(person));
  t.deepEqual([status, body.payment.status, body.payment.reason], [200, 'canceled', 'Вы отказались от оплаты']);

  const scope = shop.asked(ordered);
  t.is((await shop.notify('payment.succeeded', ordered.providerId)).status, 200);
  scope.done();

  const { subscription, payments } = await shop.books(person);
  t.like(subscription, { is_free_plan: true, balance: 0, payment_method: null });
  t.like(payments[0], { status: 'succeeded', outcome: 'refunded' });
  const view = await shop.api.call.get(`/api/billing/payment-status/${ordered.paymentId}`);
  t.like(view.body.payment, { status: 'succeeded', surplus: 'returning' });
  const [refund] = await shop.api.db('refunds').where({ payment_id: ordered.paymentId });
  t.like(refund, { amount: 99_000, status: 'pending' });
});

test('what comes late changes nothing: a payment that is over stays as it is', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.buy(person);
  const before = await shop.books(person);

  for (const event of ['payment.waiting_for_capture', 'payment.canceled', 'payment.succeeded']) {
    t.is((await shop.notify(event, ordered.providerId)).status, 200);
  }

  t.deepEqual(await shop.books(person), before);
});

test('what the notification says does not count, but what YooKassa answers', async (t) => {
  for (const [status, becomes] of [
    ['pending', 'pending'],
    ['waiting_for_capture', 'pending'],
    ['canceled', 'canceled'],
  ] as const) {
    const person = await shop.api.signUp();
    const ordered = await shop.order(person);
    const scope = shop.asked(ordered, {
      status,
      paid: false,
      cancellation_details: { reason: 'expired_on_confirmation' },
    });

    const answer = await shop.notify('payment.succeeded', ordered.providerId, shop.paymentAnswer(ordered));

    t.is(answer.status, 200);
    scope.done();
    const { subscription, payments, ledger } = await shop.books(person);
    t.is(payments[0].status, becomes);
    t.is(subscription.is_free_plan, true);
    t.deepEqual(ledger, []);
  }
});

test('of a payment that YooKassa does not know nothing follows', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);
  const scope = shop.host().get(`/v3/payments/${ordered.providerId}`).reply(404, { type: 'error', code: 'not_found' });

  t.is((await shop.notify('payment.succeeded', ordered.providerId)).status, 200);

  scope.done();
  t.is((await shop.books(person)).payments[0].status, 'pending');
});

test('of what is not ours nobody is asked', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);

  for (const event of ['payment.succeeded', 'payment.canceled', 'payment.waiting_for_capture', 'refund.succeeded']) {
    t.is((await shop.notify(event, randomUUID(), { metadata: { payment_id: ordered.paymentId } })).status, 200);
    t.is((await shop.notify(event, "'; drop table payments; --")).status, 200);
  }

  t.is((await shop.books(person)).payments[0].status, 'pending');
});

test('a payment whose making was never answered is found by the notification that names it', async (t) => {
  const person = await shop.api.signUp();
  const providerId = randomUUID();
  const lost = shop.creation(person.email).replyWithError('ECONNRESET');
  t.is((await shop.choose(person, 'starter', 'monthly')).status, 503);
  lost.done();
  const [{ id: paymentId }] = (await shop.books(person)).payments;
  const ordered = { paymentId, providerId, paymentUrl: '', value: '990.00' };
  const scope = shop.asked(ordered);

  t.is((await shop.notify('payment.succeeded', providerId, { metadata: { payment_id: paymentId } })).status, 200);

  scope.done();
  t.is((await shop.books(person)).subscription.plan.name, 'starter');
});

test("a stranger's payment is not taken for one whose making was never answered", async (t) => {
  const person = await shop.api.signUp();
  const lost = shop.creation(person.email).replyWithError('ECONNRESET');
  t.is((await shop.choose(person, 'starter', 'monthly')).status, 503);
  lost.done();
  const [{ id: paymentId }] = (await shop.books(person)).payments;
  const another = { paymentId: randomUUID(), providerId: randomUUID(), paymentUrl: '', value: '990.00' };
  const scope = shop.asked(another);

  const answer = await shop.notify('payment.succeeded', another.providerId, { metadata: { payment_id: paymentId } });

  t.is(answer.status, 200);
  scope.done();
  t.like((await shop.books(person)).payments[0], { status: 'pending', provider_payment_id: null });
});

test('when YooKassa cannot be asked the notification comes again and is heard then', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);
  const away = shop
    .host()
    .get(`/v3/payments/${ordered.providerId}`)
    .reply(500, { type: 'error', code: 'internal_server_error' })
    .get(`/v3/payments/${ordered.providerId}`)
    .replyWithError('ECONNRESET')
    .get(`/v3/payments/${ordered.providerId}`)
    .reply(401, { type: 'error', code: 'invalid_credentials' });

  for (let time = 0; time < 3; time += 1) {
    const { status, headers } = await shop.notify('payment.succeeded', ordered.providerId);
    t.is(status, 503);
    t.is(headers['retry-after'], '60');
  }
  away.done();
  t.is((await shop.books(person)).payments[0].status, 'pending');

  const back = shop.asked(ordered);
  t.is((await shop.notify('payment.succeeded', ordered.providerId)).status, 200);
  back.done();
  t.is((await shop.books(person)).subscription.plan.name, 'starter');
});

for (const [name, wrong] of [
  ['a smaller sum', { amount: { value: '1.00', currency: 'RUB' } }],
  ['a sum a kopeck less', { amount: { value: '989.99', currency: 'RUB' } }],
  ['a larger sum', { amount: { value: '99000.00', currency: 'RUB' } }],
  ['another currency', { amount: { value: '990.00', currency: 'USD' } }],
  ['no order', { metadata: {} }],
  ['an order of nobody', { metadata: { payment_id: 'inv_123' } }],
] as const) {
  test(`money that does not agree buys nothing, and somebody is told: ${name}`, async (t) => {
    const person = await shop.api.signUp();
    const ordered = await shop.order(person);
    const scope = shop.asked(ordered, wrong);

    t.is((await shop.notify('payment.succeeded', ordered.providerId)).status, 200);

    scope.done();
    const { subscription, payments, ledger } = await shop.books(person);
    t.is(subscription.is_free_plan, true);
    t.is(payments[0].outcome, 'disputed');
    t.deepEqual(ledger, []);
    const acts = await shop.api.db('activity').where('description', 'like', `%${ordered.paymentId}%`);
    t.is(acts.length, 1);
  });
}

test('a test payment is worth nothing where real money is taken', async (t) => {
  const real = await createShop({ production: true });
  t.teardown(() => real.api.close());
  const person = await real.api.signUp();
  const ordered = await real.order(person);
  const scope = real.asked(ordered, { test: true });

  t.is((await real.notify('payment.succeeded', ordered.providerId)).status, 200);

  scope.done();
  const { subscription, payments } = await real.books(person);
  t.true(subscription.is_free_plan);
  t.is(payments[0].outcome, 'disputed');
});
