import { profileRoutes } from '../account/account.routes.ts';
import type { Routes } from '../auth/mounted.routes.ts';
import { billingRoutes } from '../billing/billing.routes.ts';
import { adminPlansRoutes } from '../plans/plans.routes.ts';
import { adminPaymentsRoutes } from '../subscriptions/payments.routes.ts';
import { subscriptionsRoutes } from '../subscriptions/subscriptions.routes.ts';
import type { AccountServices } from './account-services.ts';

/** The routes of accounts and billing. */
export function accountRoutes(accounts: AccountServices): Routes[] {
  const { billing } = accounts;
  return [
    profileRoutes(accounts.accounts, accounts.auth),
    ...accounts.authRoutes,
    billingRoutes(billing, accounts.plans),
    subscriptionsRoutes(accounts.subscriptions),
    adminPaymentsRoutes(accounts.adminPayments),
    adminPlansRoutes(accounts.adminPlans),
  ];
}
