import { createBilling } from '@ostatok/api/src/billing/billing.service.ts';
import test from 'ava';
import { endOf, toEnd } from '../../support/billing/period-end.ts';
import { DAY, HOUR, insertOwner, openShop } from './owner.ts';

test('several processes at once charge, warn and end each owner once', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.clock.set((await endOf(shop)).toISOString());
  const others = Array.from({ length: 3 }, () =>
    createBilling({ db: shop.db, now: shop.clock.now, provider: shop.bank.provider }),
  );

  await Promise.all([shop.billing, ...others].flatMap((one) => [one.runDue(), one.reconcile(), one.runDue()]));

  t.is(shop.bank.payments().length, 2);
  t.is(shop.bank.money(), 2 * 99_000);
  t.deepEqual(await shop.events(), ['purchased', 'renewed']);
});

test('one owner whose row is broken stops nobody else', async (t) => {
  const errors: unknown[] = [];
  const shop = await openShop(t, {
    log: { error: (...args: unknown[]) => void errors.push(args), warn: () => undefined } as never,
  });
  const broken = await insertOwner(shop.db, shop.clock.now());
  await shop.billing.subscribe(shop.db, broken.id, 'starter');
  await shop.db('subscriptions').where({ user_id: broken.id }).update({ granted_until: shop.clock.now() });
  const first = await insertOwner(shop.db, shop.clock.now());
  await shop.billing.subscribe(shop.db, first.id, 'starter');
  await shop
    .db('subscriptions')
    .where({ user_id: first.id })
    .update({ status: 'canceled', current_period_end: shop.clock.now() });

  await shop.billing.runDue();

  t.is((await shop.billing.subscriptionOf(first.id)).status, 'expired');
  t.true(errors.length > 0);
});

for (const [when, line] of [
  ['before the bank was asked', 'killed_before'],
  ['after it had taken the money', 'killed_after'],
  ['while the bank was away', 'down'],
  ['as its answer was lost', 'answer_lost'],
] as const)
  test(`a process that ended ${when} has charged once when the next one looks`, async (t) => {
    const shop = await openShop(t);
    await shop.pay('starter');
    shop.bank.state.line = line;
    await toEnd(shop);
    t.is((await shop.subscription()).status, 'active');
    shop.bank.state.line = 'up';

    for (let minute = 0; minute < 3; minute += 1) {
      shop.clock.pass(61_000);
      await Promise.all([shop.billing.runDue(), shop.billing.reconcile(), shop.billing.reconcile()]);
    }

    t.is(shop.bank.payments().length, 2);
    t.is(shop.bank.money(), 2 * 99_000);
    t.deepEqual(await shop.events(), ['purchased', 'renewed']);
    t.deepEqual(await endOf(shop), new Date('2027-03-10T09:00:00Z'));
  });

test('while a charge hangs nothing else may change, it may be cancelled, and it is not waited for without end', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'pending';
  await toEnd(shop);

  await t.throwsAsync(shop.billing.changePlan(shop.owner.id, shop.choice('professional')), { code: 'charge_pending' });
  shop.clock.pass(3 * DAY + HOUR);
  await shop.billing.runDue();
  t.is((await shop.subscription()).status, 'expired');
  t.is((await shop.billing.calculate(shop.owner.id, shop.choice('starter'))).amountToPay, 990);
  await shop.pay('starter');
  t.is((await shop.subscription()).status, 'active');

  const [, charge] = shop.bank.payments();
  shop.bank.finish(charge?.id ?? '');
  await shop.billing.settleByProvider(charge?.id ?? '');
  await shop.billing.runRefunds();
  t.is(shop.bank.money(), 2 * 99_000);
  t.is(await shop.balance(), 0);
  t.like(shop.letters.at(-1), { letter: 'receipt', data: { period: null } });
});
