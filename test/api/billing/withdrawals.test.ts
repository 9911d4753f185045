import test from 'ava';
import { HOUR, openShop, type Shop } from './owner.ts';

const order = async (shop: Shop, plan: string): Promise<{ id: string; theirs: string }> => {
  const { paymentId } = await shop.billing.createPayment(shop.owner.id, shop.choice(plan));
  const id = paymentId ?? '';
  return { id, theirs: shop.bank.ofOrder(id)?.id ?? '' };
};
const invoicesOf = async (shop: Shop) =>
  (await shop.billing.invoicesOf(shop.owner.id, { limit: 20, offset: 0 })).invoices;
const invoiceOf = async (shop: Shop, id: string) => (await invoicesOf(shop)).find((invoice) => invoice.id === id);

test('once one payment has bought a plan the links of the others are over, and money that comes there goes back', async (t) => {
  const shop = await openShop(t);
  const [first, second] = [await order(shop, 'starter'), await order(shop, 'professional')];
  shop.bank.finish(second.theirs);
  await shop.billing.settlePayment(second.id);

  t.like(await invoiceOf(shop, second.id), { status: 'paid', surplus: null, reason: null });
  t.like(await invoiceOf(shop, first.id), {
    status: 'canceled',
    reason: 'Больше не нужен: тариф уже другой',
    payment_url: null,
    can_abandon: false,
    can_retry: false,
  });
  t.like(await shop.billing.paymentStatus(first.id), { status: 'canceled', is_ended: true });

  shop.bank.finish(first.theirs);
  shop.clock.pass(HOUR);
  await shop.billing.reconcile();
  t.like(await shop.billing.paymentStatus(first.id), { status: 'succeeded', surplus: 'returning' });
  await shop.billing.runRefunds();
  t.like(await shop.billing.paymentStatus(first.id), { status: 'succeeded', surplus: 'returned' });
  t.is(shop.bank.money(), 199_000);
  t.is(await shop.balance(), 0);
});

test('a payment that was given up is over for its payer, buys nothing, and is made anew by the same choice', async (t) => {
  const shop = await openShop(t);
  const { id, theirs } = await order(shop, 'starter');

  await Promise.all([1, 2].map(() => shop.billing.abandonPayment(shop.owner.id, id)));
  t.like(await invoiceOf(shop, id), { status: 'canceled', reason: 'Вы отказались от оплаты', can_retry: true });
  const anew = await order(shop, 'starter');
  t.not(anew.id, id);

  shop.bank.finish(theirs);
  await shop.billing.settleByProvider(theirs);
  t.true((await shop.subscription()).is_free_plan, 'who has given it up has bought nothing');
  shop.bank.finish(anew.theirs);
  await shop.billing.settlePayment(anew.id);
  await shop.billing.runRefunds();
  t.is((await shop.subscription()).plan.name, 'starter');
  t.is(shop.bank.money(), 99_000);
});

test('what was paid before its payer gave it up is kept, and while nobody can say it is not given up', async (t) => {
  const shop = await openShop(t);
  const { id, theirs } = await order(shop, 'starter');
  const abandon = () => shop.billing.abandonPayment(shop.owner.id, id);
  shop.bank.state.line = 'down';
  await t.throwsAsync(abandon, { code: 'provider_away' } as object);
  t.like(await invoiceOf(shop, id), { status: 'pending', can_abandon: true });

  shop.bank.state.line = 'up';
  shop.bank.finish(theirs);
  await t.throwsAsync(abandon, { code: 'payment_succeeded' } as object);
  t.is((await shop.subscription()).plan.name, 'starter');
});

test('the history tells why a payment was not paid, and takes no ended one for a failure', async (t) => {
  const shop = await openShop(t);
  const { id, theirs } = await order(shop, 'starter');
  shop.bank.finish(theirs, 'canceled');
  await shop.billing.settlePayment(id);
  t.like(await invoiceOf(shop, id), { status: 'canceled', reason: 'Не оплачен вовремя', can_retry: true });
  t.is((await shop.billing.paymentStatus(id)).reason, 'Не оплачен вовремя');

  const paid = await shop.pay('starter');
  t.like(await invoiceOf(shop, id), { can_retry: false });
  t.like((await invoiceOf(shop, paid))?.receipt, { number: paid, sent_at: '2027-01-10T09:00:00.000Z' });
  shop.bank.state.charges = 'insufficient_funds';
  shop.clock.set('2027-02-10T10:00:00Z');
  await shop.billing.runDue();
  const [charge] = await invoicesOf(shop);
  t.like(charge, { status: 'failed', reason: 'На карте не хватило денег', can_retry: true, receipt: null });
});

test('money that the bank will not take back is told of as balance', async (t) => {
  const shop = await openShop(t);
  const [first, second] = [await order(shop, 'starter'), await order(shop, 'professional')];
  for (const { id, theirs } of [second, first]) {
    shop.bank.finish(theirs);
    await shop.billing.settlePayment(id);
  }
  shop.bank.state.refunds = 'refused';
  await shop.billing.runRefunds();
  t.is((await shop.billing.paymentStatus(first.id)).surplus, 'on_balance');
  t.is((await shop.subscription()).balance, 990);
});
