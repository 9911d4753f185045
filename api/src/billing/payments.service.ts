import { randomUUID } from 'node:crypto';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { LockedSubscription } from './locked-subscription.ts';
import {
  findMethod,
  findPayment,
  findPaymentOfProvider,
  insertPayment,
  listUnsettled,
  listWithdrawn,
  type NewPayment,
  type PaymentRow,
  storeProviderPayment,
  updatePayment,
} from './payments.queries.ts';
import {
  KEY_VALID_MS,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnavailable,
} from './providers/provider.ts';
import { ANSWER_LOST, type Settlement } from './settlement.service.ts';

const BATCH = 100;
/** After so many questions in a row without an answer the provider is away, and the others wait for the next run. */
const AWAY_AFTER = 3;

interface PaymentsDeps {
  db: Knex;
  now: () => Date;
  provider: PaymentProvider | undefined;
  /** The URL that payers return to. */
  returnUrl: string;
  settlement: Settlement;
  log?: Pick<Logger, 'error' | 'warn'>;
}

/** The part of a new payment that its caller chooses; the subscription and the provider give the rest. */
type PaymentOrder = Omit<NewPayment, 'id' | 'user_id' | 'payer_email' | 'provider' | 'idempotence_key' | 'created_at'>;

/** Settled for good, and not only because we stopped asking. */
const isSettled = (payment: PaymentRow): boolean =>
  payment.status !== 'pending' && payment.cancellation_reason !== ANSWER_LOST;

function requireProvider({ provider }: PaymentsDeps): PaymentProvider {
  if (provider) return provider;
  throw new Unavailable(3600, 'Оплата здесь ещё не настроена. Напишите в поддержку', 'payments_off');
}

async function orderOf(
  { db, returnUrl }: PaymentsDeps,
  payment: PaymentRow,
): Promise<Parameters<PaymentProvider['create']>[0]> {
  const method = payment.payment_method_id ? await findMethod(db, payment.payment_method_id) : undefined;
  return {
    id: payment.id,
    idempotenceKey: payment.idempotence_key,
    amount: payment.amount,
    currency: payment.currency,
    description: payment.description,
    payerEmail: payment.payer_email,
    returnUrl: `${returnUrl}?payment=${payment.id}`,
    ...(method && { methodId: method.provider_method_id }),
  };
}

/** Creates the payment at the provider; repeated calls with the same key return the same payment. */
async function send(deps: PaymentsDeps, payment: PaymentRow): Promise<void> {
  if (deps.now().getTime() - payment.created_at.getTime() > KEY_VALID_MS) return deps.settlement.giveUp(payment.id);
  if (payment.kind === 'renewal' && !payment.payment_method_id) return deps.settlement.giveUp(payment.id);
  let answer: ProviderPayment;
  try {
    answer = await requireProvider(deps).create(await orderOf(deps, payment));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return deps.settlement.refuse(payment.id, error.code);
  }
  const stored = await storeProviderPayment(deps.db, payment.id, answer, deps.now());
  if (!stored) return deps.settlement.reportStray(payment.id, answer.id);
  if (answer.status === 'succeeded' || answer.status === 'canceled') await settlePayment(deps, payment.id);
}

/**
 * Applies the provider's state of the payment, once, even with repeated and concurrent calls. Throws
 * ProviderUnavailable when the provider does not answer.
 */
async function settlePayment(deps: PaymentsDeps, id: string): Promise<void> {
  const payment = await findPayment(deps.db, id);
  if (!payment || isSettled(payment)) return;
  if (!payment.provider_payment_id) return send(deps, payment);
  const by = requireProvider(deps);
  const ends = payment.withdrawn_at !== null && by.withdraw;
  const answer = await (ends || by.find)(payment.provider_payment_id);
  if (answer) {
    await deps.settlement.apply(id, answer);
    if (!ends && answer.status === 'succeeded') await endWithdrawn(deps, payment.user_id);
    return;
  }
  deps.log?.warn({ paymentId: id }, 'the provider does not know a payment');
  await updatePayment(deps.db, id, { checked_at: deps.now() });
}

/** Closes the payment pages that a payment has made useless. Reconciliation repeats it after a failure. */
async function endWithdrawn(deps: PaymentsDeps, userId: number | null): Promise<void> {
  if (userId === null || !requireProvider(deps).withdraw) return;
  for (const id of await listWithdrawn(deps.db, userId))
    await settlePayment(deps, id).catch((error) =>
      deps.log?.warn({ err: error, paymentId: id }, 'a payment not ended'),
    );
}

/** Whether an earlier payment still waits for its payer; it may have been paid meanwhile. */
async function isStillOpen(deps: PaymentsDeps, payment: PaymentRow): Promise<boolean> {
  if (!payment.provider_payment_id) return true;
  try {
    await settlePayment(deps, payment.id);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
  }
  return (await findPayment(deps.db, payment.id))?.status === 'pending';
}

