import test from 'ava';
import { loseNextCommit } from '../../support/lost-commit.ts';
import { DAY, HOUR, openShop, type Shop } from './owner.ts';

const ADMINISTRATOR = null as unknown as number;
const endOf = async (shop: Shop): Promise<string | null> => (await shop.subscription()).current_period_end;
const toEnd = async (shop: Shop, past = 0): Promise<void> => {
  shop.clock.set(new Date(Date.parse((await endOf(shop)) ?? '') + past).toISOString());
  await shop.billing.runDue();
};
const providerIdOf = (shop: Shop, id: string | null): string => shop.bank.ofOrder(id ?? '')?.id ?? '';

test('after a grant has moved the end of a month, the next month is a whole one', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await shop.billing.grant(ADMINISTRATOR, shop.owner.id, { planId: shop.planId('professional'), days: 10 });
  shop.clock.pass(10 * DAY);
  await shop.billing.runDue();
  t.is(await endOf(shop), '2027-02-20T09:00:00.000Z');

  await toEnd(shop);

  t.is(await endOf(shop), '2027-03-20T09:00:00.000Z');
});

test('after an extension the next month is a whole one', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await shop.billing.extend(ADMINISTRATOR, shop.owner.id, 15);
  t.is(await endOf(shop), '2027-02-25T09:00:00.000Z');

  await toEnd(shop);

  t.is(await endOf(shop), '2027-03-25T09:00:00.000Z');
});

test('what began on the 31st comes back to it after a change of plan by an administrator', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-31T10:00:00Z') });
  await shop.pay('starter');
  await shop.billing.setPlan(ADMINISTRATOR, shop.owner.id, shop.planId('professional'));
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

  // the first commit looks at the payment, the second applies it
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
