import test from 'ava';
import { createActivity } from '../../../api/src/activity/activity.service.ts';
import { createAdminPlans } from '../../../api/src/plans/admin-plans.service.ts';
import { HOUR, openShop } from './owner.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;

const setPrice = (shop: Shop, name: string, roubles: number): Promise<number> =>
  shop
    .db('plans')
    .where({ name })
    .update({ price_monthly: roubles * 100 });
const lettersOf = (shop: Shop, kind: string) =>
  shop.letters.filter(({ letter }) => letter === kind).map(({ data }) => data);

/** Runs the scheduled jobs every six hours up to the moment. */
async function goTo(shop: Shop, iso: string): Promise<void> {
  while (shop.clock.now().getTime() < Date.parse(iso)) {
    shop.clock.pass(Math.min(6 * HOUR, Date.parse(iso) - shop.clock.now().getTime()));
    await shop.billing.runDue();
  }
}

test('a higher price is told by letter, and charged from the first period that begins 30 days after it', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await goTo(shop, '2027-01-20T09:00:00Z');
  await setPrice(shop, 'starter', 1490);
  await shop.billing.runDue();

  const [rise, ...more] = lettersOf(shop, 'priceRise');
  t.like(rise, { planName: 'Стартовый', billingPeriod: 'monthly', oldPrice: 99_000, newPrice: 149_000 });
  t.deepEqual(rise?.since, new Date('2027-03-10T09:00:00.000Z'));
  t.deepEqual(more, []);
  t.is((await shop.subscription()).next_charge, 990);

  await goTo(shop, '2027-02-11T09:00:00Z');
  t.is(shop.bank.money(), 2 * 99_000, 'told 21 days before: the price is the old one');
  t.is((await shop.subscription()).next_charge, 1490);
  await goTo(shop, '2027-03-11T09:00:00Z');
  t.is(shop.bank.money(), 2 * 99_000 + 149_000);
  t.is(lettersOf(shop, 'priceRise').length, 1);
});

test('a higher price that was withdrawn is told anew when it comes again', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  const plans = createAdminPlans({ db: shop.db, activity: createActivity({ db: shop.db }), now: shop.clock.now });
  const price = (roubles: number) => plans.update(shop.owner.id, shop.planId('starter'), { price_monthly: roubles });
  await shop.pay('starter');
  await price(1490);
  await goTo(shop, '2027-01-11T09:00:00Z');
  await price(990);
  await goTo(shop, '2027-03-09T09:00:00Z');
  t.is(shop.bank.money(), 2 * 99_000);
  await price(1490);

  await goTo(shop, '2027-03-11T09:00:00Z');
  t.is(shop.bank.money(), 3 * 99_000, 'told a day before: the price is the old one');
  t.is(lettersOf(shop, 'priceRise').length, 2);
  await goTo(shop, '2027-04-11T09:00:00Z');
  t.is(shop.bank.money(), 3 * 99_000 + 149_000);
});

test('an extension takes back no promise of an old price, and no letter about a new one', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  const extend = (days: number): Promise<unknown> => shop.billing.extend(shop.owner.id, shop.owner.id, days);
  await shop.pay('starter');
  await goTo(shop, '2027-01-20T09:00:00Z');
  await Promise.all([extend(2), extend(3)]);
  await setPrice(shop, 'starter', 1490);
  await goTo(shop, '2027-01-25T09:00:00Z');
  t.like(lettersOf(shop, 'priceRise')[0], { oldPrice: 99_000, newPrice: 149_000 });
  await extend(1);
  t.is((await shop.subscription()).next_charge, 990);

  await goTo(shop, '2027-02-17T09:00:00Z');
  t.is(shop.bank.money(), 2 * 99_000, 'told 27 days before: the price is the old one');
  await extend(1);
  await goTo(shop, '2027-03-18T09:00:00Z');
  t.is(shop.bank.money(), 2 * 99_000 + 149_000);
  t.is(lettersOf(shop, 'priceRise').length, 1);
});

test('an unpaid month that is extended costs afterwards what was agreed', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  shop.bank.state.charges = 'insufficient_funds';
  await goTo(shop, '2027-02-10T09:00:00Z');
  await shop.billing.extend(shop.owner.id, shop.owner.id, 5);
  await setPrice(shop, 'starter', 1490);
  shop.bank.state.charges = 'succeeded';

  await goTo(shop, '2027-02-15T09:00:00Z');

  t.is(shop.bank.money(), 2 * 99_000);
});

