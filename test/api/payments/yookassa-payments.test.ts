import { randomUUID } from 'node:crypto';
import test from 'ava';
import { setUpYookassaShop, shop } from '../../support/payments/yookassa-shop.ts';
import { bearer } from '../../support/platform/api.ts';

setUpYookassaShop();

test("another owner's order in the answer pays neither", async (t) => {
  const [mine, theirs] = [await shop.api.signUp(), await shop.api.signUp()];
  const [ordered, other] = [await shop.order(mine), await shop.order(theirs)];
  const scope = shop.asked(ordered, { metadata: { payment_id: other.paymentId } });

  t.is((await shop.notify('payment.succeeded', ordered.providerId)).status, 200);

  scope.done();
  t.is((await shop.books(mine)).payments[0].outcome, 'disputed');
  t.is((await shop.books(theirs)).payments[0].status, 'pending');
  for (const person of [mine, theirs]) t.true((await shop.books(person)).subscription.is_free_plan);
});

test('asked twice for the same, there is one payment and one page to pay it on', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);
  const scope = shop.asked(ordered, { status: 'pending', payment_method: undefined });

  const { body } = await shop.choose(person, 'starter', 'monthly').expect(201);

  scope.done();
  t.like(body, { paymentId: ordered.paymentId, paymentUrl: ordered.paymentUrl });
  t.is((await shop.books(person)).payments.length, 1);
});

test('two clicks at once make one payment', async (t) => {
  const person = await shop.api.signUp();
  const answered = async (request: Request) => ({
    ...((await request.json()) as object),
    id: `yk-${person.id}`,
    status: 'pending',
    confirmation: { confirmation_url: 'https://pay.example/both' },
  });
  const scope = shop.creation(person.email).times(2).optionally().reply(200, answered);
  const asking = shop
    .host()
    .get(`/v3/payments/yk-${person.id}`)
    .times(2)
    .optionally()
    .reply(500, { type: 'error', code: 'internal_server_error' });

  const [first, second] = await Promise.all([1, 2].map(() => shop.choose(person, 'starter', 'monthly')));

  t.deepEqual([first?.status, second?.status], [201, 201]);
  t.is(first?.body.paymentId, second?.body.paymentId);
  t.is((await shop.books(person)).payments.length, 1);
  scope.done();
  asking.done();
});

test('a page that is no longer there gives way to a fresh payment', async (t) => {
  const person = await shop.api.signUp();
  const old = await shop.order(person);
  const gone = shop.asked(old, { status: 'canceled', cancellation_details: { reason: 'expired_on_confirmation' } });

  const fresh = await shop.order(person);

  gone.done();
  t.not(fresh.paymentId, old.paymentId);
  t.deepEqual(
    (await shop.books(person)).payments.map(({ status }) => status),
    ['canceled', 'pending'],
  );
});

test('what YooKassa refuses is told, and nothing is left waiting', async (t) => {
  const person = await shop.api.signUp();
  const scope = shop.creation(person.email).reply(403, { type: 'error', code: 'forbidden', description: 'recurring' });

  const { status, body } = await shop.choose(person, 'starter', 'monthly');

  scope.done();
  t.is(status, 409);
  t.regex(body.error, /[а-я]/);
  t.notRegex(body.error, /forbidden|recurring/);
  t.like((await shop.books(person)).payments[0], { status: 'canceled', cancellation_reason: 'forbidden' });
});

test('the state of a payment is told to who knows its id, and nothing of its payer', async (t) => {
  const person = await shop.api.signUp();
  const ordered = await shop.order(person);

  const { body } = await shop.api.call.get(`/api/billing/payment-status/${ordered.paymentId}`).expect(200);

  t.like(body.payment, { id: ordered.paymentId, amount: 990, currency: 'RUB', status: 'pending' });
  t.notRegex(JSON.stringify(body), new RegExp(`${person.email}|${ordered.providerId}`));
  t.is((await shop.api.call.get(`/api/billing/payment-status/${randomUUID()}`)).status, 404);
  t.is((await shop.api.call.get('/api/billing/invoices').set(...bearer(person))).body.invoices.length, 1);
});
