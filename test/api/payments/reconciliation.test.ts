import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dueOwner, error, HOUR, hearing, open, type SentPayment } from '../../support/payments/hearing.ts';
import { DAY, MINUTE } from '../../support/platform/api.ts';
import type { Ordered, Sent } from './shop.ts';

test('a making whose answer was lost is repeated with the same key and the same body', async (t) => {
  const shop = await open(t);
  const person = await shop.api.signUp();
  const sent: SentPayment[] = [];
  const providerId = randomUUID();
  const waiting = ({ amount, metadata }: Sent) => ({
    id: providerId,
    status: 'pending',
    amount,
    metadata,
    confirmation: { type: 'redirect', confirmation_url: 'https://pay.example/found' },
  });
  const lost = shop
    .creation(person.email)
    .times(2)
    .reply(
      500,
      hearing(sent, () => error('internal_server_error')),
    );

  const first = await shop.choose(person, 'starter', 'monthly');
  t.like([first.status, first.body.code], [503, 'provider_away']);
  const second = await shop.choose(person, 'starter', 'monthly');
  t.is(second.status, 503);
  lost.done();
  const found = shop.creation(person.email).reply(200, hearing(sent, waiting));
  shop.api.clock.pass(2 * MINUTE);
  await shop.api.billing.reconcile();
  found.done();

  t.is(sent.length, 3);
  for (const again of sent.slice(1)) t.deepEqual(again, sent[0]);
  const { payments } = await shop.books(person);
  t.is(payments.length, 1);
  t.like(payments[0], { status: 'pending', provider_payment_id: providerId, idempotence_key: sent[0]?.key });
  const asked = shop.asked(
    { paymentId: payments[0].id, providerId, paymentUrl: '', value: '990.00' },
    { status: 'pending' },
  );
  t.is((await shop.choose(person, 'starter', 'monthly')).body.paymentUrl, 'https://pay.example/found');
  asked.done();
});

test('a making that was never answered is not repeated once its key may be forgotten', async (t) => {
  const shop = await open(t);
  const person = await shop.api.signUp();
  const lost = shop.creation(person.email).replyWithError('ETIMEDOUT');
  t.is((await shop.choose(person, 'starter', 'monthly')).status, 503);
  lost.done();

  shop.api.clock.pass(25 * HOUR);
  await shop.api.billing.reconcile();

  t.like((await shop.books(person)).payments[0], { status: 'canceled', provider_payment_id: null });
});

test('a payment that no notification told of is settled', async (t) => {
  const shop = await open(t);
  const people = await Promise.all([1, 2, 3].map(() => shop.api.signUp()));
  const orders: Ordered[] = [];
  for (const person of people) orders.push(await shop.order(person));
  const [paid, canceled, open_] = orders as [Ordered, Ordered, Ordered];
  const scopes = [
    shop.asked(paid),
    shop.asked(canceled, { status: 'canceled', cancellation_details: { reason: 'expired_on_confirmation' } }),
    shop.asked(open_, { status: 'pending' }),
  ];

  shop.api.clock.pass(2 * MINUTE);
  await shop.api.billing.reconcile();

  for (const scope of scopes) scope.done();
  const books = await Promise.all(people.map(shop.books));
  t.deepEqual(
    books.map(({ payments, subscription }) => [payments[0].status, subscription.plan.name]),
    [
      ['succeeded', 'starter'],
      ['canceled', 'free'],
      ['pending', 'free'],
    ],
  );
});

test('one payment that cannot be asked about stops no other', async (t) => {
  const shop = await open(t);
  const people = await Promise.all([1, 2, 3].map(() => shop.api.signUp()));
  const orders: Ordered[] = [];
  for (const person of people) orders.push(await shop.order(person));
  const scopes = orders.map((ordered, n) =>
    n === 1
      ? shop.asked(ordered)
      : shop
          .host()
          .get(`/v3/payments/${ordered.providerId}`)
          .reply(n ? 500 : 401, error('some_code')),
  );

  shop.api.clock.pass(2 * MINUTE);
  await shop.api.billing.reconcile();

  for (const scope of scopes) scope.done();
  const books = await Promise.all(people.map(shop.books));
  t.deepEqual(
    books.map(({ payments }) => payments[0].status),
    ['pending', 'succeeded', 'pending'],
  );
});

