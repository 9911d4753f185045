import { randomUUID } from 'node:crypto';
import { createMockBank } from '@ostatok/api/src/billing/providers/mock.ts';
import { type PaymentOrder, ProviderRefused } from '@ostatok/api/src/billing/providers/provider.ts';
import { sandboxPaymentsRoutes } from '@ostatok/api/src/billing/sandbox-payments.routes.ts';
import { createSandboxPayments } from '@ostatok/api/src/billing/sandbox-payments.service.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { errorHandler, notFound } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import express from 'express';
import supertest from 'supertest';
import { createDatabase } from '../../support/database/postgres.ts';

let db: Knex;
let bank: ReturnType<typeof createMockBank>;
let page: ReturnType<typeof supertest>;
/** Payments of which the bank has notified us, in order. */
const notified: string[] = [];
/** Payments whose notification fails once. */
const deaf = new Set<string>();

let close: () => Promise<void>;
test.before(async () => {
  const database = await createDatabase('platform');
  db = connect(database.url, { max: 8 });
  bank = createMockBank({ db, publicUrl: 'https://bars.example' });
  const notify = async (paymentId: string): Promise<void> => {
    if (deaf.delete(paymentId)) throw new Error('the platform was away');
    notified.push(paymentId);
  };
  const app = express();
  app.use('/sandbox/api/payments', sandboxPaymentsRoutes(createSandboxPayments({ bank, notify })));
  app.use(notFound, errorHandler(createLog('test', 'silent')));
  const server = app.listen(0, '127.0.0.1');
  page = supertest(server);
  close = async () => {
    server.closeAllConnections();
    server.close();
    await db.destroy();
    await database.drop();
  };
});
test.after.always(() => close());

const orderOf = (changes: Partial<PaymentOrder> = {}): PaymentOrder => ({
  id: randomUUID(),
  idempotenceKey: randomUUID(),
  amount: 99_000,
  currency: 'RUB',
  description: 'Тариф «Стартовый», месяц',
  payerEmail: 'anna@bar.example',
  returnUrl: 'https://bars.example/subscription',
  ...changes,
});
const press = (id: string, button: 'approve' | 'cancel', body?: object) =>
  page.post(`/sandbox/api/payments/${id}/${button}`).send(body);

test("the bank's page refuses what is nested without end before it is parsed", async (t) => {
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
  const answer = await page
    .post(`/sandbox/api/payments/${randomUUID()}/approve`)
    .set('Content-Type', 'application/json')
    .send(deep);
  t.is(answer.body.code, 'nested_too_deep');
});

/** A card that was saved by a payment. */
async function savedCard(card?: string): Promise<string> {
  const order = orderOf();
  const { id } = await bank.provider.create(order);
  await press(order.id, 'approve', { card }).expect(200);
  return (await bank.provider.find(id))?.savedMethod?.id ?? '';
}

test('a payment waits on the page of its own address, and the same key makes it once', async (t) => {
  const order = orderOf();

  const made = await Promise.all([1, 2, 3, 4].map(() => bank.provider.create(order)));

  t.is(new Set(made.map(({ id }) => id)).size, 1);
  t.deepEqual(made[0], {
    id: made[0]?.id ?? '',
    status: 'pending',
    amount: 99_000,
    currency: 'RUB',
    orderId: order.id,
    test: true,
    confirmationUrl: `https://bars.example/mock-payment/${order.id}`,
    savedMethod: null,
    cancellationReason: null,
  });
  t.is(await bank.provider.find(randomUUID()), undefined);
});

test('approving takes the money once, however often it is pressed, and tells the platform', async (t) => {
  const order = orderOf();
  const { id } = await bank.provider.create(order);

  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => press(order.id, 'approve')));

  for (const { status, body } of answers)
    t.deepEqual({ status, body }, { status: 200, body: { success: true, status: 'succeeded' } });
  t.like(await bank.provider.find(id), {
    status: 'succeeded',
    savedMethod: { title: 'Карта *4477' },
    confirmationUrl: null,
  });
  t.is(notified.filter((one) => one === order.id).length, 5, 'told at each press: it may not have been heard');
});

test('of approving and cancelling the first stands, and the second is told so', async (t) => {
  for (const buttons of [
    ['approve', 'cancel'],
    ['cancel', 'approve'],
  ] as const) {
    const order = orderOf();
    const { id } = await bank.provider.create(order);
    await press(order.id, buttons[0]).expect(200);

    const { status, body } = await press(order.id, buttons[1]);

    t.is(status, 409);
    t.regex(body.error, buttons[0] === 'approve' ? /^Платеж уже проведен$/ : /^Платеж уже отменен$/);
    t.is((await bank.provider.find(id))?.status, buttons[0] === 'approve' ? 'succeeded' : 'canceled');
  }
});

