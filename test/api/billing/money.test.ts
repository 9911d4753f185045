import test from 'ava';
import { DAY, HOUR, openShop, type Shop } from './owner.ts';

const paymentOf = (shop: Shop, id: string | null) => shop.db('payments').where({ id }).first();
const order = async (shop: Shop, plan: string) => {
  const { paymentId } = await shop.billing.createPayment(shop.owner.id, shop.choice(plan));
  const theirs = shop.bank.ofOrder(paymentId ?? '');
  if (!paymentId || !theirs) throw new Error('nothing was ordered');
  return { id: paymentId, theirs };
};

test('a plan paid for twice is given once, and the second payment goes back whole by itself', async (t) => {
  const shop = await openShop(t);
  const first = await order(shop, 'starter');
  const second = await order(shop, 'professional');
  shop.bank.finish(first.theirs.id);
  shop.bank.finish(second.theirs.id);

  await Promise.all([first, second, first, second].map(({ theirs }) => shop.billing.settleByProvider(theirs.id)));
  await shop.billing.runRefunds();

  const outcomes = await shop.db('payments').orderBy('amount').pluck('outcome');
  t.deepEqual(outcomes.toSorted(), ['applied', 'refunded']);
  t.is(await shop.balance(), 0);
  t.is(shop.bank.money(), outcomes[0] === 'applied' ? 99_000 : 199_000);
  t.is(shop.letters.filter(({ data }) => data.period === null).length, 1);
});

test('a success told of ten times at once is applied once', async (t) => {
  const shop = await openShop(t);
  const { id, theirs } = await order(shop, 'starter');
  shop.bank.finish(theirs.id);

  await Promise.all(
    Array.from({ length: 5 }, () => [
      shop.billing.settleByProvider(theirs.id),
      shop.billing.settlePayment(id),
      shop.billing.paymentStatus(id),
    ]).flat(),
  );

  t.deepEqual(await shop.events(), ['purchased']);
  t.deepEqual(await shop.ledger(), [
    { kind: 'payment', amount: 99_000 },
    { kind: 'period', amount: -99_000 },
  ]);
  t.is(shop.letters.length, 1);
});

for (const [what, change] of [
  ['amount', { amount: 100 }],
  ['currency', { currency: 'USD' }],
  ['order', { orderId: '00000000-0000-4000-8000-000000000000' }],
  ['order, which is none', { orderId: null }],
] as const)
  test(`a payment of another ${what} is kept, told to the administrator and never applied`, async (t) => {
    const shop = await openShop(t, {});
    const { id, theirs } = await order(shop, 'starter');
    shop.bank.finish(theirs.id);
    Object.assign(theirs, change);

    await shop.billing.settlePayment(id);
    await shop.billing.settlePayment(id);

    t.like(await paymentOf(shop, id), { status: 'succeeded', outcome: 'disputed' });
    t.is((await shop.subscription()).is_free_plan, true);
    t.deepEqual(await shop.ledger(), []);
    t.is((await shop.db('activity').where({ action: 'payment.disputed' })).length, 1);
  });

test('a test payment buys nothing where payments are real', async (t) => {
  const shop = await openShop(t, { production: true });
  const { id, theirs } = await order(shop, 'starter');
  shop.bank.finish(theirs.id);

  await shop.billing.settlePayment(id);

  t.is((await paymentOf(shop, id)).outcome, 'disputed');
  t.true((await shop.subscription()).is_free_plan);
});

test('a charge that is disputed is not repeated, and the venues go on for the days of grace', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'pending';
  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();
  const [, charge] = shop.bank.payments();
  shop.bank.finish(charge?.id ?? '');
  Object.assign(charge ?? {}, { amount: 100 });
  await shop.billing.settleByProvider(charge?.id ?? '');

  for (const minute of [1, 2, 3]) {
    shop.clock.pass(minute * 60_000);
    await shop.billing.runDue();
  }
  t.is(shop.bank.payments().length, 2);
  t.is((await shop.subscription()).status, 'active');

  shop.clock.pass(3 * DAY);
  await shop.billing.runDue();
  t.is((await shop.subscription()).status, 'expired');
  t.is(shop.bank.payments().length, 2);
});

test('an offer holds for a day: the credit shown counts, though an hour later it would be a day less', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.clock.pass(10 * DAY - 60_000);
  const { theirs } = await order(shop, 'professional');
  shop.clock.pass(HOUR);
  shop.bank.finish(theirs.id);
  await shop.billing.settleByProvider(theirs.id);
  t.is((await shop.subscription()).plan.name, 'professional');
  t.is(await shop.balance(), 0);

  const late = await openShop(t);
  await late.pay('starter');
  const { theirs: stale } = await order(late, 'professional');
  late.clock.pass(3 * DAY);
  late.bank.finish(stale.id);
  await late.billing.settleByProvider(stale.id);
  await late.billing.runRefunds();
  t.is((await late.subscription()).plan.name, 'starter');
  t.is(late.bank.money(), 99_000);
});

