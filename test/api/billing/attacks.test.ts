import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { loseNextCommit } from '../../support/database/lost-commit.ts';
import { serverUrl } from '../../support/database/postgres.ts';
import { DAY, HOUR, insertOwner, openShop, type Shop } from './owner.ts';

const administratorOf = async (shop: Shop): Promise<number> => (await insertOwner(shop.db, shop.clock.now())).id;
const endOf = async (shop: Shop): Promise<string | null> => (await shop.subscription()).current_period_end;
const toEnd = async (shop: Shop, past = 0): Promise<void> => {
  shop.clock.set(new Date(Date.parse((await endOf(shop)) ?? '') + past).toISOString());
  await shop.billing.runDue();
};
const providerIdOf = (shop: Shop, id: string | null): string => shop.bank.ofOrder(id ?? '')?.id ?? '';

test('after a grant has moved the end of a month, the next month is a whole one', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await shop.billing.grant(await administratorOf(shop), shop.owner.id, {
    planId: shop.planId('professional'),
    days: 10,
  });
  shop.clock.pass(10 * DAY);
  await shop.billing.runDue();
  t.is(await endOf(shop), '2027-02-20T09:00:00.000Z');

  await toEnd(shop);

  t.is(await endOf(shop), '2027-03-20T09:00:00.000Z');
  t.is(shop.bank.money(), 2 * 99_000);
});

test('after an extension the next month is a whole one', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await shop.billing.extend(await administratorOf(shop), shop.owner.id, 15);
  t.is(await endOf(shop), '2027-02-25T09:00:00.000Z');

  await toEnd(shop);

  t.is(await endOf(shop), '2027-03-25T09:00:00.000Z');
});

test('what began on the 31st comes back to it after a change of plan by an administrator', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-31T10:00:00Z') });
  await shop.pay('starter');
  await shop.billing.setPlan(await administratorOf(shop), shop.owner.id, shop.planId('professional'));
  await toEnd(shop);
  t.is(await endOf(shop), '2027-03-31T10:00:00.000Z');
});

test('a payment begun while the charge was tried again and made just after the end brings the plan back', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'insufficient_funds';
  await toEnd(shop);
  shop.clock.pass(DAY);
  await shop.billing.runDue();
  shop.clock.pass(DAY);
  await shop.billing.runDue();
  shop.clock.pass(DAY - HOUR / 2);
  const { paymentId } = await shop.billing.createPayment(shop.owner.id, shop.choice('starter'));
  shop.clock.pass(HOUR / 2);
  await shop.billing.runDue();
  t.is((await shop.subscription()).status, 'expired');

  shop.bank.finish(providerIdOf(shop, paymentId));
  await shop.billing.settlePayment(paymentId ?? '');
  await shop.billing.runRefunds();

  t.like(await shop.subscription(), { status: 'active', plan: { name: 'starter' } });
  t.is(shop.bank.money(), 2 * 99_000);
  t.is(await shop.balance(), 0);
});

test('of two such payments one is taken', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.savesMethods = false;
  shop.bank.state.charges = 'permission_revoked';
  await toEnd(shop);
  const first = await shop.billing.createPayment(shop.owner.id, shop.choice('starter'));
  const second = await shop.billing.createPayment(shop.owner.id, shop.choice('professional'));
  for (let day = 0; day < 4; day += 1) {
    shop.clock.pass(DAY);
    await shop.billing.runDue();
  }
  t.is((await shop.subscription()).status, 'expired');
  for (const { paymentId } of [first, second]) shop.bank.finish(providerIdOf(shop, paymentId));

  await Promise.all([first, second].map(({ paymentId }) => shop.billing.settlePayment(paymentId ?? '')));
  await shop.billing.runRefunds();

  t.is((await shop.subscription()).status, 'active');
  const outcomes = await shop.db('payments').where({ kind: 'purchase' }).pluck('outcome');
  t.deepEqual(outcomes.toSorted(), ['applied', 'applied', 'refunded']);
  t.is(await shop.balance(), 0);
});

