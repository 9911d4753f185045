import type { Express } from 'express';
import { profileRoutes } from '../account/account.routes.ts';
import { authRoutes } from '../auth/auth.routes.ts';
import type { Guard } from '../auth/guard.routes.ts';
import { proofsRoutes } from '../auth/proofs.routes.ts';
import { providersRoutes } from '../auth/providers.routes.ts';
import { sessionsRoutes } from '../auth/sessions.routes.ts';
import { billingRoutes, paymentStatusRoutes } from '../billing/billing.routes.ts';
import { adminPlansRoutes } from '../plans/plans.routes.ts';
import { adminPaymentsRoutes } from '../subscriptions/payments.routes.ts';
import { adminSubscriptionsRoutes, changePlanRoutes } from '../subscriptions/subscriptions.routes.ts';
import type { AccountServices } from './account-services.ts';

/** Mounts the routes of accounts and billing. */
export function mountAccounts(app: Express, accounts: AccountServices, guard: Guard): void {
  const {
    sessions,
    factors,
    enrolment,
    providers,
    providerSignIn,
    accounts: profiles,
    billing,
    plans,
    adminPlans,
    subscriptions,
    adminPayments,
  } = accounts;
  app.use('/api/auth/me', guard.requireSignedIn, profileRoutes(profiles));
  const ways = { ...accounts, secure: providers.secure };
  app.use('/api/auth', authRoutes(ways, guard), providersRoutes(providers, providerSignIn, accounts.providerReturns));
  app.use('/api/auth/sessions', guard.requireSignedIn, sessionsRoutes(sessions));
  const ofCaller = ['/api/auth/security', '/api/auth/totp', '/api/auth/passkeys', '/api/auth/recovery-codes'];
  app.use(ofCaller, guard.requireSignedIn);
  app.use('/api/auth', proofsRoutes(profiles, factors, enrolment));
  app.use('/api/billing', paymentStatusRoutes(billing));
  app.use('/api/billing', guard.requireUser, billingRoutes(billing, plans));
  app.use('/api/admin/subscriptions', guard.requireAdmin, adminSubscriptionsRoutes(subscriptions));
  app.use('/api/admin/users', guard.requireAdmin, changePlanRoutes(subscriptions));
  app.use('/api/admin/payments', guard.requireAdmin, adminPaymentsRoutes(adminPayments));
  app.use('/api/admin/plans', guard.requireAdmin, adminPlansRoutes(adminPlans));
}
