import { randomUUID } from 'node:crypto';
import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import { roubles } from '../platform/russian.ts';
import { findPayment, lockPayment, type PaymentRow, updatePayment } from './payments.queries.ts';
import { insertEntry, isCompensated } from './periods.queries.ts';
import { KEY_VALID_MS, type PaymentProvider, type ProviderRefund, ProviderRefused } from './providers/provider.ts';
import {
  claimRefunds,
  findRefundOfProvider,
  insertRefund,
  lockRefund,
  type RefundRow,
  refundedOf,
  updateRefund,
} from './refunds.queries.ts';
import { carriedOutBefore } from './requests.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';

const BATCH = 20;
const WAITS_MS = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000];

/** Takes the money from the balance and creates a pending refund; `runRefunds` pays it. */
export async function openRefund(
  trx: Knex.Transaction,
  payment: PaymentRow,
  amount: number,
  reason: string,
  at: Date,
  { goodwill = false } = {},
): Promise<string> {
  const id = randomUUID();
  await insertRefund(trx, {
    id,
    payment_id: payment.id,
    amount,
    reason,
    idempotence_key: randomUUID(),
    created_at: at,
  });
  const entry = { user_id: payment.user_id, at, refund_id: id };
  if (goodwill) await insertEntry(trx, { ...entry, kind: 'compensation', amount });
  await insertEntry(trx, { ...entry, kind: 'refund', amount: -amount });
  return id;
}

/**
 * Money that bought something or is disputed. A full automatic refund needs no other one, unless it is being replaced.
 */
const isRefundable = ({ status, outcome }: PaymentRow, replaces: boolean): boolean =>
  status === 'succeeded' && (outcome === 'applied' || outcome === 'disputed' || (replaces && outcome === 'refunded'));

/** Notifies open pages of payments to reload, when the transaction commits. */
export type NotifyOfPayment = (trx: Db, paymentId: string) => Promise<void>;

interface RefundsDeps {
  db: Knex;
  locks: SubscriptionLocks;
  now: () => Date;
  provider: PaymentProvider | undefined;
  activity?: Activity;
  notifyOfPayment: NotifyOfPayment;
  log?: Pick<Logger, 'error' | 'warn'>;
}

const notifyAdministrator = (
  { activity }: RefundsDeps,
  trx: Knex.Transaction,
  refund: RefundRow,
  action: ActivityAction,
  what: string,
) => activity?.record(trx, { actorId: null, action, description: `${what} (платёж ${refund.payment_id})` });

