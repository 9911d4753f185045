import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';

export interface Payer {
  userId: number;
  email: string;
  name: string;
}

/** Amounts are kopecks. */
interface ReceiptLetter {
  paymentId: string;
  /** The payment at its provider, for its documents. */
  providerPaymentId: string;
  amount: number;
  currency: string;
  description: string;
  planName: string;
  billingPeriod: BillingPeriod;
  paidAt: Date;
  /** What was bought; null where the money goes back because it no longer fits. */
  period: { startsAt: Date; endsAt: Date } | null;
}

export interface ExpiryWarningLetter {
  planName: string;
  endsAt: Date;
  /** One of WARNING_DAYS: the letter is sent once for each. */
  warningDay: number;
  /** Really left: days begun, and on the last day hours. */
  days: number;
  hours: number | null;
  /** Why it will not go on by itself. */
  reason: 'canceled' | 'granted' | 'no_method';
  /** Where `granted`: the plan that returns. */
  nextPlanName: string | null;
}

interface PaymentFailedLetter {
  planName: string;
  amount: number;
  currency: string;
  /** When the saved method is tried again; null: there is none, or the bank withdrew it, and the owner has to pay. */
  nextAttemptAt: Date | null;
  /** When the venues stop if nothing is paid. */
  suspendedAt: Date;
}

interface ComingChargeLetter {
  planName: string;
  billingPeriod: BillingPeriod;
  amount: number;
  chargeAt: Date;
  /** As the provider names it. */
  card: string;
}

interface PriceRiseLetter {
  planName: string;
  billingPeriod: BillingPeriod;
  oldPrice: number;
  newPrice: number;
  /** The first charge of the new price. */
  since: Date;
}

interface SuspendedLetter {
  planName: string;
  endedAt: Date;
}

/**
 * What billing tells owners. Each is called once, in the transaction of what it tells of: the letter is queued with it
 * or not at all.
 */
export interface BillingLetters {
  receipt(trx: Knex.Transaction, to: Payer, letter: ReceiptLetter): Promise<void>;
  expiryWarning(trx: Knex.Transaction, to: Payer, letter: ExpiryWarningLetter): Promise<void>;
  /** Before an automatic charge: the exact sum. */
  comingCharge(trx: Knex.Transaction, to: Payer, letter: ComingChargeLetter): Promise<void>;
  priceRise(trx: Knex.Transaction, to: Payer, letter: PriceRiseLetter): Promise<void>;
  paymentFailed(trx: Knex.Transaction, to: Payer, letter: PaymentFailedLetter): Promise<void>;
  /** The subscription has expired: venues are suspended with it. */
  suspended(trx: Knex.Transaction, to: Payer, letter: SuspendedLetter): Promise<void>;
}
