import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import {
  type PaymentOrder,
  ProviderRefused,
  ProviderUnavailable,
  type RefundOrder,
} from '@ostatok/api/src/billing/providers/provider.ts';
import { createYookassa } from '@ostatok/api/src/billing/providers/yookassa.ts';
import { toKopecks, toValue } from '@ostatok/api/src/billing/providers/yookassa-shapes.ts';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import nock from 'nock';

nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');
test.after.always(() => nock.cleanAll());

const SECRET = 'test_very-secret-key';
const BASIC = Buffer.from(`100500:${SECRET}`).toString('base64');
const KEY = '7f8a1f0e-6a0b-4a55-9d0c-0f6f1f1c2b3a';

let shops = 0;
/** A shop at an address of its own, so that parallel tests do not answer each other's calls. */
function shop(t: ExecutionContext) {
  shops += 1;
  const host = `https://yookassa-${shops}.example`;
  const scope = nock(host);
  t.teardown(() => scope.done());
  const yookassa = createYookassa({ shopId: '100500', secretKey: SECRET, apiUrl: `${host}/v3/` });
  return { scope, yookassa };
}

const order: PaymentOrder = {
  id: '5b0a9a54-4a59-4d8c-a6de-2a4d1a7b9f10',
  idempotenceKey: KEY,
  amount: 99_000,
  currency: 'RUB',
  description: 'Тариф «Стартовый», месяц',
  payerEmail: 'anna@bar.example',
  returnUrl: 'https://bars.example/subscription',
};
const refundOrder: RefundOrder = {
  idempotenceKey: KEY,
  providerPaymentId: 'p-1',
  amount: 12_345,
  currency: 'RUB',
  description: 'Возврат за тариф',
  payerEmail: 'anna@bar.example',
};

const payment = (changes: object = {}) => ({
  id: '2f00aaaa-000f-5000-8000-1b2c3d4e5f60',
  status: 'succeeded',
  amount: { value: '990.00', currency: 'RUB' },
  created_at: '2026-03-01T10:00:00.000Z',
  paid: true,
  refundable: true,
  test: false,
  metadata: { payment_id: order.id },
  payment_method: {
    type: 'bank_card',
    id: '2f00aaaa-000f-5000-8000-1b2c3d4e5f60',
    saved: true,
    title: 'Bank card *4477',
    card: { first6: '555555', last4: '4477', expiry_year: '2031', expiry_month: '02', card_type: 'MasterCard' },
  },
  ...changes,
});
const refusal = (code: string, parameter?: string) => ({
  type: 'error',
  id: 'e-1',
  code,
  description: 'Нет',
  parameter,
});

test('a payment is made of the order alone, with its key, and taken at once', async (t) => {
  const { scope, yookassa } = shop(t);
  let sent: unknown;
  scope
    .post('/v3/payments', (body) => {
      sent = body;
      return true;
    })
    .matchHeader('authorization', `Basic ${BASIC}`)
    .matchHeader('idempotence-key', KEY)
    .reply(
      200,
      payment({ status: 'pending', confirmation: { type: 'redirect', confirmation_url: 'https://pay.example/1' } }),
    );

  const made = await yookassa.create(order);

  t.deepEqual(sent, {
    amount: { value: '990.00', currency: 'RUB' },
    capture: true,
    save_payment_method: true,
    confirmation: { type: 'redirect', return_url: order.returnUrl },
    description: order.description,
    metadata: { payment_id: order.id },
    receipt: {
      customer: { email: order.payerEmail },
      items: [
        {
          description: order.description,
          quantity: '1',
          amount: { value: '990.00', currency: 'RUB' },
          vat_code: 1,
          payment_mode: 'full_payment',
          payment_subject: 'service',
        },
      ],
    },
  });
  t.deepEqual(made, {
    id: '2f00aaaa-000f-5000-8000-1b2c3d4e5f60',
    status: 'pending',
    amount: 99_000,
    currency: 'RUB',
    orderId: order.id,
    test: false,
    confirmationUrl: 'https://pay.example/1',
    savedMethod: null,
    cancellationReason: null,
  });
});

test('a saved method is charged without the payer; what declined it is told', async (t) => {
  const { scope, yookassa } = shop(t);
  scope
    .post(
      '/v3/payments',
      (body) => body.payment_method_id === 'pm-1' && !body.confirmation && !body.save_payment_method,
    )
    .reply(
      200,
      payment({ status: 'canceled', cancellation_details: { party: 'payment_network', reason: 'insufficient_funds' } }),
    );

  const made = await yookassa.create({ ...order, methodId: 'pm-1' });

  t.like(made, {
    status: 'canceled',
    cancellationReason: 'insufficient_funds',
    savedMethod: null,
    confirmationUrl: null,
  });
});

