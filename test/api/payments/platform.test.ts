import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import {
  call,
  newOwner,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

const DAY = 86_400_000;

let ahead = 0;
let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform({}, { now: () => new Date(Date.now() + ahead) });
});
test.after.always(() => platform?.stop());

const configOf = async (of: TestPlatform) => (await call(of.url, 'GET', '/api/public/config')).body;
const press = (id: string, button: 'approve' | 'cancel', body: object = {}) =>
  call(platform.url, 'POST', `/sandbox/api/payments/${id}/${button}`, { body });
const statusOf = async (id: string) =>
  (await call(platform.url, 'GET', `/api/billing/payment-status/${id}`)).body.payment.status;
const subscriptionOf = (owner: TestOwner) => platform.accounts.billing.subscriptionOf(owner.userId);

async function ordered(t: ExecutionContext, plan = 'starter') {
  const owner = await newOwner(platform, 'free');
  const [{ id: planId }] = await platform.db('plans').where({ name: plan }).select('id');
  const { status, body } = await owner.call('POST', '/api/billing/create-payment', {
    planId,
    billingPeriod: 'monthly',
  });
  t.is(status, 201);
  t.is(new URL(body.paymentUrl).pathname, `/mock-payment/${body.paymentId}`);
  return { owner, id: body.paymentId as string };
}

test.serial('approved on the page, a payment is paid before the answer comes, and the plan runs', async (t) => {
  t.like(await configOf(platform), { payments: true, sandbox: { payments: true } });
  const { owner, id } = await ordered(t);
  t.is(await statusOf(id), 'pending');

  const answers = await Promise.all([1, 2, 3].map(() => press(id, 'approve')));

  for (const { status, body } of answers) t.deepEqual([status, body], [200, { success: true, status: 'succeeded' }]);
  t.is(await statusOf(id), 'succeeded');
  t.like(await subscriptionOf(owner), { status: 'active', auto_renew: true, payment_method: { title: 'Карта *4477' } });
  const ledger = await platform.db('billing_ledger').where({ user_id: owner.userId }).orderBy('id').pluck('amount');
  t.deepEqual(ledger, [99_000, -99_000]);
  const { status, body } = await press(id, 'cancel');
  t.deepEqual([status, body.error], [409, 'Платеж уже проведен']);
  t.is(await statusOf(id), 'succeeded');
});

test.serial('cancelled on the page, a payment is over and buys nothing', async (t) => {
  const { owner, id } = await ordered(t);

  const answers = await Promise.all([press(id, 'cancel'), press(id, 'cancel')]);

  for (const { status, body } of answers) t.deepEqual([status, body], [200, { success: true, status: 'canceled' }]);
  t.is(await statusOf(id), 'canceled');
  t.true((await subscriptionOf(owner)).is_free_plan);
  t.is((await press(id, 'approve')).status, 409);
  t.is(await statusOf(id), 'canceled');
});

test.serial('the page of a payment that another one, or its payer, has made useless takes no money', async (t) => {
  const { owner, id } = await ordered(t);
  const [{ id: planId }] = await platform.db('plans').where({ name: 'professional' }).select('id');
  const other = await owner.call('POST', '/api/billing/create-payment', { planId, billingPeriod: 'monthly' });
  t.is((await press(other.body.paymentId, 'approve')).status, 200);

  const late = await press(id, 'approve');
  t.deepEqual([late.status, late.body.error], [409, 'Платеж уже отменен']);
  t.is(await statusOf(id), 'canceled');

  const again = await ordered(t);
  const stranger = await newOwner(platform, 'free');
  const path = `/api/billing/payments/${again.id}/abandon`;
  t.is((await stranger.call('POST', path)).status, 404);
  const { status, body } = await again.owner.call('POST', path);
  t.deepEqual([status, body.payment.status, body.payment.reason], [200, 'canceled', 'Вы отказались от оплаты']);
  t.is((await press(again.id, 'approve')).status, 409);
});

test.serial('a card is replaced on the page, and removed', async (t) => {
  const { owner, id } = await ordered(t);
  await press(id, 'approve');
  const { status, body } = await owner.call('POST', '/api/billing/payment-method');
  t.is(status, 201);
  await press(body.paymentId, 'approve', { card: 'declined_later' });
  t.is((await subscriptionOf(owner)).payment_method?.title, 'Карта *0002');
  t.is((await owner.call('DELETE', '/api/billing/payment-method')).status, 200);
  t.is((await subscriptionOf(owner)).payment_method, null);
});

