import { randomUUID } from 'node:crypto';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import {
  expireMockPayment,
  findMockMethod,
  findMockPayment,
  findMockRefund,
  insertMockMethod,
  insertMockPayment,
  insertMockRefund,
  lockMockPayment,
  type MockPayment,
  type MockRefund,
  updateMockPayment,
  withdrawMockPayment,
} from './mock.queries.ts';
import {
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  ProviderRefused,
  type RefundOrder,
} from './provider.ts';

interface MockBankOptions {
  db: Knex;
  /** The base URL of the page on which the payer approves. */
  publicUrl: string;
  now?: () => Date;
}

/** How long a payer may take, as at other banks; after that the payment is over. */
const PAGE_LIFE_MS = 3_600_000;

type Outcome = Pick<MockPayment, 'status' | 'method_id' | 'cancellation_reason' | 'settled_at'>;

const refundOf = ({ id, amount }: MockRefund): ProviderRefund => ({ id, status: 'succeeded', amount });

interface MockBankDeps extends MockBankOptions {
  now: () => Date;
}

async function paymentOf({ publicUrl }: MockBankDeps, reader: Db, row: MockPayment): Promise<ProviderPayment> {
  const method = row.status === 'succeeded' && row.method_id ? await findMockMethod(reader, row.method_id) : undefined;
  return {
    id: row.id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    orderId: row.order_id,
    test: true,
    confirmationUrl: row.status === 'pending' ? `${publicUrl}/mock-payment/${row.order_id}` : null,
    savedMethod: method ? { id: method.id, title: method.title } : null,
    cancellationReason: row.cancellation_reason,
  };
}

/** The outcome of a new order: it waits for the payer, or a saved card is charged or declined at once. */
async function outcomeOf({ db, now }: MockBankDeps, { methodId }: PaymentOrder): Promise<Outcome> {
  if (!methodId) return { status: 'pending', method_id: null, cancellation_reason: null, settled_at: null };
  const method = await findMockMethod(db, methodId);
  if (!method) throw new ProviderRefused('invalid_request', 'the mock bank knows no such method');
  const declined = { status: 'canceled', cancellation_reason: 'insufficient_funds' } as const;
  const taken = { status: 'succeeded', cancellation_reason: null } as const;
  return { ...(method.declines ? declined : taken), method_id: methodId, settled_at: now() };
}

async function create(deps: MockBankDeps, order: PaymentOrder): Promise<ProviderPayment> {
  const { id: order_id, idempotenceKey: idempotence_key, amount, currency, description } = order;
  const known = await findMockPayment(deps.db, { idempotence_key });
  if (known) return paymentOf(deps, deps.db, known);
  const outcome = await outcomeOf(deps, order);
  const row = { id: randomUUID(), idempotence_key, order_id, amount, currency, description, created_at: deps.now() };
  await insertMockPayment(deps.db, { ...row, ...outcome });
  const made = await findMockPayment(deps.db, { idempotence_key });
  if (!made) throw new Error(`The order ${order_id} has a payment of another key`);
  return paymentOf(deps, deps.db, made);
}

const expire = ({ now }: MockBankDeps, reader: Db, by: Parameters<typeof expireMockPayment>[1]): Promise<void> =>
  expireMockPayment(reader, by, new Date(now().getTime() - PAGE_LIFE_MS), now());

async function find(deps: MockBankDeps, id: string): Promise<ProviderPayment | undefined> {
  await expire(deps, deps.db, { id });
  const row = await findMockPayment(deps.db, { id });
  return row && paymentOf(deps, deps.db, row);
}

const refund = (
  { db, now }: MockBankDeps,
  { idempotenceKey, providerPaymentId, amount }: RefundOrder,
): Promise<ProviderRefund> =>
  db.transaction(async (trx) => {
    const payment = await lockMockPayment(trx, { id: providerPaymentId });
    const known = await findMockRefund(trx, { idempotence_key: idempotenceKey });
    if (known) return refundOf(known);
    if (payment?.status !== 'succeeded') throw new ProviderRefused('not_found', 'the mock bank has no such payment');
    if (payment.refunded + amount > payment.amount)
      throw new ProviderRefused('invalid_request', 'the mock bank gives back no more than it took');
    const given = { id: randomUUID(), idempotence_key: idempotenceKey, payment_id: payment.id, amount };
    await insertMockRefund(trx, { ...given, created_at: now() });
    await updateMockPayment(trx, payment.id, { refunded: payment.refunded + amount });
    return refundOf({ ...given, created_at: now() });
  });

/**
 * Applies the payer's decision; the first one stands. Returns the payment's present state, or undefined when there is
 * none.
 */
const decide = (
  deps: MockBankDeps,
  orderId: string,
  outcome: (trx: Knex.Transaction) => Promise<Partial<Outcome>>,
): Promise<MockPayment['status'] | undefined> =>
  deps.db.transaction(async (trx) => {
    await expire(deps, trx, { order_id: orderId });
    const payment = await lockMockPayment(trx, { order_id: orderId });
    if (payment?.status !== 'pending') return payment?.status;
    const decided = await outcome(trx);
    await updateMockPayment(trx, payment.id, { ...decided, settled_at: deps.now() });
    return decided.status;
  });

/** The built-in simulation of a bank: its state is in the database, and no real money is charged. */
export function createMockBank({ now = () => new Date(), ...clients }: MockBankOptions) {
  const deps: MockBankDeps = { ...clients, now };
  const { db } = deps;

  const provider: PaymentProvider = {
    name: 'mock',
    create: (order) => create(deps, order),
    find: (id) => find(deps, id),
    async withdraw(id) {
      await withdrawMockPayment(db, id, now());
      return find(deps, id);
    },
    refund: (input) => refund(deps, input),
    async findRefund(id) {
      const row = await findMockRefund(db, { id });
      return row && refundOf(row);
    },
  };
  return {
    provider,

    /** Pays with a new card, which is saved; with `declines` later charges of it fail. */
    approve: (orderId: string, { declines }: { declines: boolean }) =>
      decide(deps, orderId, async (trx) => {
        const card = { id: randomUUID(), title: declines ? 'Карта *0002' : 'Карта *4477', declines, created_at: now() };
        await insertMockMethod(trx, card);
        return { status: 'succeeded', method_id: card.id };
      }),

    cancel: (orderId: string) =>
      decide(deps, orderId, async () => ({ status: 'canceled', cancellation_reason: 'canceled_by_payer' })),
  };
}
export type MockBank = ReturnType<typeof createMockBank>;