test('when both buttons race, one wins and both hear the same', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const order = orderOf();
    const { id } = await bank.provider.create(order);

    const [approved, canceled] = await Promise.all([press(order.id, 'approve'), press(order.id, 'cancel')]);

    t.deepEqual([approved.status, canceled.status].toSorted(), [200, 409]);
    t.is((await bank.provider.find(id))?.status, approved.status === 200 ? 'succeeded' : 'canceled');
  }
});

test('what the platform has not heard is told when the button is pressed again', async (t) => {
  const order = orderOf();
  await bank.provider.create(order);
  deaf.add(order.id);

  t.is((await press(order.id, 'approve')).status, 500);
  t.is((await press(order.id, 'approve')).status, 200);

  t.true(notified.includes(order.id));
});

const nowhere: [string, string][] = [
  ['nobody has made', randomUUID()],
  ['that is no id', 'drop table'],
  ['with a quote', "'; --"],
];
for (const [name, id] of nowhere) {
  test(`a payment ${name} is not found`, async (t) => {
    for (const button of ['approve', 'cancel'] as const) {
      const { status, body } = await press(encodeURIComponent(id), button);

      t.is(status, 404);
      t.like(body, { success: false, error: 'Платеж не найден', code: 'not_found' });
    }
  });
}

test('the bank knows two cards and takes no long letters', async (t) => {
  const order = orderOf();
  const { id } = await bank.provider.create(order);

  t.like((await press(order.id, 'approve', { card: 'stolen' })).body, { success: false, error: 'Такой карты нет' });
  t.is((await press(order.id, 'approve', { card: 'x'.repeat(200_000) })).status, 413);
  t.is((await bank.provider.find(id))?.status, 'pending');
});

test('a saved card is charged at once, once for a key', async (t) => {
  const order = orderOf({ methodId: await savedCard() });

  const [first, second] = await Promise.all([bank.provider.create(order), bank.provider.create(order)]);

  t.like(first, { status: 'succeeded', savedMethod: { id: order.methodId }, confirmationUrl: null });
  t.is(first.id, second.id);
  t.is((await press(order.id, 'approve')).status, 200, 'it is paid already');
});

test('a card without money later pays once and is declined from then on', async (t) => {
  const order = orderOf({ methodId: await savedCard('declined_later') });

  t.like(await bank.provider.create(order), {
    status: 'canceled',
    cancellationReason: 'insufficient_funds',
    savedMethod: null,
  });
  t.is((await press(order.id, 'approve')).status, 409, 'what was declined is not approved by hand');
});

test('a card that the bank never saved is refused', async (t) => {
  await t.throwsAsync(bank.provider.create(orderOf({ methodId: randomUUID() })), { instanceOf: ProviderRefused });
});

test('no more goes back than came, even at once; the same key gives back once', async (t) => {
  const order = orderOf({ methodId: await savedCard() });
  const { id: providerPaymentId } = await bank.provider.create(order);
  const refund = { ...order, providerPaymentId, amount: 60_000 };

  const twice = await Promise.all([1, 2].map(() => bank.provider.refund(refund)));
  const others = await Promise.allSettled(
    [30_000, 30_000].map((amount) => bank.provider.refund({ ...refund, idempotenceKey: randomUUID(), amount })),
  );

  t.deepEqual(twice[0], twice[1]);
  t.deepEqual(await bank.provider.findRefund(twice[0]?.id ?? ''), {
    id: twice[0]?.id ?? '',
    status: 'succeeded',
    amount: 60_000,
  });
  t.deepEqual(others.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  t.is(await bank.provider.findRefund(randomUUID()), undefined);
});

test('what nobody has paid within an hour is over, and cannot be paid any more', async (t) => {
  const now = () => new Date(Date.now() - 3_600_000);
  const before = createMockBank({ db, publicUrl: 'https://bars.example', now });
  const [left, late] = [orderOf(), orderOf()];
  const { id } = await before.provider.create(left);
  await before.provider.create(late);
  t.is((await before.provider.find(id))?.status, 'pending');

  t.like(await bank.provider.find(id), { status: 'canceled', cancellationReason: 'expired_on_confirmation' });
  t.is((await press(late.id, 'approve')).body.code, 'payment_canceled');
});

test('what was not paid is not given back', async (t) => {
  const order = orderOf();
  const { id: providerPaymentId } = await bank.provider.create(order);

  await t.throwsAsync(bank.provider.refund({ ...order, providerPaymentId }), { instanceOf: ProviderRefused });
});

test('the bank remembers when the platform starts anew', async (t) => {
  const order = orderOf();
  const { id } = await bank.provider.create(order);
  await press(order.id, 'approve').expect(200);

  const later = createMockBank({ db, publicUrl: 'https://bars.example' });

  t.like(await later.provider.find(id), { status: 'succeeded', orderId: order.id });
});