test('a charge that went through while the platform was away is taken, not given back', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'pending';
  await toEnd(shop);
  const [, charge] = shop.bank.payments();
  shop.bank.finish(charge?.id ?? '');

  shop.clock.pass(5 * DAY);
  await shop.billing.runDue();
  await shop.billing.reconcile();
  await shop.billing.runRefunds();

  t.is((await shop.subscription()).status, 'active');
  t.is(shop.bank.money(), 2 * 99_000);
  t.deepEqual(
    shop.letters.map(({ letter }) => letter),
    ['receipt', 'receipt'],
  );
});

test('a charge is taken also by a process whose clock is a little behind', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'pending';
  await toEnd(shop, 1000);
  const [, charge] = shop.bank.payments();
  shop.bank.finish(charge?.id ?? '');

  shop.clock.pass(-2000);
  await shop.billing.settleByProvider(charge?.id ?? '');
  await shop.billing.runRefunds();

  t.is(await endOf(shop), '2027-03-10T09:00:00.000Z');
  t.is(shop.bank.money(), 2 * 99_000);
  t.deepEqual(await shop.events(), ['purchased', 'renewed']);
});

test('what was paid is followed also when the answer to the commit is lost', async (t) => {
  const shop = await openShop(t);
  const { paymentId } = await shop.billing.createPayment(shop.owner.id, shop.choice('starter'));
  shop.bank.finish(providerIdOf(shop, paymentId));
  const changes = shop.changed.length;

  // the first commit reads the payment, the second applies it
  await loseNextCommit(shop.db, 1);
  await t.throwsAsync(shop.billing.settlePayment(paymentId ?? ''), { message: /terminated/ });

  t.is((await shop.subscription()).status, 'active');
  t.false((await shop.subscription()).is_free_plan);
  t.is(shop.changed.length, changes + 1);
});

test('a charge given up counts once, also when its decline is told afterwards', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  Object.assign(shop.bank.state, { line: 'answer_lost', charges: 'insufficient_funds' });
  await toEnd(shop);
  shop.bank.state.line = 'up';
  shop.clock.pass(DAY);
  await shop.billing.reconcile();
  t.is((await shop.db('subscriptions').where({ user_id: shop.owner.id }).first()).charge_attempts, 1);

  const [, charge] = shop.bank.payments();
  await shop.billing.settleByProvider(charge?.id ?? '', charge?.orderId ?? '');

  t.is((await shop.db('subscriptions').where({ user_id: shop.owner.id }).first()).charge_attempts, 1);
});

test('a clock that was a month ahead and is put right holds up no payment and no refund', async (t) => {
  const shop = await openShop(t);
  const now = shop.clock.now().toISOString();
  shop.clock.pass(30 * DAY);
  const first = await shop.billing.createPayment(shop.owner.id, shop.choice('starter'));
  const second = await shop.billing.createPayment(shop.owner.id, shop.choice('professional'));
  for (const { paymentId } of [first, second]) await shop.billing.paymentStatus(paymentId ?? '');
  shop.bank.finish(providerIdOf(shop, second.paymentId));
  await shop.billing.settlePayment(second.paymentId ?? '');
  shop.clock.set(now);

  shop.bank.finish(providerIdOf(shop, first.paymentId));
  t.is((await shop.billing.paymentStatus(first.paymentId ?? '')).status, 'canceled', 'the other has made it useless');
  await shop.billing.reconcile();
  await shop.billing.runRefunds();
  t.is(shop.bank.money(), 199_000);

  shop.clock.pass(30 * DAY);
  const third = await shop.billing.changePlan(shop.owner.id, shop.choice('professional', 'yearly'));
  t.is(third.upgrade_type, 'upgrade');
  shop.clock.set(now);
  const waiting = shop.bank.payments().find(({ status }) => status === 'pending');
  shop.bank.finish(waiting?.id ?? '');
  await shop.billing.reconcile();
  t.is((await shop.db('payments').where({ id: waiting?.orderId }).first()).status, 'succeeded');

  shop.clock.pass(30 * DAY);
  await shop.billing.refundPayment(second.paymentId ?? '', 100, 'Извинение');
  shop.clock.set(now);
  const money = shop.bank.money();
  await shop.billing.runRefunds();
  t.is(shop.bank.money(), money - 100);
});