test('a webhook that comes before our own note of the payment finds it by its order', async (t) => {
  const shop = await openShop(t);
  shop.bank.state.line = 'answer_lost';
  await t.throwsAsync(shop.billing.createPayment(shop.owner.id, shop.choice('starter')), { code: 'provider_away' });
  shop.bank.state.line = 'up';
  const [theirs] = shop.bank.payments();
  shop.bank.finish(theirs?.id ?? '');

  await shop.billing.settleByProvider(theirs?.id ?? '', theirs?.orderId ?? '');

  t.is((await shop.subscription()).plan.name, 'starter');
  t.is((await shop.db('payments').first()).provider_payment_id, theirs?.id);
});

test('a payment that the bank does not know, or is nobody’s, changes nothing', async (t) => {
  const shop = await openShop(t);
  await shop.billing.settleByProvider('nobody');
  await shop.billing.settlePayment('00000000-0000-4000-8000-000000000000');

  t.deepEqual(await shop.events(), []);
});

test('where an answer stays lost for a day the charge is not repeated, and a late success still counts', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.line = 'answer_lost';
  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();
  shop.clock.pass(24 * HOUR);
  shop.bank.state.line = 'up';
  await shop.billing.reconcile();

  t.is((await shop.subscription()).status, 'past_due');
  t.is((await shop.db('activity').where({ action: 'payment.lost' })).length, 1);
  t.is(shop.bank.payments().length, 2);
  const [, charge] = shop.bank.payments();
  await shop.billing.settleByProvider(charge?.id ?? '', charge?.orderId ?? '');
  t.is((await shop.subscription()).status, 'active');
  t.is(await shop.balance(), 0);
});

test('a charge given up as lost and declined after all counts as one that failed', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  Object.assign(shop.bank.state, { line: 'answer_lost', charges: 'insufficient_funds' });
  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();
  shop.clock.pass(24 * HOUR);
  shop.bank.state.line = 'up';
  await shop.billing.reconcile();
  const [, charge] = shop.bank.payments();

  await shop.billing.settleByProvider(charge?.id ?? '', charge?.orderId ?? '');

  t.is((await shop.events()).filter((event) => event === 'charge_failed').length, 1);
  t.is((await paymentOf(shop, charge?.orderId ?? '')).cancellation_reason, 'insufficient_funds');
});

test('a refund is asked for under one key until it is made, with growing waits', async (t) => {
  const shop = await openShop(t);
  const paymentId = await shop.pay('starter');
  shop.bank.state.line = 'answer_lost';
  await shop.billing.refundPayment(paymentId, 99_000, 'Сервис не работал');
  await Promise.all([shop.billing.runRefunds(), shop.billing.runRefunds()]);
  const { calls } = shop.bank.state;
  await shop.billing.runRefunds();
  t.is(shop.bank.state.calls, calls);

  shop.bank.state.line = 'up';
  shop.clock.pass(HOUR);
  await shop.billing.runRefunds();

  t.is(shop.bank.money(), 0);
  t.like(await shop.db('refunds').first(), { status: 'succeeded', attempts: 2 });
  t.is((await shop.subscription()).plan.name, 'starter');
  t.is((await shop.billing.invoicesOf(shop.owner.id, { limit: 20, offset: 0 })).invoices[0]?.refunded_amount, 990);
  await t.throwsAsync(shop.billing.refundPayment(paymentId, 1, 'Ещё'), { code: 'invalid_input' });
});

test('a refund that the bank refuses stays with the owner as balance, and the administrator is told', async (t) => {
  const shop = await openShop(t);
  const first = await order(shop, 'starter');
  const second = await order(shop, 'professional');
  for (const { theirs } of [first, second]) {
    shop.bank.finish(theirs.id);
    await shop.billing.settleByProvider(theirs.id);
  }
  shop.bank.state.refunds = 'refused';

  await shop.billing.runRefunds();

  t.is(await shop.balance(), 199_000);
  t.is((await shop.subscription()).balance, 1990);
  t.is((await shop.db('activity').where({ action: 'refund.refused' })).length, 1);
});

test('no call to the bank is made within a transaction', async (t) => {
  const shop = await openShop(t);
  const held: number[] = [];
  const ask = shop.bank.provider.create;
  shop.bank.provider.create = async (asked) => {
    const { rows } = await shop.db.raw(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    held.push(rows[0].n);
    return ask(asked);
  };
  await shop.pay('starter');
  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();

  t.deepEqual(held, [0, 0]);
});