test('a renewal whose answer was lost is charged once, under one key', async (t) => {
  const shop = await open(t);
  const { person, first, charged } = await dueOwner(shop);
  const sent: SentPayment[] = [];
  const lost = shop.creation(person.email).reply(
    504,
    hearing(sent, () => error('gateway')),
  );

  await shop.api.billing.runDue();
  lost.done();
  t.is((await shop.books(person)).subscription.status, 'active', 'nobody knows yet: nobody is dunned');
  const found = charged(sent);
  shop.api.clock.pass(2 * MINUTE);
  await Promise.all([shop.api.billing.runDue(), shop.api.billing.reconcile()]);

  found.done();
  t.is(sent.length, 2);
  t.deepEqual(sent[1], sent[0]);
  t.is(sent[0]?.body.payment_method_id, first.providerId);
  t.false('confirmation' in (sent[0]?.body ?? {}));
  const { ledger, periods } = await shop.books(person);
  t.deepEqual(
    ledger.map(({ amount }) => amount),
    [99_000, -99_000, 99_000, -99_000],
  );
  t.is(periods.length, 2);
});

for (const [name, status, body] of [
  ['our key is wrong', 401, error('invalid_credentials')],
  ['we ask too often', 429, error('too_many_requests')],
  ['they are still at it', 202, { type: 'processing', code: 'request_accepted', retry_after: 1800 }],
] as const) {
  test(`no owner is dunned because ${name}`, async (t) => {
    const shop = await open(t);
    const { person, charged } = await dueOwner(shop);
    const away = shop.creation(person.email).reply(status, body);
    await shop.api.billing.runDue();
    away.done();
    t.is((await shop.books(person)).subscription.status, 'active');
    t.is((await shop.api.db('mails').where({ template: 'payment_failed' })).length, 0);

    const back = charged([]);
    shop.api.clock.pass(10 * MINUTE);
    await shop.api.billing.reconcile();

    back.done();
    t.is((await shop.books(person)).periods.length, 2);
  });
}

test('a declined card is charged again a day later, under another key', async (t) => {
  const shop = await open(t);
  const { person, charged } = await dueOwner(shop);
  const sent: SentPayment[] = [];
  const declined = {
    status: 'canceled',
    cancellation_details: { party: 'payment_network', reason: 'insufficient_funds' },
  };
  const first = charged(sent, declined);
  await shop.api.billing.runDue();
  first.done();
  t.is((await shop.books(person)).subscription.status, 'past_due');

  const second = charged(sent);
  shop.api.clock.pass(DAY + HOUR);
  await shop.api.billing.runDue();
  second.done();

  t.not(sent[1]?.key, sent[0]?.key);
  t.is((await shop.books(person)).subscription.status, 'active');
});

test('a card whose owner took the permission back is not charged again', async (t) => {
  const shop = await open(t);
  const { person, charged } = await dueOwner(shop);
  const revoked = { status: 'canceled', cancellation_details: { party: 'yoo_money', reason: 'permission_revoked' } };
  const sent: SentPayment[] = [];
  const scope = charged(sent, revoked);
  await shop.api.billing.runDue();
  scope.done();
  t.like((await shop.books(person)).subscription, { status: 'past_due', payment_method: null });

  for (let day = 0; day < 4; day += 1) {
    shop.api.clock.pass(DAY + HOUR);
    await shop.api.billing.runDue();
  }

  t.is(sent.length, 1, 'any other call would have failed for want of an answer');
  t.is((await shop.books(person)).payments.length, 2);
  t.is((await shop.books(person)).subscription.status, 'expired');
});
