import type { Express } from 'express';
import { profileRoutes } from './account/account.routes.ts';
import type { AccountServices } from './account-services.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { Guard } from './auth/guard.routes.ts';
import { providersRoutes } from './auth/providers.routes.ts';
import { billingRoutes, paymentStatusRoutes } from './billing/billing.routes.ts';
import { adminPlansRoutes } from './plans/plans.routes.ts';
import { adminPaymentsRoutes } from './subscriptions/payments.routes.ts';
import { adminSubscriptionsRoutes, changePlanRoutes } from './subscriptions/subscriptions.routes.ts';

/** The routes of people and what they pay for. */
export function mountAccounts(app: Express, accounts: AccountServices, guard: Guard): void {
  const {
    auth,
    knownDevices,
    providers,
    providerSignIn,
    accounts: profiles,
    billing,
    plans,
    adminPlans,
    subscriptions,
    adminPayments,
  } = accounts;
  app.use('/api/auth/me', guard.requireUser, profileRoutes(profiles));
  app.use('/api/auth', authRoutes(auth, knownDevices, guard), providersRoutes(providers, providerSignIn));
  app.use('/api/billing', paymentStatusRoutes(billing));
  app.use('/api/billing', guard.requireUser, billingRoutes(billing, plans));
  app.use('/api/admin/subscriptions', guard.requireAdmin, adminSubscriptionsRoutes(subscriptions));
  app.use('/api/admin/users', guard.requireAdmin, changePlanRoutes(subscriptions));
  app.use('/api/admin/payments', guard.requireAdmin, adminPaymentsRoutes(adminPayments));
  app.use('/api/admin/plans', guard.requireAdmin, adminPlansRoutes(adminPlans));
}