test('a refund goes with its key and a receipt, and is found again', async (t) => {
  const { scope, yookassa } = shop(t);
  const refund = { id: 'r-1', payment_id: 'p-1', status: 'pending', amount: { value: '123.45', currency: 'RUB' } };
  scope
    .post(
      '/v3/refunds',
      (body) => body.payment_id === 'p-1' && body.amount.value === '123.45' && body.receipt.items.length === 1,
    )
    .matchHeader('idempotence-key', KEY)
    .reply(200, refund)
    .get('/v3/refunds/r-1')
    .reply(200, { ...refund, status: 'succeeded' })
    .get('/v3/refunds/r-2')
    .reply(404, refusal('not_found'));

  t.deepEqual(await yookassa.refund(refundOrder), { id: 'r-1', status: 'pending', amount: 12_345 });
  t.deepEqual(await yookassa.findRefund('r-1'), { id: 'r-1', status: 'succeeded', amount: 12_345 });
  t.is(await yookassa.findRefund('r-2'), undefined);
});

test('descriptions fit, and are never cut through a character', async (t) => {
  const { scope, yookassa } = shop(t);
  const description = `${'о'.repeat(127)}🍷 и дальше`;
  scope.post('/v3/payments', (body) => body.description === 'о'.repeat(127)).reply(200, payment());

  t.like(await yookassa.create({ ...order, description }), { status: 'succeeded' });
});

const answers: [string, object, object][] = [
  ['fields that nobody knows', payment({ error: { code: 'x' }, shape: [1], recipient: null }), { status: 'succeeded' }],
  [
    'a card laid flat',
    payment({ payment_method: { type: 'bank_card', id: 'pm-7', saved: true, last4: '3563' } }),
    { savedMethod: { id: 'pm-7', title: 'Карта *3563' } },
  ],
  [
    'a wallet',
    payment({ payment_method: { type: 'yoo_money', id: 'pm-8', saved: true, title: 'YooMoney 4100' } }),
    { savedMethod: { id: 'pm-8', title: 'YooMoney 4100' } },
  ],
  [
    'a method that was not saved',
    payment({ payment_method: { type: 'bank_card', id: 'pm-9', saved: false } }),
    { savedMethod: null },
  ],
  ['a method without an id', payment({ payment_method: { type: 'yoo_money', saved: true } }), { savedMethod: null }],
  ['a method saved, but not paid with', payment({ status: 'canceled' }), { savedMethod: null }],
  [
    'no method, no metadata',
    payment({ payment_method: undefined, metadata: undefined }),
    { savedMethod: null, orderId: null },
  ],
  ['metadata of another kind', payment({ metadata: { payment_id: 5, more: {} } }), { orderId: null }],
  ['metadata that is a list', payment({ metadata: ['payment_id'] }), { orderId: null }],
  ['no address to go to', payment({ confirmation: { type: 'external' } }), { confirmationUrl: null }],
  [
    'an address that runs code',
    payment({ confirmation: { confirmation_url: 'javascript:alert(1)' } }),
    { confirmationUrl: null },
  ],
  ['no word on testing', payment({ test: undefined }), { test: false }],
  ['a test', payment({ test: true }), { test: true }],
  ['another currency', payment({ amount: { value: '10.00', currency: 'USD' } }), { amount: 1000, currency: 'USD' }],
  ['a sum to the kopeck', payment({ amount: { value: '4.35', currency: 'RUB' } }), { amount: 435 }],
];
for (const [name, answer, expected] of answers) {
  test(`an answer is read with ${name}`, async (t) => {
    const { scope, yookassa } = shop(t);
    scope.get('/v3/payments/p-1').reply(200, { ...answer, id: 'p-1' });

    t.like(await yookassa.find('p-1'), expected);
  });
}