test.serial('when both buttons race, the payment and the plan agree with who won', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const { owner, id } = await ordered(t);

    const [approved, canceled] = await Promise.all([press(id, 'approve'), press(id, 'cancel')]);

    t.deepEqual([approved.status, canceled.status].toSorted(), [200, 409]);
    t.is(await statusOf(id), approved.status === 200 ? 'succeeded' : 'canceled');
    t.is((await subscriptionOf(owner)).is_free_plan, approved.status !== 200);
  }
});

test.serial('what the bank knows and nobody told is found by the job', async (t) => {
  const { owner, id } = await ordered(t);
  await platform.db('mock_payments').where({ order_id: id }).update({ status: 'succeeded', settled_at: new Date() });

  ahead += 120_000;
  await platform.accounts.billing.reconcile();

  t.is(await statusOf(id), 'succeeded');
  t.is((await subscriptionOf(owner)).plan.name, 'starter');
});

test.serial('nobody finds a payment that is not there', async (t) => {
  for (const button of ['approve', 'cancel'] as const) {
    const { status, body } = await press(randomUUID(), button);
    t.like({ status, ...body }, { status: 404, success: false, error: 'Платеж не найден' });
  }
});

test.serial('the card that has no money later leads through the dunning, and a good one out of it', async (t) => {
  const { owner, id } = await ordered(t);
  await press(id, 'approve', { card: 'declined_later' });
  t.like(await subscriptionOf(owner), { status: 'active', payment_method: { title: 'Карта *0002' } });

  ahead += 32 * DAY;
  await platform.accounts.billing.runDue();
  await until(async () => (await subscriptionOf(owner)).status === 'past_due', 'the failed charge');
  t.like(await platform.db('payments').where({ user_id: owner.userId, kind: 'renewal' }).first(), {
    status: 'canceled',
    cancellation_reason: 'insufficient_funds',
  });

  const { plan_id: planId } = await subscriptionOf(owner);
  const again = await platform.accounts.billing.createPayment(owner.userId, { planId, billingPeriod: 'monthly' });
  await press(again.paymentId ?? '', 'approve');
  t.like(await subscriptionOf(owner), { status: 'active', payment_method: { title: 'Карта *4477' } });
});

test.serial("the bank's page has no doors where YooKassa takes the money", async (t) => {
  const other = await startTestPlatform({
    PAYMENTS: 'yookassa',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_secret',
    YOOKASSA_API_URL: 'http://127.0.0.1:9/v3',
  });
  t.teardown(() => other.stop());

  t.like(await configOf(other), { payments: true, sandbox: { payments: false } });
  t.is((await call(other.url, 'POST', `/sandbox/api/payments/${randomUUID()}/approve`, { body: {} })).status, 404);
  const webhook = { event: 'payment.succeeded', object: { id: randomUUID() } };
  t.is((await call(other.url, 'POST', '/api/billing/webhook/yookassa', { body: webhook })).status, 200);
  t.is((await call(other.url, 'POST', '/api/billing/webhook/yookassa', { body: [webhook] })).status, 400);
});

test.serial(
  'in production there is no bank to play with, and nothing is sold until somebody takes money',
  async (t) => {
    const other = await startTestPlatform({
      NODE_ENV: 'production',
      DATABASE_URL: platform.databaseUrl,
      SECRET_KEY: 'a-secret-key-of-thirty-two-characters',
    });
    t.teardown(() => other.stop());
    const owner = await newOwner(other, 'free');
    const [{ id: planId }] = await other.db('plans').where({ name: 'starter' }).select('id');

    t.like(await configOf(other), { payments: false, sandbox: { payments: false } });
    t.is((await call(other.url, 'POST', `/sandbox/api/payments/${randomUUID()}/approve`, { body: {} })).status, 404);
    const { status, body } = await owner.call('POST', '/api/billing/create-payment', {
      planId,
      billingPeriod: 'monthly',
    });
    t.is(status, 503);
    t.is(body.code, 'payments_off');
  },
);
