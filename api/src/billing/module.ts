import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Live } from '../live/live.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Plans } from '../plans/plans.service.ts';
import { EVERY_MINUTE } from '../platform/jobs.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { billingRoutes } from './billing.routes.ts';
import { type Billing, createBilling } from './billing.service.ts';
import { createBillingLetters } from './billing-letters.ts';
import type { ConfiguredProvider } from './providers/configured.ts';
import { sandboxPaymentsRoutes } from './sandbox-payments.routes.ts';
import { createSandboxPayments } from './sandbox-payments.service.ts';
import { yookassaWebhookRoutes } from './yookassa-webhook.routes.ts';
import { createYookassaWebhook } from './yookassa-webhook.service.ts';

export interface BillingOptions {
  /** Without a payment provider nothing can be paid for. In production test payments count for nothing. */
  payments?: ConfiguredProvider & { production: boolean };
  /** Is called when the limits of an owner's subscription may have changed. */
  onBillingChanged?: (userId: number) => Promise<void>;
}

interface BillingDeps extends BillingOptions {
  db: Knex;
  log: Logger;
  publicUrl: string;
  mail: Mail;
  activity: Activity;
  live: Live;
  trustedClock: TrustedClock;
  plans: Plans;
  now?: (() => Date) | undefined;
}

/** The payment webhook and the built-in bank. */
function paymentRoutes(billing: Billing, { provider, bank }: ConfiguredProvider, log: Logger): Routes[] {
  const routes: Routes[] = [];
  if (provider?.name === 'yookassa') {
    const router = yookassaWebhookRoutes(createYookassaWebhook({ billing, log }));
    routes.push({ path: '/api/billing/webhook/yookassa', access: 'anyone', router });
  }
  if (bank) {
    const router = sandboxPaymentsRoutes(createSandboxPayments({ bank, notify: billing.settlePayment }));
    routes.push({ path: '/sandbox/api/payments', access: 'anyone', router });
  }
  return routes;
}

/** Subscriptions and their payments. */
export function createBillingModule({ db, log, publicUrl, mail, activity, live, trustedClock, ...deps }: BillingDeps) {
  const { payments } = deps;
  const billing = createBilling({
    db,
    now: deps.now,
    provider: payments?.provider,
    production: payments?.production,
    publicUrl,
    activity,
    notifyOfPayment: (trx, id) => live.notify(trx, { resource: 'payments', id }),
    letters: createBillingLetters(mail),
    onChanged: deps.onBillingChanged,
    log,
  });
  return {
    services: { billing },
    routes: [billingRoutes(billing, deps.plans)],
    unparsedRoutes: payments ? paymentRoutes(billing, payments, log) : [],
    jobs: [
      {
        name: 'billing-due',
        cron: EVERY_MINUTE,
        // charges and endings stay when the clock is set right; this look is also how the trusted clock sees time pass
        async run() {
          if (await trustedClock.trusted()) await billing.runDue();
        },
      },
      { name: 'billing-reconcile', cron: EVERY_MINUTE, run: billing.reconcile },
      { name: 'billing-refunds', cron: EVERY_MINUTE, run: billing.runRefunds },
    ],
  };
}