const unknown: [string, (scope: nock.Scope) => nock.Scope][] = [
  ['still being processed', (s) => s.post('/v3/payments').reply(202, { code: 'request_accepted', retry_after: 1800 })],
  ['too many requests', (s) => s.post('/v3/payments').reply(429, refusal('too_many_requests'), { 'retry-after': '2' })],
  ['an error of theirs', (s) => s.post('/v3/payments').reply(500, refusal('internal_server_error'))],
  ['a gateway that gave up', (s) => s.post('/v3/payments').reply(504, '<html>')],
  ['a cut connection', (s) => s.post('/v3/payments').replyWithError('ECONNRESET')],
  ['no JSON', (s) => s.post('/v3/payments').reply(200, 'оплачено')],
  ['an empty answer', (s) => s.post('/v3/payments').reply(200)],
  ['a status that nobody knows', (s) => s.post('/v3/payments').reply(200, payment({ status: 'frozen' }))],
  ['no sum', (s) => s.post('/v3/payments').reply(200, payment({ amount: undefined }))],
  [
    'a sum that is no sum',
    (s) => s.post('/v3/payments').reply(200, payment({ amount: { value: '1e3', currency: 'RUB' } })),
  ],
  ['a list', (s) => s.post('/v3/payments').reply(200, [payment()])],
  ['a way elsewhere', (s) => s.post('/v3/payments').reply(302, '', { location: 'https://elsewhere.example/' })],
  ['a wall in front of them', (s) => s.post('/v3/payments').reply(403, '<html>Forbidden')],
  ['a key of ours that they do not know', (s) => s.post('/v3/payments').reply(401, refusal('invalid_credentials'))],
  [
    'a key used with another body',
    (s) => s.post('/v3/payments').reply(400, refusal('invalid_request', 'Idempotence-Key')),
  ],
];
for (const [name, reply] of unknown) {
  test(`nothing is concluded from ${name}`, async (t) => {
    const { scope, yookassa } = shop(t);
    reply(scope);

    const error = await t.throwsAsync(yookassa.create(order), { instanceOf: ProviderUnavailable });

    t.notRegex(inspect(error), new RegExp(`${SECRET}|${BASIC}|anna@|4477`));
  });
}

test('who does not answer in time is not waited for', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const apiUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v3`;
  const yookassa = createYookassa({ shopId: '100500', secretKey: SECRET, apiUrl, timeoutMs: 50 });

  await t.throwsAsync(yookassa.create(order), { instanceOf: ProviderUnavailable, message: /TimeoutError/ });
});

for (const [status, code, parameter] of [
  [400, 'invalid_request', 'amount.value'],
  [403, 'forbidden', undefined],
  [404, 'not_found', undefined],
] as const) {
  test(`a refusal is final: ${status} ${code}`, async (t) => {
    const { scope, yookassa } = shop(t);
    scope.post('/v3/payments').reply(status, refusal(code, parameter));

    const error = await t.throwsAsync(yookassa.create(order), { instanceOf: ProviderRefused });

    t.is(error?.code, code);
    t.notRegex(inspect(error), new RegExp(`${SECRET}|anna@`));
  });
}

test('a payment they do not know is none; a missing page is not a missing payment', async (t) => {
  const { scope, yookassa } = shop(t);
  scope.get('/v3/payments/p-1').reply(404, refusal('not_found')).get('/v3/payments/p-2').reply(404, '<html>nginx');

  t.is(await yookassa.find('p-1'), undefined);
  await t.throwsAsync(yookassa.find('p-2'), { instanceOf: ProviderUnavailable });
});

test('an answer about another payment is none', async (t) => {
  const { scope, yookassa } = shop(t);
  scope.get('/v3/payments/p-1').reply(200, payment({ id: 'p-2' }));

  await t.throwsAsync(yookassa.find('p-1'), { instanceOf: ProviderUnavailable });
});

test('an id stays within its place in the address', async (t) => {
  const { scope, yookassa } = shop(t);
  scope.get('/v3/payments/..%2Fme%3Fx').reply(404, refusal('not_found'));

  t.is(await yookassa.find('../me?x'), undefined);
});

test('kopecks go out and come back exactly', (t) => {
  fc.assert(fc.property(fc.nat({ max: 999_999_999_999 }), (kopecks) => toKopecks(toValue(kopecks)) === kopecks));
  t.is(toKopecks('10'), 1000);
  t.is(toKopecks('10.5'), 1050);
  for (const wrong of ['', '-1.00', '1,00', '1.005', '1e3', ' 1.00', '0x10', 'NaN', null, undefined, {}]) {
    t.is(toKopecks(wrong), undefined, String(wrong));
  }
  for (const wrong of [-1, 0.5, Number.NaN, Number.MAX_VALUE]) t.throws(() => toValue(wrong));
});
