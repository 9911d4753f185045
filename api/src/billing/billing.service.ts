import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import { createBillingAdministration } from './administration.service.ts';
import { createCards } from './cards.service.ts';
import { createChanges } from './changes.service.ts';
import { createDue } from './due.service.ts';
import type { BillingLetters } from './letters.ts';
import { createPayments } from './payments.service.ts';
import type { PaymentProvider } from './providers/provider.ts';
import { followReach } from './providers/provider-reach.ts';
import { createRefunds, type NotifyOfPayment } from './refunds.service.ts';
import { createSettlement } from './settlement.service.ts';
import { closeAccount } from './steps.ts';
import { createSubscriptionLocks } from './subscription-locks.service.ts';
import { insertSubscription } from './subscriptions.queries.ts';
import { createViews } from './views.service.ts';
import { createWithdrawals } from './withdrawals.service.ts';

export type { PlanLimits } from './views.service.ts';

const FREE_PLAN = 'free';

const noLetters: BillingLetters = {
  receipt: async () => undefined,
  expiryWarning: async () => undefined,
  comingCharge: async () => undefined,
  priceRise: async () => undefined,
  paymentFailed: async () => undefined,
  suspended: async () => undefined,
};

export interface BillingOptions {
  db: Knex;
  now?: () => Date;
  /** Without a provider nothing can be paid for. */
  provider?: PaymentProvider;
  /** The base URL of the pages, where payers return to. */
  publicUrl?: string;
  /** In production test payments are not accepted. */
  production?: boolean;
  activity?: Activity;
  notifyOfPayment?: NotifyOfPayment;
  letters?: BillingLetters;
  /** Called and awaited after each commit that may change what the owner may use. */
  onChanged?: (userId: number) => void | Promise<void>;
  log?: Pick<Logger, 'error' | 'warn'>;
}

/** Subscriptions and their money, built on one state table, one ledger and one price function. */
export function createBilling(options: BillingOptions) {
  const { db, publicUrl = '', production = false, activity, log, onChanged } = options;
  const { now = () => new Date(), letters = noLetters, notifyOfPayment = async () => undefined } = options;
  const reach = options.provider && followReach(options.provider, now);
  const provider = reach?.provider;
  const returnUrl = `${publicUrl}/subscription`;
  const locks = createSubscriptionLocks({ db, now, onChanged, log });
  const settlement = createSettlement({ db, locks, now, production, activity, notifyOfPayment, letters });
  const payments = createPayments({ db, now, provider, returnUrl, settlement, log });
  const { changePlan, createPayment, calculate, cancel, cancelScheduled } = createChanges({
    locks,
    payments,
    returnUrl,
  });
  const { runDue } = createDue({ db, locks, payments, letters, now, provider: provider?.name, log });
  const { settlePayment, settleByProvider, reconcile } = payments;
  return {
    ...createViews({ db, now, payments, log }),
    ...createRefunds({ db, locks, now, provider, activity, notifyOfPayment, log }),
    ...createBillingAdministration({ locks, letters, provider: provider?.name, activity }),
    ...createWithdrawals({ locks, payments, log }),
    ...createCards({ locks, payments }),
    changePlan,
    createPayment,
    calculate,
    cancel,
    cancelScheduled,
    settlePayment,
    settleByProvider,
    reconcile,
    runDue,
    /** Since when the payment provider has given no answer; undefined while it answers. */
    providerAwaySince: (): Date | undefined => reach?.awaySince(),

    /**
     * Subscribes without end and without payment: the free plan of a new owner, or a plan that the platform itself
     * grants.
     */
    subscribe: (trx: Db, userId: number, planName: string = FREE_PLAN): Promise<void> =>
      insertSubscription(trx, userId, planName, now()),

    /** Stops all charges of an owner whose account is deleted. */
    closeAccount: (userId: number): Promise<void> => locks.withLockedSubscription(userId, closeAccount),
  };
}
export type Billing = ReturnType<typeof createBilling>;