test('a plan that is set over an unpaid one stays unpaid, and is charged a day after a letter for what it cost then', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  const { paymentId } = await shop.billing.createPayment(shop.owner.id, shop.choice('professional'));
  shop.bank.state.charges = 'insufficient_funds';
  await goTo(shop, '2027-02-11T08:30:00Z');
  shop.bank.state.charges = 'succeeded';
  const { current_period_start, current_period_end } = await shop.subscription();

  await shop.billing.setPlan(shop.owner.id, shop.owner.id, shop.planId('professional'));

  t.like(await shop.subscription(), {
    status: 'past_due',
    plan: { name: 'professional' },
    current_period_start,
    current_period_end,
    balance: 0,
    next_charge: 1990,
    past_due_until: '2027-02-13T09:00:00.000Z',
  });
  t.deepEqual(
    lettersOf(shop, 'comingCharge')
      .slice(1)
      .map(({ planName, amount, chargeAt }) => [planName, amount, chargeAt]),
    [['Профессиональный', 199_000, new Date('2027-02-12T08:30:00Z')]],
    'besides the letter before the charge that failed',
  );
  const offered = await shop.db('payments').where({ id: paymentId }).first('withdrawn_reason');
  t.is(offered.withdrawn_reason, 'superseded', 'what was offered before buys nothing now');
  await setPrice(shop, 'professional', 2490);
  await goTo(shop, '2027-02-12T08:00:00Z');
  t.is(shop.bank.money(), 99_000, 'not before the day that the letter tells');
  await goTo(shop, '2027-02-12T09:00:00Z');
  t.is(shop.bank.money(), 99_000 + 199_000);
  t.like(await shop.subscription(), { status: 'active', plan: { name: 'professional' }, past_due_until: null });
});

test('no plan is set while an overdue period is being charged', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  shop.bank.state.charges = 'pending';
  await goTo(shop, '2027-02-10T09:00:00Z');
  const set = () => shop.billing.setPlan(shop.owner.id, shop.owner.id, shop.planId('professional'));

  await t.throwsAsync(set(), { code: 'charge_pending' });

  t.like(await shop.subscription(), { plan: { name: 'starter' } });
});

test('a plan that an administrator sets costs what it cost then, until 30 days after a letter', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await shop.billing.setPlan(shop.owner.id, shop.owner.id, shop.planId('professional'));
  await goTo(shop, '2027-01-20T09:00:00Z');
  await setPrice(shop, 'professional', 2490);

  await goTo(shop, '2027-02-10T09:00:00Z');
  t.is(shop.bank.money(), 99_000 + 199_000);
  t.deepEqual(
    lettersOf(shop, 'priceRise').map(({ oldPrice, newPrice }) => [oldPrice, newPrice]),
    [[199_000, 249_000]],
  );
  await goTo(shop, '2027-03-10T09:00:00Z');
  t.is(shop.bank.money(), 99_000 + 199_000 + 249_000);
});

test('a price that rose twice is charged as far as it was told in time, one that fell at once', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await setPrice(shop, 'starter', 1290);
  await shop.billing.runDue();
  await goTo(shop, '2027-02-20T09:00:00Z');
  await setPrice(shop, 'starter', 1990);
  await goTo(shop, '2027-03-11T09:00:00Z');
  t.is(shop.bank.money(), 99_000 + 129_000 + 129_000, 'the second rise was told 18 days before');
  t.deepEqual(
    lettersOf(shop, 'priceRise').map(({ oldPrice, newPrice }) => [oldPrice, newPrice]),
    [
      [99_000, 129_000],
      [129_000, 199_000],
    ],
  );

  await setPrice(shop, 'starter', 790);
  t.is((await shop.subscription()).next_charge, 790);
  await goTo(shop, '2027-04-11T09:00:00Z');
  t.is(shop.bank.money(), 99_000 + 2 * 129_000 + 79_000);
});

test('a plan put off until the end of the period costs then what was shown', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('professional');
  await shop.billing.changePlan(shop.owner.id, shop.choice('starter'));
  await goTo(shop, '2027-02-01T09:00:00Z');
  await setPrice(shop, 'starter', 1490);
  t.is((await shop.subscription()).next_charge, 990);

  await goTo(shop, '2027-02-11T09:00:00Z');

  t.is(shop.bank.money(), 199_000 + 99_000);
  t.like(lettersOf(shop, 'priceRise')[0], { oldPrice: 99_000, newPrice: 149_000 });
});

test('three days before an automatic charge a letter tells its exact sum, once, and again when the sum is another', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('professional');
  await goTo(shop, '2027-02-07T08:00:00Z');
  t.deepEqual(lettersOf(shop, 'comingCharge'), []);

  await goTo(shop, '2027-02-07T20:00:00Z');
  const letters = lettersOf(shop, 'comingCharge');
  t.is(letters.length, 1);
  t.like(letters[0], { planName: 'Профессиональный', amount: 199_000, card: 'Bank card *4477' });
  t.deepEqual(letters[0]?.chargeAt, new Date('2027-02-10T09:00:00.000Z'));

  await shop.billing.changePlan(shop.owner.id, shop.choice('starter'));
  await goTo(shop, '2027-02-10T12:00:00Z');
  t.deepEqual(
    lettersOf(shop, 'comingCharge').map(({ planName, amount }) => [planName, amount]),
    [
      ['Профессиональный', 199_000],
      ['Стартовый', 99_000],
    ],
  );
  t.is(shop.bank.money(), 199_000 + 99_000);
});

test('who has cancelled, or whose balance pays, is told of no charge and of no price', async (t) => {
  const shop = await openShop(t, { start: new Date('2027-01-10T09:00:00Z') });
  await shop.pay('starter');
  await shop.billing.cancel(shop.owner.id);
  await setPrice(shop, 'starter', 1490);
  await goTo(shop, '2027-02-09T12:00:00Z');

  t.deepEqual([...lettersOf(shop, 'comingCharge'), ...lettersOf(shop, 'priceRise')], []);
  t.is(shop.bank.money(), 99_000);
});
