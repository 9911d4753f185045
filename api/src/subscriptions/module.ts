import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Billing } from '../billing/billing.service.ts';
import { adminPaymentsRoutes } from './payments.routes.ts';
import { createAdminPayments } from './payments.service.ts';
import { subscriptionsRoutes } from './subscriptions.routes.ts';
import { createSubscriptions } from './subscriptions.service.ts';

interface SubscriptionsDeps {
  db: Knex;
  billing: Billing;
  now?: (() => Date) | undefined;
}

/** The administrator's view of subscriptions and payments. */
export function createSubscriptionsModule({ db, billing, now }: SubscriptionsDeps) {
  const subscriptions = createSubscriptions({ db, billing, now });
  const adminPayments = createAdminPayments({ db, billing, now: now ?? (() => new Date()) });
  return {
    services: { subscriptions, adminPayments },
    routes: [subscriptionsRoutes(subscriptions), adminPaymentsRoutes(adminPayments)],
  };
}