test('a plan given for nothing is had, renewed and paid for again without a kopeck made of it', async (t) => {
  const shop = await openShop(t);
  const professional = shop.db('plans').where({ name: 'professional' });
  await professional.clone().update({ discount_percent: 100 });
  await shop.billing.createPayment(shop.owner.id, shop.choice('professional'));
  t.like(await shop.subscription(), { status: 'active', plan: { name: 'professional' }, next_charge: 0, balance: 0 });

  await toEnd(shop);
  t.like(await shop.subscription(), { status: 'active', current_period_end: '2027-03-10T09:00:00.000Z' });
  await professional.clone().update({ discount_percent: 0 });
  const { amountToPay, credit } = await shop.billing.calculate(shop.owner.id, shop.choice('professional', 'yearly'));
  t.deepEqual([amountToPay, credit], [19_900, 0]);
  await toEnd(shop);
  t.like(await shop.subscription(), { status: 'active', balance: 0 }, 'the old price until 30 days after a letter');
  await toEnd(shop);

  t.like(await shop.subscription(), { status: 'past_due', balance: 0 });
  t.is(shop.bank.payments().length, 0);
});

test('going up and down and back as often as one likes makes no money', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter', 'yearly');
  for (let round = 0; round < 5; round += 1) {
    for (const [plan, period] of [
      ['professional', 'monthly'],
      ['starter', 'yearly'],
      ['professional', 'monthly'],
      ['free', 'monthly'],
      ['professional', 'monthly'],
      ['starter', 'monthly'],
    ] as const) {
      await shop.billing.changePlan(shop.owner.id, shop.choice(plan, period));
      shop.clock.pass(HOUR);
    }
    await toEnd(shop);
    const { balance, plan } = await shop.subscription();
    const worth = (await shop.db('subscription_periods').whereNull('closed_at').first('price'))?.price ?? 0;
    t.true(balance * 100 + worth <= shop.bank.money(), `${plan.name}: ${balance} left of ${shop.bank.money()}`);
  }
});

test('a database that goes away again and again in the middle of the renewals charges everybody once', async (t) => {
  const shop = await openShop(t);
  for (let count = 0; count < 40; count += 1) {
    const { id } = await insertOwner(shop.db, shop.clock.now());
    await shop.billing.subscribe(shop.db, id);
    const { paymentId } = await shop.billing.createPayment(id, shop.choice('starter'));
    shop.bank.finish(providerIdOf(shop, paymentId));
    await shop.billing.settlePayment(paymentId ?? '');
  }
  const { rows } = await shop.db.raw('select current_database() as name');
  const server = connect(serverUrl(), { max: 1 });
  t.teardown(() => server.destroy());
  shop.clock.set('2027-02-10T09:00:00Z');

  let working = true;
  const breaking = (async () => {
    for (let times = 0; times < 12; times += 1) {
      await sleep(25);
      await server.raw('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [rows[0].name]);
    }
    working = false;
  })();
  while (working) await Promise.allSettled([shop.billing.runDue(), shop.billing.reconcile()]);
  await breaking;
  for (let minute = 0; minute < 3; minute += 1) {
    await Promise.allSettled([shop.billing.runDue(), shop.billing.reconcile()]);
    shop.clock.pass(61_000);
  }

  t.is(shop.bank.payments().length, 80);
  t.is(shop.bank.money(), 80 * 99_000);
  const states = await shop.db('subscriptions').whereNotNull('period_id').select('status', 'current_period_end');
  t.is(states.length, 40);
  t.true(states.every(({ current_period_end: end }) => end.toISOString() === '2027-03-10T09:00:00.000Z'));
});
