import test from 'ava';
import { endOf, lettersOf, toEnd } from '../../support/billing/period-end.ts';
import { DAY, HOUR, openShop } from './owner.ts';

test('the plan put off is charged at the end instead of the present one, at the price it was put off for', async (t) => {
  const shop = await openShop(t);
  await shop.pay('professional');
  await shop.billing.changePlan(shop.owner.id, shop.choice('starter', 'yearly'));
  await shop.db('plans').where({ name: 'starter' }).update({ price_yearly: 1_000_000 });

  await toEnd(shop);

  t.like(await shop.subscription(), {
    status: 'active',
    plan: { name: 'starter' },
    billing_period: 'yearly',
    deferred_plan_id: null,
    auto_renew: true,
  });
  t.is(shop.bank.money(), 199_000 + 990_000);
});

test('the free plan put off begins at the end, and nothing is charged', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  await shop.billing.changePlan(shop.owner.id, shop.choice('free'));

  await toEnd(shop);

  t.like(await shop.subscription(), {
    status: 'active',
    is_free_plan: true,
    current_period_end: null,
    auto_renew: false,
  });
  t.is(shop.bank.payments().length, 1);
  t.deepEqual(lettersOf(shop), ['receipt']);
});

test('what is canceled runs to its end, is over then, and paying brings it back', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  await shop.billing.cancel(shop.owner.id);
  t.true((await shop.billing.limitsOf(shop.owner.id)).mayCreate);

  await toEnd(shop);

  t.like(await shop.subscription(), { status: 'expired', auto_renew: false });
  t.false((await shop.billing.limitsOf(shop.owner.id)).mayCreate);
  t.is(shop.bank.payments().length, 1);
  t.is(lettersOf(shop).at(-1), 'suspended');
  await shop.pay('starter');
  t.like(await shop.subscription(), { status: 'active', auto_renew: true });
  t.deepEqual(await endOf(shop), new Date('2027-03-10T09:00:00Z'));
});

test('the balance is used up before the card is charged', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter', 'yearly');
  await shop.billing.changePlan(shop.owner.id, shop.choice('professional'));
  t.is((await shop.subscription()).balance, 7910);

  for (let month = 0; month < 4; month += 1) await toEnd(shop);

  t.is(shop.bank.money(), 990_000 + (5 * 199_000 - 990_000));
  t.is(await shop.balance(), 0);
  t.is((await shop.subscription()).status, 'active');
});

test('a charge that succeeds on the second day goes on from its moment, and the venues never stopped', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'insufficient_funds';
  await toEnd(shop);
  t.like(await shop.subscription(), { status: 'past_due', past_due_until: '2027-02-13T09:00:00.000Z' });
  t.like(shop.letters.at(-1), {
    letter: 'paymentFailed',
    data: {
      amount: 99_000,
      nextAttemptAt: new Date('2027-02-11T09:00:00Z'),
      suspendedAt: new Date('2027-02-13T09:00:00Z'),
    },
  });

  shop.bank.state.charges = 'succeeded';
  shop.clock.pass(DAY);
  await shop.billing.runDue();

  t.like(await shop.subscription(), { status: 'active', past_due_until: null });
  t.deepEqual(await endOf(shop), new Date('2027-03-11T09:00:00Z'));
});

test('a method that its payer withdrew is forgotten, and the letter asks to pay by hand', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'permission_revoked';

  await toEnd(shop);

  t.like(await shop.subscription(), { status: 'past_due', payment_method: null });
  t.like(shop.letters.at(-1), { letter: 'paymentFailed', data: { nextAttemptAt: null } });
  t.is((await shop.db('payment_methods').first()).removed_reason, 'permission_revoked');
  await shop.pay('starter');
  t.like(await shop.subscription(), { status: 'active', payment_method: { title: 'Bank card *4477' } });
});

