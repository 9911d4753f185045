import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import test from 'ava';
import {
  admin,
  api,
  bank,
  get,
  pay,
  payer,
  plans,
  post,
  postOnce,
  rowOf,
  setUpSubscriptions,
  signInAgain,
} from '../support/billing/admin-subscriptions.ts';
import { bearer, DAY, until } from '../support/platform/api.ts';

setUpSubscriptions();

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

test.serial('a payment that its payer abandoned does not wait, and is listed as withdrawn', async (t) => {
  const person = await api.signUp();
  const begin = async () =>
    (await post('billing/create-payment', { planId: plans.starter, billingPeriod: 'monthly' }, person)).body.paymentId;
  const abandoned = await begin();
  await post(`billing/payments/${abandoned}/abandon`, {}, person);
  const waiting = await begin();
  const listed = async (status: string) =>
    (await get(`payments?status=${status}&user_id=${person.id}`)).body.payments.map(
      ({ id, status: state, withdrawn }: AdminPayment) => ({ id, state, withdrawn }),
    );

  t.deepEqual(await listed('pending'), [{ id: waiting, state: 'pending', withdrawn: null }]);
  t.deepEqual(await listed('withdrawn'), [{ id: abandoned, state: 'pending', withdrawn: 'abandoned' }]);
  t.is((await get(`payments/${abandoned}`)).body.payment.withdrawn, 'abandoned');
});

test.serial('a payment that nobody could settle is shown to administrators, who give it back once', async (t) => {
  let announced: unknown[] = [];
  const stopListening = await api.live.listen(
    ({ resource, id }) => resource === 'payments' && announced.push(id),
    () => undefined,
  );
  t.teardown(stopListening);
  /** Open pages get an event of each step; events of earlier steps do not count. */
  const isAnnounced = async (step: string, id: string) => {
    await until(`open pages get ${step}`, async () => announced.includes(id));
    announced = [];
  };
  const person = await api.signUp();
  const disputed = await pay(person, 'starter', (held) => Object.assign(held, { amount: 100_000 }));
  const refund = (body: object) => post(`admin/payments/${disputed}/refund`, body);
  const listed = async (): Promise<AdminPayment | undefined> =>
    (await get('payments?status=attention')).body.payments.find(({ id }: AdminPayment) => id === disputed);
  const before = await listed();
  await isAnnounced('the dispute', disputed);

  const wrong = await Promise.all([
    refund({ amount: 990 }),
    refund({ amount: 0, reason: 'x' }),
    refund({ amount: 990.01, reason: 'x' }),
  ]);
  const racing = await Promise.all([1, 2].map(() => refund({ amount: 990, reason: 'Сумма другая' })));
  await isAnnounced('the refund', disputed);
  await api.billing.runRefunds();
  await isAnnounced('its end', disputed);

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
  t.like((await get(`payments/${id}`)).body.payment, { problem: null, refunded: 100, refundable: 890 });
  t.deepEqual((await get(`payments?status=attention&user_id=${person.id}`)).body.payments, []);
  t.deepEqual([tooMuch.status, replaced.status, twice.status], [400, 200, 400]);
  t.is(bank.ofOrder(id)?.refunded, 10_000);
  const balance = await api.db('billing_ledger').where({ user_id: person.id }).sum({ sum: 'amount' }).first();
  t.is(Number(balance?.sum), 0);
  t.like(await rowOf(person), { plan_display_name: 'Стартовый', subscription_status: 'active' });
});

test.serial('a refund requested again under the same key, its answer being lost, gives money back once', async (t) => {
  const person = await api.signUp();
  const id = await pay(person, 'starter');
  const refund = (key: string, amount: number) =>
    postOnce(key, `payments/${id}/refund`, { amount, reason: 'Сервис не работал' });

  const both = await Promise.all([refund('r-1', 100), refund('r-1', 100)]);
  await api.billing.runRefunds();
  const again = await refund('r-1', 100);
  const other = await refund('r-1', 200);
  const another = await refund('r-2', 100);
  await api.billing.runRefunds();

  t.deepEqual(
    [...both, again, other, another].map(({ status, body }) => [status, body.payment?.refunded]),
    [
      [200, 100],
      [200, 100],
      [200, 100],
      [409, undefined],
      [200, 200],
    ],
  );
  t.deepEqual(
    [...both, another].filter(({ body }) => body.done_before === null).length,
    2,
    'of each key one says that it was done now',
  );
  t.is(again.body.done_before, both.find(({ body }) => body.done_before !== null)?.body.done_before);
  t.is(bank.ofOrder(id)?.refunded, 20_000);
  const acts = await api.db('activity').where({ target: `user:${person.id}`, action: 'payment.refunded' });
  t.is(acts.length, 2);
});
