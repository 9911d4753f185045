import { randomUUID } from 'node:crypto';
import type { ProviderPayment } from '@ostatok/api/src/billing/providers/provider.ts';
import { createYookassa } from '@ostatok/api/src/billing/providers/yookassa.ts';
import nock from 'nock';
import { bearer, createTestApi } from '../../support/platform/api.ts';

export const WEBHOOK = '/api/billing/webhook/yookassa';

type Person = { id: number; email: string; token: string };

/** The part of a request to YooKassa that tests check. */
export interface Sent {
  amount: { value: string; currency: string };
  metadata: { payment_id: string };
  receipt: { customer: { email: string } };
  payment_method_id?: string;
}

export interface Ordered {
  paymentId: string;
  providerId: string;
  paymentUrl: string;
  /** «990.00» */
  value: string;
}

let shops = 0;

/** The accounts' routes over YooKassa's real client, whose calls nock answers; every response is given once. */
export async function createShop({ production = false } = {}) {
  nock.disableNetConnect();
  nock.enableNetConnect(/^(127\.0\.0\.1|localhost)(:\d+)?$/);
  shops += 1;
  const host = `https://yookassa-${shops}.example`;
  const provider = createYookassa({ shopId: '100500', secretKey: 'test_secret', apiUrl: `${host}/v3` });
  const api = await createTestApi({ payments: () => ({ provider, production }) });
  const plans: Record<string, number> = Object.fromEntries(
    (await api.db('plans').select('id', 'name')).map(({ id, name }) => [name, id]),
  );

  /** A payment in YooKassa's format; saved and succeeded unless changed. */
  const paymentAnswer = ({ paymentId, providerId, value }: Ordered, changes: object = {}) => ({
    id: providerId,
    status: 'succeeded' as ProviderPayment['status'],
    amount: { value, currency: 'RUB' },
    paid: true,
    test: false,
    metadata: { payment_id: paymentId },
    payment_method: { type: 'bank_card', id: providerId, saved: true, card: { last4: '4477' } },
    ...changes,
  });

  const choose = (person: Person, plan: string, billingPeriod: string) =>
    api.call
      .post('/api/billing/create-payment')
      .set(...bearer(person))
      .send({ planId: plans[plan], billingPeriod });

  /** Intercepts the next creation of a payment for this user's address. */
  const creation = (email: string) =>
    nock(host).post('/v3/payments', (sent: Partial<Sent>) => sent.receipt?.customer.email === email);

  async function order(person: Person, plan = 'starter', billingPeriod = 'monthly'): Promise<Ordered> {
    const providerId = randomUUID();
    const paymentUrl = `https://pay.example/${providerId}`;
    let value = '';
    const scope = creation(person.email).reply(200, async (request: Request) => {
      const { amount, metadata } = (await request.json()) as Sent;
      value = amount.value;
      const confirmation = { type: 'redirect', confirmation_url: paymentUrl };
      return { id: providerId, status: 'pending', amount, metadata, confirmation, test: false };
    });
    const { body } = await choose(person, plan, billingPeriod).expect(201);
    scope.done();
    return { paymentId: body.paymentId, providerId, paymentUrl: body.paymentUrl, value };
  }

  const notify = (event: string, id: string, object: object = {}) =>
    api.call.post(WEBHOOK).send({ type: 'notification', event, object: { id, ...object } });

  /** YooKassa's response to the next query for the payment. */
  const asked = (ordered: Ordered, changes?: object) =>
    nock(host).get(`/v3/payments/${ordered.providerId}`).reply(200, paymentAnswer(ordered, changes));

  /** All billing records of a user. */
  async function books(person: Person) {
    const [subscription, payments, ledger, periods] = await Promise.all([
      api.billing.subscriptionOf(person.id),
      api.db('payments').where({ user_id: person.id }).orderBy('created_at'),
      api.db('billing_ledger').where({ user_id: person.id }).orderBy('id').select('kind', 'amount'),
      api.db('subscription_periods').where({ user_id: person.id }).orderBy('created_at'),
    ]);
    return { subscription, payments, ledger, periods };
  }

  /** Orders and pays. */
  async function buy(person: Person, plan?: string, billingPeriod?: string): Promise<Ordered> {
    const ordered = await order(person, plan, billingPeriod);
    const scope = asked(ordered);
    await notify('payment.succeeded', ordered.providerId).expect(200);
    scope.done();
    return ordered;
  }

  return {
    api,
    host: () => nock(host),
    url: host,
    creation,
    paymentAnswer,
    choose,
    order,
    notify,
    asked,
    books,
    buy,
    close: (): Promise<void> => api.close(),
  };
}
export type Shop = Awaited<ReturnType<typeof createShop>>;
