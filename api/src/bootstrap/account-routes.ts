import { profileRoutes } from '../account/account.routes.ts';
import { authRoutes, ownPasswordRoutes } from '../auth/auth.routes.ts';
import type { MountedRoutes } from '../auth/mounted.routes.ts';
import { proofsRoutes } from '../auth/proofs.routes.ts';
import { providersRoutes } from '../auth/providers.routes.ts';
import { sessionsRoutes } from '../auth/sessions.routes.ts';
import { billingRoutes, paymentStatusRoutes } from '../billing/billing.routes.ts';
import { adminPlansRoutes } from '../plans/plans.routes.ts';
import { adminPaymentsRoutes } from '../subscriptions/payments.routes.ts';
import { adminSubscriptionsRoutes, changePlanRoutes } from '../subscriptions/subscriptions.routes.ts';
import type { AccountServices } from './account-services.ts';

/** The routes of accounts and billing. */
export function accountRoutes(accounts: AccountServices): MountedRoutes[] {
  const { providers, billing } = accounts;
  const ways = { ...accounts, secure: providers.secure };
  const providerPages = providersRoutes(providers, accounts.providerSignIn, accounts.providerReturns);
  return [
    { path: '/api/auth/me', access: 'signed-in', router: profileRoutes(accounts.accounts) },
    { path: '/api/auth', access: 'anyone', router: authRoutes(ways) },
    { path: '/api/auth', access: 'anyone', router: providerPages },
    { path: '/api/auth/change-password', access: 'signed-in', router: ownPasswordRoutes(accounts) },
    { path: '/api/auth/sessions', access: 'signed-in', router: sessionsRoutes(accounts.sessions) },
    {
      path: '/api/auth',
      guarded: ['/api/auth/security', '/api/auth/totp', '/api/auth/passkeys', '/api/auth/recovery-codes'],
      access: 'signed-in',
      router: proofsRoutes(accounts.accounts, accounts.factors, accounts.enrolment),
    },
    { path: '/api/billing', access: 'anyone', router: paymentStatusRoutes(billing) },
    { path: '/api/billing', access: 'user', router: billingRoutes(billing, accounts.plans) },
    { path: '/api/admin/subscriptions', access: 'admin', router: adminSubscriptionsRoutes(accounts.subscriptions) },
    { path: '/api/admin/users', access: 'admin', router: changePlanRoutes(accounts.subscriptions) },
    { path: '/api/admin/payments', access: 'admin', router: adminPaymentsRoutes(accounts.adminPayments) },
    { path: '/api/admin/plans', access: 'admin', router: adminPlansRoutes(accounts.adminPlans) },
  ];
}
