import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { DAY, MINUTE } from '../../support/api.ts';
import { createShop, type Ordered, type Sent, type Shop } from './shop.ts';

const HOUR = 60 * MINUTE;
const error = (code: string) => ({ type: 'error', code });

/** A shop of its own: jobs take whatever they find. */
async function open(t: ExecutionContext): Promise<Shop> {
  const shop = await createShop();
  t.teardown(() => shop.close());
  return shop;
}

interface Heard {
  key: string | null;
  body: Sent;
}

/** Answers and records the requests, so that two calls can be compared. */
const hearing = (heard: Heard[], answer: (sent: Sent) => object) => async (request: Request) => {
  const body = (await request.json()) as Sent;
  heard.push({ key: request.headers.get('idempotence-key'), body });
  return answer(body);
};

/** An owner whose first month is over, so that the card is charged. */
async function dueOwner(shop: Shop) {
  const person = await shop.api.signUp();
  const first = await shop.buy(person);
  shop.api.clock.pass(32 * DAY);

  /** The charge succeeds at once, and again when its status is queried. */
  function charged(heard: Heard[], changes: object = {}) {
    const providerId = randomUUID();
    const told = ({ amount, metadata }: Sent): object =>
      shop.told({ paymentId: metadata.payment_id, providerId, paymentUrl: '', value: amount.value }, changes);
    const scopes = [
      shop.creation(person.email).reply(200, hearing(heard, told)),
      shop
        .host()
        .get(`/v3/payments/${providerId}`)
        .reply(200, () => told(heard.at(-1)?.body as Sent)),
    ];
    return { done: () => scopes.forEach((scope) => void scope.done()) };
  }
  return { person, first, charged };
}

test('a making whose answer was lost is repeated with the same key and the same body', async (t) => {
  const shop = await open(t);
  const person = await shop.api.signUp();
  const heard: Heard[] = [];
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
      hearing(heard, () => error('internal_server_error')),
    );

  const first = await shop.choose(person, 'starter', 'monthly');
  t.like([first.status, first.body.code], [503, 'provider_away']);
  const second = await shop.choose(person, 'starter', 'monthly');
  t.is(second.status, 503);
  lost.done();
  const found = shop.creation(person.email).reply(200, hearing(heard, waiting));
  shop.api.clock.pass(2 * MINUTE);
  await shop.api.billing.reconcile();
  found.done();

  t.is(heard.length, 3);
  for (const again of heard.slice(1)) t.deepEqual(again, heard[0]);
  const { payments } = await shop.books(person);
  t.is(payments.length, 1);
  t.like(payments[0], { status: 'pending', provider_payment_id: providerId, idempotence_key: heard[0]?.key });
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
  const heard: Heard[] = [];
  const lost = shop.creation(person.email).reply(
    504,
    hearing(heard, () => error('gateway')),
  );

  await shop.api.billing.runDue();
  lost.done();
  t.is((await shop.books(person)).subscription.status, 'active', 'nobody knows yet: nobody is dunned');
  const found = charged(heard);
  shop.api.clock.pass(2 * MINUTE);
  await Promise.all([shop.api.billing.runDue(), shop.api.billing.reconcile()]);

  found.done();
  t.is(heard.length, 2);
  t.deepEqual(heard[1], heard[0]);
  t.is(heard[0]?.body.payment_method_id, first.providerId);
  t.false('confirmation' in (heard[0]?.body ?? {}));
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
  const heard: Heard[] = [];
  const declined = {
    status: 'canceled',
    cancellation_details: { party: 'payment_network', reason: 'insufficient_funds' },
  };
  const first = charged(heard, declined);
  await shop.api.billing.runDue();
  first.done();
  t.is((await shop.books(person)).subscription.status, 'past_due');

  const second = charged(heard);
  shop.api.clock.pass(DAY + HOUR);
  await shop.api.billing.runDue();
  second.done();

  t.not(heard[1]?.key, heard[0]?.key);
  t.is((await shop.books(person)).subscription.status, 'active');
});

test('a card whose owner took the permission back is not charged again', async (t) => {
  const shop = await open(t);
  const { person, charged } = await dueOwner(shop);
  const revoked = { status: 'canceled', cancellation_details: { party: 'yoo_money', reason: 'permission_revoked' } };
  const heard: Heard[] = [];
  const scope = charged(heard, revoked);
  await shop.api.billing.runDue();
  scope.done();
  t.like((await shop.books(person)).subscription, { status: 'past_due', payment_method: null });

  for (let day = 0; day < 4; day += 1) {
    shop.api.clock.pass(DAY + HOUR);
    await shop.api.billing.runDue();
  }

  t.is(heard.length, 1, 'any other call would have failed for want of an answer');
  t.is((await shop.books(person)).payments.length, 2);
  t.is((await shop.books(person)).subscription.status, 'expired');
});

/** Requests a partial refund. */
async function refunding(shop: Shop, amount = 12_345) {
  const person = await shop.api.signUp();
  const { paymentId, providerId } = await shop.buy(person);
  const refundId = await shop.api.billing.refundPayment(paymentId, amount, 'Сбой сервиса');
  const refundOf = () => shop.api.db('refunds').where({ id: refundId }).first();
  const money = { amount: { value: '123.45', currency: 'RUB' }, payment_id: providerId };
  return { person, providerId, refundOf, money };
}

test('a refund with an unknown result is repeated with the same key, and goes back once', async (t) => {
  const shop = await open(t);
  const { person, refundOf, money } = await refunding(shop);
  const heard: Heard[] = [];
  const lost = shop
    .host()
    .post('/v3/refunds')
    .reply(
      500,
      hearing(heard, () => error('internal_server_error')),
    );
  await shop.api.billing.runRefunds();
  lost.done();
  t.is((await refundOf()).status, 'pending');

  const made = shop
    .host()
    .post('/v3/refunds')
    .reply(
      200,
      hearing(heard, () => ({ ...money, id: 'r-1', status: 'succeeded' })),
    );
  shop.api.clock.pass(2 * HOUR);
  await Promise.all([shop.api.billing.runRefunds(), shop.api.billing.runRefunds()]);
  made.done();

  t.deepEqual(heard[1], heard[0]);
  t.is(heard[0]?.body.amount.value, '123.45');
  t.like(await refundOf(), { status: 'succeeded', provider_refund_id: 'r-1', idempotence_key: heard[0]?.key });
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
    const heard: Heard[] = [];
    // the full refund is possible only once, so retrying it is safe; after it has succeeded it is rejected
    shop
      .host()
      .post('/v3/refunds')
      .times(3)
      .reply(
        400,
        hearing(heard, () => error('invalid_request')),
      );

    shop.api.clock.pass(25 * HOUR);
    for (let time = 0; time < 3; time += 1) await shop.api.billing.runRefunds();

    t.is(heard.length, asked);
    t.like(await refundOf(), { status: 'pending', next_attempt_at: null, error: 'answer_lost' });
    t.is((await shop.api.db('activity').where({ action: 'refund.lost' })).length, 1);
  });
}
