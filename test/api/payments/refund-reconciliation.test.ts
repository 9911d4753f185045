import test from 'ava';
import { error, HOUR, hearing, open, type SentPayment } from '../../support/payments/hearing.ts';
import type { Shop } from './shop.ts';

/** Requests a partial refund. */
async function refunding(shop: Shop, amount = 12_345) {
  const person = await shop.api.signUp();
  const { paymentId, providerId } = await shop.buy(person);
  const made = await shop.api.billing.refundPayment(paymentId, amount, 'Сбой сервиса');
  const refundId = 'id' in made ? made.id : undefined;
  const refundOf = () => shop.api.db('refunds').where({ id: refundId }).first();
  const money = { amount: { value: '123.45', currency: 'RUB' }, payment_id: providerId };
  return { person, providerId, refundOf, money };
}

test('a refund with an unknown result is repeated with the same key, and goes back once', async (t) => {
  const shop = await open(t);
  const { person, refundOf, money } = await refunding(shop);
  const sent: SentPayment[] = [];
  const lost = shop
    .host()
    .post('/v3/refunds')
    .reply(
      500,
      hearing(sent, () => error('internal_server_error')),
    );
  await shop.api.billing.runRefunds();
  lost.done();
  t.is((await refundOf()).status, 'pending');

  const made = shop
    .host()
    .post('/v3/refunds')
    .reply(
      200,
      hearing(sent, () => ({ ...money, id: 'r-1', status: 'succeeded' })),
    );
  shop.api.clock.pass(2 * HOUR);
  await Promise.all([shop.api.billing.runRefunds(), shop.api.billing.runRefunds()]);
  made.done();

  t.deepEqual(sent[1], sent[0]);
  t.is(sent[0]?.body.amount.value, '123.45');
  t.like(await refundOf(), { status: 'succeeded', provider_refund_id: 'r-1', idempotence_key: sent[0]?.key });
  const { ledger } = await shop.books(person);
  t.is(ledger.filter(({ kind }) => kind === 'refund').length, 1);
});

test('a refund under way is over when YooKassa says so, however often it is told', async (t) => {
  const shop = await open(t);
  const { refundOf, money } = await refunding(shop);
  const made = shop
    .host()
    .post('/v3/refunds')
    .reply(200, { ...money, id: 'r-2', status: 'pending' });
  await shop.api.billing.runRefunds();
  made.done();
  const still = shop
    .host()
    .get('/v3/refunds/r-2')
    .reply(200, { ...money, id: 'r-2', status: 'pending' });
  t.is((await shop.notify('refund.succeeded', 'r-2', { status: 'succeeded' })).status, 200);
  still.done();
  t.is((await refundOf()).status, 'pending', 'the notification alone does not count');

  const over = shop
    .host()
    .get('/v3/refunds/r-2')
    .reply(200, { ...money, id: 'r-2', status: 'succeeded' });
  for (let time = 0; time < 3; time += 1) t.is((await shop.notify('refund.succeeded', 'r-2')).status, 200);

  over.done();
  t.is((await refundOf()).status, 'succeeded');
});

test('a refund that YooKassa will not make is told to an administrator, and no kopeck is lost over it', async (t) => {
  const shop = await open(t);
  const { person, refundOf } = await refunding(shop);
  const refused = shop.host().post('/v3/refunds').reply(400, error('invalid_request'));
  await shop.api.billing.runRefunds();

  refused.done();
  t.like(await refundOf(), { status: 'canceled', error: 'invalid_request' });
  const { ledger } = await shop.books(person);
  t.is(
    ledger.reduce((sum, { amount }) => sum + amount, 0),
    0,
  );
  t.is((await shop.api.db('activity').where({ action: 'refund.refused' })).length, 1);
});

for (const [what, amount, asked] of [
  ['a part', 12_345, 0],
  ['the whole', 99_000, 1],
] as const) {
  test(`of a refund of ${what} whose answer never came a person decides, once the key may be forgotten`, async (t) => {
    const shop = await open(t);
    const { refundOf } = await refunding(shop, amount);
    const lost = shop.host().post('/v3/refunds').reply(500, error('internal_server_error'));
    await shop.api.billing.runRefunds();
    lost.done();
    const sent: SentPayment[] = [];
    // the full refund is possible only once, so retrying it is safe; after it has succeeded it is rejected
    shop
      .host()
      .post('/v3/refunds')
      .times(3)
      .reply(
        400,
        hearing(sent, () => error('invalid_request')),
      );

    shop.api.clock.pass(25 * HOUR);
    for (let time = 0; time < 3; time += 1) await shop.api.billing.runRefunds();

    t.is(sent.length, asked);
    t.like(await refundOf(), { status: 'pending', next_attempt_at: null, error: 'answer_lost' });
    t.is((await shop.api.db('activity').where({ action: 'refund.lost' })).length, 1);
  });
}