/** Inserts the payment before the provider is called; call `send` after the commit. */
const order = (deps: PaymentsDeps, locked: LockedSubscription, payment: PaymentOrder) =>
  insertPayment(locked.trx, {
    ...payment,
    id: randomUUID(),
    user_id: locked.userId,
    payer_email: locked.sub.owner.email,
    provider: requireProvider(deps).name,
    idempotence_key: randomUUID(),
    created_at: locked.now,
  });

/** The URL of the page where the payer pays. */
async function pageOf(deps: PaymentsDeps, payment: PaymentRow): Promise<string> {
  if (payment.confirmation_url) return payment.confirmation_url;
  try {
    await send(deps, payment);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new Unavailable(
      5,
      'Платёжный сервис не отвечает. Деньги не списаны, повторите через минуту',
      'provider_away',
    );
  }
  const sent = await findPayment(deps.db, payment.id);
  if (sent?.confirmation_url) return sent.confirmation_url;
  throw new Conflict('payment_refused', 'Платёжный сервис не принял платёж. Повторите или напишите в поддержку');
}

/**
 * Like `settlePayment`, but by the provider's id, for a webhook, which anybody can send. The provider is asked
 * about an unknown id only if it names a payment of ours whose creation got no answer; otherwise strangers could
 * make us send requests.
 */
async function settleByProvider(deps: PaymentsDeps, providerPaymentId: string, orderId?: string): Promise<void> {
  const by = requireProvider(deps);
  const known = await findPaymentOfProvider(deps.db, by.name, providerPaymentId);
  if (known) return settlePayment(deps, known.id);
  const ours = orderId && isUuid(orderId) ? await findPayment(deps.db, orderId) : undefined;
  if (!ours || ours.provider !== by.name || ours.provider_payment_id) return;
  const answer = await by.find(providerPaymentId);
  if (answer?.orderId !== ours.id) return;
  if (!(await storeProviderPayment(deps.db, ours.id, answer, deps.now())))
    return deps.settlement.reportStray(ours.id, answer.id);
  await deps.settlement.apply(ours.id, answer);
}

/** Returns false when the provider gave no answer. */
async function settleOrPostpone(deps: PaymentsDeps, id: string): Promise<boolean> {
  try {
    await settlePayment(deps, id);
    return true;
  } catch (error) {
    await postpone(deps, id, error);
    return !(error instanceof ProviderUnavailable);
  }
}

/**
 * Settles payments whose webhook was lost or whose creation got no answer. A failure with one payment does not stop
 * the others; a provider that is away does, and the next run begins behind the last payment that was asked for.
 */
function createReconciliation(deps: PaymentsDeps) {
  let stoppedAt: string | undefined;

  /** Returns the payment at which it stopped; undefined at the end. */
  async function settleAfter(first: string | undefined): Promise<string | undefined> {
    let unanswered = 0;
    for (let after = first; ; ) {
      const ids = await listUnsettled(deps.db, deps.now(), after, BATCH);
      for (const id of ids) {
        unanswered = (await settleOrPostpone(deps, id)) ? 0 : unanswered + 1;
        if (unanswered >= AWAY_AFTER) return id;
      }
      after = ids.at(-1);
      if (ids.length < BATCH) return undefined;
    }
  }

  return async (): Promise<void> => {
    if (!deps.provider) return;
    const first = stoppedAt;
    stoppedAt = await settleAfter(first);
    if (first && !stoppedAt) stoppedAt = await settleAfter(undefined);
  };
}

async function find({ db }: PaymentsDeps, id: string): Promise<PaymentRow> {
  const payment = isUuid(id) ? await findPayment(db, id) : undefined;
  if (!payment) throw new NotFound('Платеж не найден', 'payment_not_found');
  return payment;
}

async function postpone({ log, db, now }: PaymentsDeps, id: string, error: unknown): Promise<void> {
  log?.warn({ err: error, paymentId: id }, 'a payment not reconciled');
  await updatePayment(db, id, { checked_at: now() });
}

export function createPayments(deps: PaymentsDeps) {
  return {
    requireProvider: () => requireProvider(deps),
    isStillOpen: (payment: PaymentRow) => isStillOpen(deps, payment),

    order: (locked: LockedSubscription, payment: PaymentOrder) => order(deps, locked, payment),

    pageOf: (payment: PaymentRow) => pageOf(deps, payment),

    send: (payment: PaymentRow) => send(deps, payment),
    settlePayment: (id: string) => settlePayment(deps, id),

    settleByProvider: (providerPaymentId: string, orderId?: string) =>
      settleByProvider(deps, providerPaymentId, orderId),

    reconcile: createReconciliation(deps),

    find: (id: string) => find(deps, id),
  };
}
export type Payments = ReturnType<typeof createPayments>;
