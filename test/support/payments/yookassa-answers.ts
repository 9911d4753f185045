import type { PaymentOrder, RefundOrder } from '@ostatok/api/src/billing/providers/provider.ts';
import type nock from 'nock';

export const SECRET = 'test_very-secret-key';
export const BASIC = Buffer.from(`100500:${SECRET}`).toString('base64');
export const KEY = '7f8a1f0e-6a0b-4a55-9d0c-0f6f1f1c2b3a';

export const order: PaymentOrder = {
  id: '5b0a9a54-4a59-4d8c-a6de-2a4d1a7b9f10',
  idempotenceKey: KEY,
  amount: 99_000,
  currency: 'RUB',
  description: 'Тариф «Стартовый», месяц',
  payerEmail: 'anna@bar.example',
  returnUrl: 'https://bars.example/subscription',
};
export const refundOrder: RefundOrder = {
  idempotenceKey: KEY,
  providerPaymentId: 'p-1',
  amount: 12_345,
  currency: 'RUB',
  description: 'Возврат за тариф',
  payerEmail: 'anna@bar.example',
};

export const payment = (changes: object = {}) => ({
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
export const refusal = (code: string, parameter?: string) => ({
  type: 'error',
  id: 'e-1',
  code,
  description: 'Нет',
  parameter,
});

export const answers: [string, object, object][] = [
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

export const unknown: [string, (scope: nock.Scope) => nock.Scope][] = [
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
