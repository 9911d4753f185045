import type { Knex } from '@ostatok/kit/node/db.ts';
import type { LockedSubscription } from './locked-subscription.ts';
import {
  type Final,
  mismatch,
  notifyAdministrator,
  type SettlementDeps,
  settleDisputed,
  settleFailed,
  settleOrphan,
  settleSucceeded,
} from './payment-outcome.ts';
import { lockPayment, type PaymentRow, updatePayment } from './payments.queries.ts';
import type { ProviderPayment } from './providers/provider.ts';

/** The reason when we stop asking; a later answer of the provider still counts. */
export const ANSWER_LOST = 'answer_lost';
const isFinal = (answer: ProviderPayment): answer is Final =>
  answer.status === 'succeeded' || answer.status === 'canceled';

/** Runs once for each payment; a second call finds it settled. */
async function settleOnce(
  { db, locks }: SettlementDeps,
  id: string,
  work: {
    owned: (locked: LockedSubscription, payment: PaymentRow) => Promise<void>;
    orphaned: (trx: Knex.Transaction, payment: PaymentRow) => Promise<void>;
  },
): Promise<void> {
  const pending = (payment: PaymentRow | undefined): payment is PaymentRow =>
    payment?.status === 'pending' || payment?.cancellation_reason === ANSWER_LOST;
  const seen = await db.transaction((trx) => lockPayment(trx, id));
  if (!pending(seen)) return;
  const found =
    seen.user_id !== null &&
    (await locks.tryWithLockedSubscription(seen.user_id, async (locked) => {
      const payment = await lockPayment(locked.trx, id);
      if (pending(payment)) await work.owned(locked, payment);
      return true;
    }));
  if (found) return;
  await db.transaction(async (trx) => {
    const payment = await lockPayment(trx, id);
    if (pending(payment)) await work.orphaned(trx, payment);
  });
}

/** `answer` is the provider's reply to a request by the payment's id. */
function applyAnswer(deps: SettlementDeps, id: string, answer: ProviderPayment): Promise<void> {
  if (!isFinal(answer)) return updatePayment(deps.db, id, { checked_at: deps.now() });
  const succeeded = answer.status === 'succeeded';
  return settleOnce(deps, id, {
    async owned(locked, payment) {
      const why = mismatch(deps, payment, answer);
      if (why) return settleDisputed(deps, locked.trx, payment, answer, why);
      if (succeeded) return settleSucceeded(deps, locked, payment, answer);
      return settleFailed(deps, locked, payment, answer.cancellationReason ?? 'canceled');
    },
    async orphaned(trx, payment) {
      const why = mismatch(deps, payment, answer);
      if (why) return settleDisputed(deps, trx, payment, answer, why);
      return settleOrphan(deps, trx, payment, succeeded, answer.cancellationReason);
    },
  });
}

/** Applies the outcome of a payment, under the lock of its owner's subscription. */
export function createSettlement(deps: SettlementDeps) {
  const { db } = deps;

  return {
    apply: (id: string, answer: ProviderPayment) => applyAnswer(deps, id, answer),

    /** The provider has refused to create the payment. */
    refuse: (id: string, reason: string): Promise<void> =>
      settleOnce(deps, id, {
        owned: (locked, payment) => settleFailed(deps, locked, payment, reason),
        orphaned: (trx, payment) => settleOrphan(deps, trx, payment, false, reason),
      }),

    /** Asking again could create a second payment, so the administrator must find out whether the first was created. */
    giveUp: (id: string): Promise<void> =>
      settleOnce(deps, id, {
        async owned(locked, payment) {
          if (payment.cancellation_reason === ANSWER_LOST) return;
          await settleFailed(deps, locked, payment, ANSWER_LOST);
          await notifyAdministrator(
            deps,
            locked.trx,
            payment,
            'payment.lost',
            'Платёжный сервис так и не ответил о платеже',
          );
        },
        orphaned: (trx, payment) => settleOrphan(deps, trx, payment, false, ANSWER_LOST),
      }),

    /** The provider holds two payments for one of ours. */
    reportStray: (id: string, providerPaymentId: string): Promise<void> =>
      db.transaction(async (trx) => {
        const payment = await lockPayment(trx, id);
        const what = `У платёжного сервиса второй платёж на тот же заказ: ${providerPaymentId}`;
        if (payment) await notifyAdministrator(deps, trx, payment, 'payment.stray', what);
      }),
  };
}
export type Settlement = ReturnType<typeof createSettlement>;