/** When the provider refuses, the amount stays on the owner's balance. */
async function keepAsBalance(
  deps: RefundsDeps,
  trx: Knex.Transaction,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<void> {
  if (!(await isCompensated(trx, refund.id)))
    await insertEntry(trx, {
      user_id: payment.user_id,
      at: deps.now(),
      kind: 'compensation',
      amount: refund.amount,
      refund_id: refund.id,
    });
  await notifyAdministrator(deps, trx, refund, 'refund.refused', 'Возврат отклонён платёжным сервисом');
}

async function settle(
  deps: RefundsDeps,
  id: string,
  status: 'succeeded' | 'canceled',
  error: string | null,
): Promise<void> {
  await deps.db.transaction(async (trx) => {
    const refund = await lockRefund(trx, id);
    if (refund?.status !== 'pending') return;
    await updateRefund(trx, id, { status, error, settled_at: deps.now() });
    await deps.notifyOfPayment(trx, refund.payment_id);
    const payment = await findPayment(trx, refund.payment_id);
    if (status === 'canceled' && payment) await keepAsBalance(deps, trx, refund, payment);
  });
}

async function ask(by: PaymentProvider, refund: RefundRow, payment: PaymentRow): Promise<ProviderRefund | undefined> {
  if (refund.provider_refund_id) return by.findRefund(refund.provider_refund_id);
  return by.refund({
    idempotenceKey: refund.idempotence_key,
    providerPaymentId: payment.provider_payment_id ?? '',
    amount: refund.amount,
    currency: payment.currency,
    description: refund.reason,
    payerEmail: payment.payer_email,
  });
}

/** The refund was requested before without an answer, and the provider may treat a repetition as a new refund. */
const isForgotten = ({ now }: RefundsDeps, { provider_refund_id, attempts, created_at }: RefundRow): boolean =>
  !provider_refund_id && attempts > 1 && now().getTime() - created_at.getTime() > KEY_VALID_MS;

const leaveToPerson = (deps: RefundsDeps, refund: RefundRow): Promise<void> =>
  deps.db.transaction(async (trx) => {
    await updateRefund(trx, refund.id, { next_attempt_at: null, error: 'answer_lost' });
    await deps.notifyOfPayment(trx, refund.payment_id);
    await notifyAdministrator(deps, trx, refund, 'refund.lost', 'Платёжный сервис так и не ответил о возврате');
  });

/** A partial refund repeated under a forgotten key would be paid twice; a full one cannot be. */
async function mayAsk(deps: RefundsDeps, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  if (!isForgotten(deps, refund) || refund.amount === payment.amount) return true;
  await leaveToPerson(deps, refund);
  return false;
}

async function run(deps: RefundsDeps, by: PaymentProvider, refund: RefundRow): Promise<void> {
  const payment = await findPayment(deps.db, refund.payment_id);
  if (!payment || !(await mayAsk(deps, refund, payment))) return;
  let answer: ProviderRefund | undefined;
  try {
    answer = await ask(by, refund, payment);
  } catch (error) {
    // a refusal under a forgotten key may mean that the money was already refunded
    if (error instanceof ProviderRefused)
      return isForgotten(deps, refund) ? leaveToPerson(deps, refund) : settle(deps, refund.id, 'canceled', error.code);
    const wait = WAITS_MS[Math.min(refund.attempts, WAITS_MS.length) - 1] ?? WAITS_MS[0];
    deps.log?.warn({ err: error, refundId: refund.id }, 'a refund not made yet');
    await updateRefund(deps.db, refund.id, {
      next_attempt_at: new Date(deps.now().getTime() + (wait ?? 0)),
      error: error instanceof Error ? error.message : String(error),
    });
    return;
  }
  if (!answer) return;
  await updateRefund(deps.db, refund.id, { provider_refund_id: answer.id });
  if (answer.status !== 'pending') await settle(deps, refund.id, answer.status, null);
}

/** Ends a refund that was left to an administrator. Returns whether it was goodwill. */
async function giveUp(
  { now }: RefundsDeps,
  trx: Knex.Transaction,
  payment: PaymentRow,
  refundId: string,
): Promise<boolean> {
  const lost = await lockRefund(trx, refundId);
  if (lost?.payment_id !== payment.id || lost.status !== 'pending' || lost.next_attempt_at !== null)
    throw new InvalidInput('Заменить можно только возврат, о котором платёжный сервис не ответил');
  await updateRefund(trx, lost.id, { status: 'canceled', settled_at: now() });
  const goodwill = await isCompensated(trx, lost.id);
  const entry = { user_id: payment.user_id, at: now(), amount: lost.amount, refund_id: lost.id };
  if (!goodwill) await insertEntry(trx, { ...entry, kind: 'compensation' });
  return goodwill;
}

/** Pays pending refunds. Safe with several concurrent processes; a failure with one does not stop the others. */
async function runRefunds(deps: RefundsDeps): Promise<void> {
  if (!deps.provider) return;
  for (;;) {
    const refunds = await claimRefunds(
      deps.db,
      deps.now(),
      { waitMs: WAITS_MS[1] ?? 0, longestMs: Math.max(...WAITS_MS) },
      BATCH,
    );
    for (const refund of refunds)
      await run(deps, deps.provider, refund).catch((error) =>
        deps.log?.error({ err: error, refundId: refund.id }, 'refund failed'),
      );
    if (refunds.length < BATCH) return;
  }
}

/** For a webhook: only the provider's answer counts. Ids that are not ours are ignored. */
async function settleRefundByProvider(deps: RefundsDeps, providerRefundId: string): Promise<void> {
  if (!deps.provider) return;
  const refund = await findRefundOfProvider(deps.db, providerRefundId);
  if (refund?.status === 'pending') await run(deps, deps.provider, refund);
}

interface RefundOptions {
  actorId?: number;
  replaces?: string | undefined;
  /** The request's idempotency key. */
  key?: string | undefined;
}

/**
 * An administrator's refund, in kopecks: goodwill, where the owner keeps what was bought, or of a disputed payment,
 * which bought nothing. `replaces` is a refund that the provider never answered and that did not reach the payer. Returns
 * the refund's id, or when the request with this key was carried out before.
 */
async function refundPayment(
  deps: RefundsDeps,
  paymentId: string,
  amount: number,
  reason: string,
  { actorId, replaces, key }: RefundOptions = {},
): Promise<{ id: string } | { before: Date }> {
  const seen = await findPayment(deps.db, paymentId);
  if (!seen || seen.user_id === null) throw new NotFound('Платеж не найден', 'payment_not_found');
  return deps.locks.withLockedSubscription(seen.user_id, async (locked) => {
    const { trx, userId, now: at } = locked;
    const before = await carriedOutBefore(locked, { actorId, key }, ['refund', paymentId, amount, reason, replaces]);
    if (before) return { before };
    const payment = await lockPayment(trx, paymentId);
    if (!payment || !isRefundable(payment, replaces !== undefined))
      throw new InvalidInput('Вернуть можно только принятый платёж');
    const goodwill = replaces === undefined || (await giveUp(deps, trx, payment, replaces));
    const left = payment.amount - (await refundedOf(trx, paymentId));
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left)
      throw new InvalidInput(`Вернуть можно не больше ${roubles(left)}`);
    const id = await openRefund(trx, payment, amount, reason, at, { goodwill });
    await deps.notifyOfPayment(trx, paymentId);
    if (payment.outcome === 'disputed' && amount === left) await updatePayment(trx, paymentId, { outcome: 'refunded' });
    if (actorId !== undefined)
      await deps.activity?.record(trx, {
        actorId,
        action: 'payment.refunded',
        description: `Возврат ${roubles(amount)}: ${payment.payer_email}`,
        target: `user:${userId}`,
      });
    return { id };
  });
}

export function createRefunds(deps: RefundsDeps) {
  return {
    runRefunds: () => runRefunds(deps),

    settleRefundByProvider: (providerRefundId: string) => settleRefundByProvider(deps, providerRefundId),

    refundPayment: (paymentId: string, amount: number, reason: string, by?: RefundOptions) =>
      refundPayment(deps, paymentId, amount, reason, by),
  };
}
