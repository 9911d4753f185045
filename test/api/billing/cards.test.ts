import test from 'ava';
import { DAY, openShop, type Shop } from './owner.ts';

/** Goes to the page that checks a card, and pays there with another one. */
async function replace(shop: Shop, method: string): Promise<string> {
  const { paymentId } = await shop.billing.replaceCard(shop.owner.id);
  const theirs = shop.bank.ofOrder(paymentId ?? '');
  shop.bank.finish(theirs?.id ?? '');
  Object.assign(theirs ?? {}, { savedMethod: { id: method, title: 'Карта *0009' } });
  await shop.billing.settlePayment(paymentId ?? '');
  return paymentId ?? '';
}

test('a card is replaced by a rouble that goes back: it is charged from then on, and the one before is forgotten', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  const answers = await Promise.all([1, 2].map(() => shop.billing.replaceCard(shop.owner.id)));
  t.is(answers[0]?.paymentId, answers[1]?.paymentId, 'two presses make one payment');

  const id = await replace(shop, 'card-new');
  t.is(id, answers[0]?.paymentId ?? '');
  t.like(await shop.billing.paymentStatus(id), { amount: 1, status: 'succeeded', is_card_check: true });
  await shop.billing.runRefunds();
  t.is(shop.bank.money(), 99_000);
  t.is(await shop.balance(), 0);
  t.is((await shop.subscription()).payment_method?.title, 'Карта *0009');
  const kept = await shop.db('payment_methods').whereNull('removed_at').pluck('provider_method_id');
  t.deepEqual(kept, ['card-new']);
  t.is(shop.letters.filter(({ letter }) => letter === 'receipt').length, 1, 'what goes back has no receipt of ours');
  t.like(await shop.billing.statsOf(shop.owner.id), { total_paid: 990, invoices: 1 });

  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();
  t.is(shop.bank.payments().at(-1)?.order.methodId, 'card-new');
  t.is((await shop.subscription()).status, 'active');
});

test('a card that was removed is charged no more, and removing it once more changes nothing', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  await Promise.all([1, 2].map(() => shop.billing.removeCard(shop.owner.id)));

  t.like(await shop.subscription(), { payment_method: null, auto_renew: true, status: 'active' });
  t.is(await shop.db('payment_methods').whereNull('removed_at').first(), undefined);
  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();
  t.is(shop.bank.money(), 99_000);
  t.is((await shop.subscription()).status, 'past_due');
});

test('while a renewal is being charged its card stays, and the free plan has no card to save', async (t) => {
  const shop = await openShop(t);
  await t.throwsAsync(() => shop.billing.replaceCard(shop.owner.id), { code: 'nothing_to_renew' } as object);
  await shop.pay('starter');
  shop.bank.state.charges = 'pending';
  shop.clock.pass(31 * DAY);
  await shop.billing.runDue();
  for (const act of ['removeCard', 'replaceCard'] as const)
    await t.throwsAsync(() => shop.billing[act](shop.owner.id) as Promise<unknown>, {
      code: 'charge_pending',
    } as object);
});

test('a check of a card that was given up saves no card, and its rouble goes back', async (t) => {
  const shop = await openShop(t);
  await shop.pay('starter');
  const { paymentId } = await shop.billing.replaceCard(shop.owner.id);
  await shop.billing.abandonPayment(shop.owner.id, paymentId ?? '');
  const theirs = shop.bank.ofOrder(paymentId ?? '');
  shop.bank.finish(theirs?.id ?? '');
  await shop.billing.settleByProvider(theirs?.id ?? '');
  await shop.billing.runRefunds();
  t.is((await shop.subscription()).payment_method?.title, 'Bank card *4477');
  t.is(shop.bank.money(), 99_000);
});
