import test from 'ava';
import * as agreedPrices128 from '../../../migrations/platform/128-agreed-prices.ts';
import { DAY, openShop, type Shop } from './owner.ts';

const grant = (shop: Shop, plan: string, days: number): Promise<unknown> =>
  shop.billing.grant(shop.owner.id, shop.owner.id, { planId: shop.planId(plan), days });

test('a plan granted over a paid one returns it with the time that was left, to the second and the kopeck', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.clock.pass(10 * DAY + 12_345_000);
  const left = Date.parse('2027-02-10T09:00:00Z') - shop.clock.now().getTime();

  await grant(shop, 'professional', 14);
  t.like(await shop.subscription(), {
    status: 'active',
    plan: { name: 'professional' },
    granted_until: new Date(shop.clock.now().getTime() + 14 * DAY).toISOString(),
    auto_renew: false,
    next_charge: null,
  });
  shop.clock.pass(14 * DAY);
  await shop.billing.runDue();

  t.like(await shop.subscription(), {
    status: 'active',
    plan: { name: 'starter' },
    granted_until: null,
    auto_renew: true,
    current_period_end: new Date(shop.clock.now().getTime() + left).toISOString(),
  });
  t.is(await shop.balance(), 0);
  const { credit } = await shop.billing.calculate(shop.owner.id, shop.choice('professional'));
  t.is(credit * 100, Math.floor((99_000 * 21) / 31));
});

test('each state returns after a grant as it was', async (t) => {
  const free = await openShop(t);
  await grant(free, 'professional', 3);
  free.clock.pass(3 * DAY);
  await free.billing.runDue();
  t.like(await free.subscription(), { status: 'active', is_free_plan: true, current_period_end: null });

  const canceled = await openShop(t);
  await canceled.pay('starter');
  await canceled.billing.cancel(canceled.owner.id);
  await grant(canceled, 'professional', 3);
  canceled.clock.pass(3 * DAY);
  await canceled.billing.runDue();
  t.like(await canceled.subscription(), { status: 'canceled', current_period_end: '2027-02-13T09:00:00.000Z' });

  const expired = await openShop(t);
  await expired.pay('starter');
  await expired.billing.cancel(expired.owner.id);
  expired.clock.pass(40 * DAY);
  await expired.billing.runDue();
  await grant(expired, 'starter', 3);
  t.is((await expired.subscription()).status, 'active');
  expired.clock.pass(3 * DAY);
  await expired.billing.runDue();
  t.like(await expired.subscription(), { status: 'expired', current_period_end: '2027-02-10T09:00:00.000Z' });

  const unpaid = await openShop(t);
  await unpaid.pay('starter');
  unpaid.bank.state.charges = 'insufficient_funds';
  unpaid.clock.pass(31 * DAY);
  await unpaid.billing.runDue();
  await grant(unpaid, 'professional', 5);
  unpaid.clock.pass(5 * DAY);
  await unpaid.billing.runDue();
  t.is((await unpaid.subscription()).status, 'past_due');
  unpaid.bank.state.charges = 'succeeded';
  await unpaid.billing.runDue();
  t.is((await unpaid.subscription()).status, 'active');
  t.is(unpaid.bank.money(), 2 * 99_000, 'the unpaid month is paid for whole');
});

for (const [billingPeriod, price] of [
  ['monthly', 99_000],
  ['yearly', 990_000],
] as const)
  test(`what was paid ${billingPeriod} costs after two grants what it cost before, and no letter calls that a rise`, async (t) => {
    const shop = await openShop(t);
    await shop.pay('starter', billingPeriod);
    for (const days of [14, 3]) {
      shop.clock.pass(5 * DAY);
      await grant(shop, 'professional', days);
      shop.clock.pass(days * DAY);
      await shop.billing.runDue();
    }
    t.is((await shop.subscription()).next_charge, price / 100);

    shop.clock.set((await shop.subscription()).current_period_end ?? '');
    await shop.billing.runDue();

    t.is(shop.bank.money(), 2 * price);
    t.deepEqual(
      shop.letters.filter(({ letter }) => letter === 'priceRise'),
      [],
    );
  });

test('what a grant has returned under an older release is renewed at its price too', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  for (const days of [14, 3]) {
    shop.clock.pass(5 * DAY);
    await grant(shop, 'professional', days);
    shop.clock.pass(days * DAY);
    await shop.billing.runDue();
  }

  await agreedPrices128.down(shop.db);
  await agreedPrices128.up(shop.db);

  t.is((await shop.subscription()).next_charge, 990);
});

test('paying for more than what is granted ends the grant, and what was left of before counts', async (t) => {
  const shop = await openShop(t);
  await shop.db('plans').where({ name: 'corporate' }).update({ price_monthly: 499_000, price_yearly: 4_990_000 });
  await shop.pay('starter');
  await grant(shop, 'professional', 14);
  shop.clock.pass(7 * DAY);

  await shop.pay('corporate');

  t.is(shop.bank.money(), 499_000);
  t.like(await shop.subscription(), { plan: { name: 'corporate' }, granted_until: null, balance: 0 });
  await t.throwsAsync(grant(shop, 'corporate', 3), { code: 'same_plan' });
});

test('an owner is warned before a grant ends, and told what returns', async (t) => {
  const shop = await openShop(t);
  await grant(shop, 'professional', 2);

  await shop.billing.runDue();

  t.like(shop.letters[0], {
    letter: 'expiryWarning',
    data: {
      warningDay: 3,
      days: 2,
      hours: null,
      reason: 'granted',
      planName: 'Профессиональный',
      nextPlanName: 'Бесплатный',
    },
  });
});

test('extending adds days to what runs and to what is over, and no money', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.clock.pass(30 * DAY);
  await shop.billing.extend(shop.owner.id, shop.owner.id, 30);
  t.is((await shop.subscription()).current_period_end, '2027-03-12T09:00:00.000Z');
  t.is((await shop.billing.calculate(shop.owner.id, shop.choice('professional'))).credit, 31.93);

  await shop.billing.cancel(shop.owner.id);
  shop.clock.pass(90 * DAY);
  await shop.billing.runDue();
  await shop.billing.extend(shop.owner.id, shop.owner.id, 5);
  t.like(await shop.subscription(), { status: 'active', auto_renew: false, days_remaining: 5 });
  shop.clock.pass(5 * DAY);
  await shop.billing.runDue();
  t.is((await shop.subscription()).status, 'expired');
  t.is(shop.bank.money(), 99_000);

  const free = await openShop(t);
  await t.throwsAsync(free.billing.extend(free.owner.id, free.owner.id, 5), { code: 'without_end' });
  for (const days of [0, -1, 1.5, Number.NaN, 1e9])
    await t.throwsAsync(shop.billing.extend(shop.owner.id, shop.owner.id, days), { code: 'invalid_input' });
});

test('a plan that is set keeps the end of the period and what was paid for it', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.clock.pass(10 * DAY);

  await shop.billing.setPlan(shop.owner.id, shop.owner.id, shop.planId('professional'));

  t.like(await shop.subscription(), {
    plan: { name: 'professional' },
    current_period_end: '2027-02-10T09:00:00.000Z',
    balance: 0,
    auto_renew: true,
  });
  const { credit } = await shop.billing.calculate(shop.owner.id, shop.choice('professional', 'yearly'));
  t.is(credit * 100, Math.floor((99_000 * 21) / 31));
  await t.throwsAsync(shop.billing.setPlan(shop.owner.id, shop.owner.id, 999_999), { code: 'plan_not_found' });
});
