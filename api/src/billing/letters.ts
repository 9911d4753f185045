import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';

export interface Payer {
  userId: number;
  email: string;
  name: string;
}

/** Amounts are in kopecks. */
interface ReceiptLetter {
  paymentId: string;
  /** The provider's id of the payment, for its documents. */
  providerPaymentId: string;
  amount: number;
  currency: string;
  description: string;
  planName: string;
  billingPeriod: BillingPeriod;
  paidAt: Date;
  /** The period that was bought; null when the money is refunded because it no longer fits. */
  period: { startsAt: Date; endsAt: Date } | null;
}

export interface ExpiryWarningLetter {
  planName: string;
  endsAt: Date;
  /** One of WARNING_DAYS: the letter is sent once for each. */
  warningDay: number;
  /** The time that is really left, in days begun; on the last day also in hours. */
  days: number;
  hours: number | null;
  /** Why the subscription will not renew automatically. */
  reason: 'canceled' | 'granted' | 'no_method';
  /** The plan that returns, when the reason is `granted`. */
  nextPlanName: string | null;
}

interface PaymentFailedLetter {
  planName: string;
  amount: number;
  currency: string;
  /**
   * When the saved method is charged again; null when there is none or the bank withdrew it, so the owner has to pay.
   */
  nextAttemptAt: Date | null;
  /** When the tenants are suspended if nothing is paid. */
  suspendedAt: Date;
}

interface ComingChargeLetter {
  planName: string;
  billingPeriod: BillingPeriod;
  amount: number;
  chargeAt: Date;
  /** The card's name at the provider. */
  card: string;
}

interface PriceRiseLetter {
  planName: string;
  billingPeriod: BillingPeriod;
  oldPrice: number;
  newPrice: number;
  /** The date of the first charge at the new price. */
  since: Date;
}

interface SuspendedLetter {
  planName: string;
  endedAt: Date;
}

/**
 * Letters from billing to owners. Each is called once, in the transaction of its event, so that the letter is queued
 * only if the event is committed.
 */
export interface BillingLetters {
  receipt(trx: Knex.Transaction, to: Payer, letter: ReceiptLetter): Promise<void>;
  expiryWarning(trx: Knex.Transaction, to: Payer, letter: ExpiryWarningLetter): Promise<void>;
  /** Announces an automatic charge with the exact sum. */
  comingCharge(trx: Knex.Transaction, to: Payer, letter: ComingChargeLetter): Promise<void>;
  priceRise(trx: Knex.Transaction, to: Payer, letter: PriceRiseLetter): Promise<void>;
  paymentFailed(trx: Knex.Transaction, to: Payer, letter: PaymentFailedLetter): Promise<void>;
  /** The subscription has expired, and its tenants are suspended. */
  suspended(trx: Knex.Transaction, to: Payer, letter: SuspendedLetter): Promise<void>;
}
