import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { createShop, type Sent, type Shop } from '../../api/payments/shop.ts';
import { DAY, MINUTE } from '../platform/api.ts';

export const HOUR = 60 * MINUTE;
export const error = (code: string) => ({ type: 'error', code });

/** A shop of its own: jobs take whatever they find. */
export async function open(t: ExecutionContext): Promise<Shop> {
  const shop = await createShop();
  t.teardown(() => shop.close());
  return shop;
}

export interface SentPayment {
  key: string | null;
  body: Sent;
}

/** Answers and records the requests, so that two calls can be compared. */
export const hearing = (sentPayments: SentPayment[], answer: (sent: Sent) => object) => async (request: Request) => {
  const body = (await request.json()) as Sent;
  sentPayments.push({ key: request.headers.get('idempotence-key'), body });
  return answer(body);
};

/** An owner whose first month is over, so that the card is charged. */
export async function dueOwner(shop: Shop) {
  const person = await shop.api.signUp();
  const first = await shop.buy(person);
  shop.api.clock.pass(32 * DAY);

  /** The charge succeeds at once, and again when its status is queried. */
  function charged(sentPayments: SentPayment[], changes: object = {}) {
    const providerId = randomUUID();
    const paymentAnswer = ({ amount, metadata }: Sent): object =>
      shop.paymentAnswer({ paymentId: metadata.payment_id, providerId, paymentUrl: '', value: amount.value }, changes);
    const scopes = [
      shop.creation(person.email).reply(200, hearing(sentPayments, paymentAnswer)),
      shop
        .host()
        .get(`/v3/payments/${providerId}`)
        .reply(200, () => paymentAnswer(sentPayments.at(-1)?.body as Sent)),
    ];
    return { done: () => scopes.forEach((scope) => void scope.done()) };
  }
  return { person, first, charged };
}