test('without a saved method the first charge fails at once, and what runs out is warned of', async (t) => {
  const shop = await openShop(t);
  shop.bank.state.savesMethods = false;
  await shop.pay('starter');
  t.false((await shop.subscription()).is_expiring_soon);

  for (let hour = 0; hour < 31 * 24; hour += 6) {
    shop.clock.pass(6 * HOUR);
    await shop.billing.runDue();
  }

  const warnings = shop.letters.filter(({ letter }) => letter === 'expiryWarning');
  t.deepEqual(
    warnings.map(({ data }) => [data.warningDay, data.reason]),
    [
      [7, 'no_method'],
      [3, 'no_method'],
      [1, 'no_method'],
    ],
  );
  t.is((await shop.subscription()).status, 'past_due');
  t.is(shop.bank.payments().length, 1);
});

test('a method saved at another provider is not charged here', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  await shop.db('payment_methods').update({ provider: 'yookassa' });

  await toEnd(shop);

  t.is((await shop.subscription()).status, 'past_due');
  t.is(shop.bank.payments().length, 1);
});

test('late runs send only the nearest warning; what renews is not warned of', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.clock.set('2027-02-08T10:00:00Z');
  await shop.billing.runDue();
  t.deepEqual(lettersOf(shop), ['receipt', 'comingCharge']);
  t.false((await shop.subscription()).is_expiring_soon);

  await shop.billing.cancel(shop.owner.id);
  await Promise.all([shop.billing.runDue(), shop.billing.runDue(), shop.billing.runDue()]);
  await shop.billing.runDue();

  t.deepEqual(lettersOf(shop), ['receipt', 'comingCharge', 'expiryWarning']);
  t.like(shop.letters.at(-1), { data: { warningDay: 3, days: 2, hours: null, reason: 'canceled' } });
  t.true((await shop.subscription()).is_expiring_soon);
});

test('a warning tells what is really left: days begun, and on the last day hours', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  await shop.billing.cancel(shop.owner.id);
  for (const [at, left] of [
    ['2027-02-05T11:00:00Z', { days: 5, hours: null }],
    ['2027-02-10T04:30:00Z', { days: 1, hours: 5 }],
  ] as const) {
    shop.clock.set(at);
    await shop.billing.runDue();
    t.like(shop.letters.at(-1), { letter: 'expiryWarning', data: left });
    const { days_remaining: days, hours_remaining: hours } = await shop.subscription();
    t.deepEqual({ days, hours }, left, 'the page says the same');
  }
});

test('an archived plan is renewed for those who have it', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  await shop.db('plans').where({ name: 'starter' }).update({ is_archived: true, is_active: false });

  await toEnd(shop);

  t.like(await shop.subscription(), { status: 'active', plan: { name: 'starter' } });
  t.is(shop.bank.money(), 2 * 99_000);
});

for (const [who, changes] of [
  ['deleted', { deleted_at: new Date() }],
  ['blocked', { status: 'blocked' }],
] as const)
  test(`nothing is charged of an owner who is ${who}`, async (t) => {
    const shop = await openShop(t);
    await shop.pay('starter');
    await shop.db('users').where({ id: shop.owner.id }).update(changes);

    await toEnd(shop);

    t.is(shop.bank.payments().length, 1);
    t.is((await shop.subscription()).status, 'expired');
  });

test('an account that is closed is charged no more, and what was in flight goes back', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  const { paymentId } = await shop.billing.createPayment(shop.owner.id, shop.choice('professional'));
  await shop.db('users').where({ id: shop.owner.id }).update({ deleted_at: shop.clock.now() });
  await shop.billing.closeAccount(shop.owner.id);

  shop.bank.finish(shop.bank.ofOrder(paymentId ?? '')?.id ?? '');
  await shop.billing.settlePayment(paymentId ?? '');
  await shop.billing.runRefunds();
  await toEnd(shop);

  t.is(shop.bank.money(), 99_000);
  t.like(await shop.subscription(), { status: 'expired', payment_method: null });
});

test('a job that comes months late charges for no day before it', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');

  await toEnd(shop, 60 * DAY);

  t.is(shop.bank.money(), 2 * 99_000);
  t.is((await endOf(shop)).toISOString(), '2027-05-11T09:00:00.000Z');
});
