import test from 'ava';
import { DAY, HOUR, openShop } from './owner.ts';

test('a plan is bought, renewed with the saved method from the old end, and receipted each time', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-31T10:00:00Z') });
  await shop.pay('starter');
  t.like(await shop.subscription(), {
    status: 'active',
    auto_renew: true,
    current_period_end: '2027-02-28T10:00:00.000Z',
    next_charge: 990,
    payment_method: { title: 'Bank card *4477' },
    is_expiring_soon: false,
  });

  shop.clock.set('2027-02-28T12:00:00Z');
  await shop.billing.runDue();
  t.is((await shop.subscription()).current_period_end, '2027-03-31T10:00:00.000Z');
  await shop.billing.runDue();
  shop.clock.set('2027-03-31T10:00:00Z');
  await shop.billing.runDue();

  t.is((await shop.subscription()).current_period_end, '2027-04-30T10:00:00.000Z');
  t.is(shop.bank.money(), 3 * 99_000);
  t.deepEqual(
    shop.letters.map(({ letter }) => letter),
    ['receipt', 'receipt', 'receipt'],
  );
  t.is(await shop.balance(), 0);
  t.deepEqual(await shop.events(), ['purchased', 'renewed', 'renewed']);
  t.deepEqual(shop.changed, [shop.owner.id, shop.owner.id, shop.owner.id]);
});

test('an upgrade costs the new price less what is left of the old one, to the kopeck', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  shop.clock.pass(10 * DAY + HOUR);

  const calculation = await shop.billing.calculate(shop.owner.id, shop.choice('professional'));
  const credit = Math.floor((99_000 * 21) / 31);

  t.deepEqual(calculation, {
    daysRemaining: 21,
    credit: credit / 100,
    newPlanPrice: 1990,
    amountToPay: (199_000 - credit) / 100,
    kind: 'upgrade',
    effectiveAt: shop.clock.now().toISOString(),
  });
  await shop.pay('professional');
  t.is(shop.bank.money(), 99_000 + 199_000 - credit);
  t.like(await shop.subscription(), { plan: { name: 'professional' }, current_period_end: '2027-02-20T10:00:00.000Z' });
  t.is(await shop.balance(), 0);
});

test('a charge that fails is tried again after 1, 2 and 3 days, then the subscription is over', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  shop.bank.state.charges = 'insufficient_funds';
  const end = Date.parse((await shop.subscription()).current_period_end ?? '');
  shop.clock.set(new Date(end).toISOString());
  const seen: string[] = [];
  for (let hour = 0; hour <= 80; hour += 1) {
    await shop.billing.runDue();
    seen.push((await shop.subscription()).status);
    shop.clock.pass(HOUR);
  }

  t.is(seen.indexOf('expired'), 72);
  t.true(seen.slice(0, 72).every((status) => status === 'past_due'));
  t.is(shop.bank.payments().length, 5);
  t.deepEqual(
    shop.letters.map(({ letter }) => letter),
    ['receipt', 'paymentFailed', 'paymentFailed', 'paymentFailed', 'suspended'],
  );
});
