import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { ProviderRefused, ProviderUnavailable } from '@ostatok/api/src/billing/providers/provider.ts';
import { createYookassa } from '@ostatok/api/src/billing/providers/yookassa.ts';
import { toKopecks, toValue } from '@ostatok/api/src/billing/providers/yookassa-shapes.ts';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import nock from 'nock';
import {
  answers,
  BASIC,
  KEY,
  order,
  payment,
  refundOrder,
  refusal,
  SECRET,
  unknown,
} from '../../support/payments/yookassa-answers.ts';

nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');
test.after.always(() => nock.cleanAll());

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
for (const [name, answer, expected] of answers) {
  test(`an answer is read with ${name}`, async (t) => {
    const { scope, yookassa } = shop(t);
    scope.get('/v3/payments/p-1').reply(200, { ...answer, id: 'p-1' });

    t.like(await yookassa.find('p-1'), expected);
  });
}
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
