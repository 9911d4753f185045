import type { Knex } from '@ostatok/kit/node/db.ts';
import { createKnownDevices } from '@ostatok/kit/node/known-devices.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { createSignInLimits } from '@ostatok/kit/node/sign-in-limits.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { deleteExpiredAttempts } from '../platform/rate-limits.queries.ts';
import { createSharedStore } from '../platform/rate-limits.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { createAttempts, type LimitName } from './attempts.ts';
import { authRoutes } from './auth.routes.ts';
import { createAuth } from './auth.service.ts';
import { createChallenges } from './challenges.service.ts';
import { createConfirmation } from './confirmation.service.ts';
import { createEnrolment } from './enrolment.service.ts';
import { createFactors } from './factors.service.ts';
import { createLinks } from './links.service.ts';
import { createPasskeyCeremony } from './passkey-ceremony.ts';
import { createPasswordChanges } from './password-changes.service.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { profileRoutes } from './profile.routes.ts';
import { proofsRoutes } from './proofs.routes.ts';
import { createProviderReturns } from './provider-return.service.ts';
import { createProviderSignIn } from './provider-sign-in.service.ts';
import type { ProviderSettings } from './providers/provider.ts';
import { createProviders } from './providers/providers.ts';
import { providersRoutes } from './providers.routes.ts';
import { createSecondFactor } from './second-factor.service.ts';
import { createSecurityNotice } from './security-notice.ts';
import { sessionsRoutes } from './sessions.routes.ts';
import { createSessions } from './sessions.service.ts';

export interface AuthOptions {
  limits?: Record<LimitName, { points: number; duration: number }>;
  passwords?: Passwords;
  /** The keys of the external sign-in providers. */
  providers?: ProviderSettings;
  /** Administrators may do nothing without a second factor. */
  requireAdminFactor?: boolean;
}

interface AuthDeps extends AuthOptions {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  /** The address of the owners' pages; letters link to it. */
  publicUrl: string;
  accounts: Accounts;
  mail: Mail;
  activity: Activity;
  security: SecurityLog;
  now?: (() => Date) | undefined;
}

/** The services in the order of their dependencies. */
function createServices({
  db,
  secrets,
  log,
  publicUrl,
  accounts,
  mail,
  activity,
  security,
  now,
  limits,
  passwords = createPasswords(),
  providers: settings = {},
  requireAdminFactor = false,
}: AuthDeps) {
  const sessions = createSessions({ db, secrets, security, requireAdminFactor, now });
  const links = createLinks({ db, mail, publicUrl, now });
  const attempts = createAttempts(createSharedStore({ db, secrets }), limits);
  const challenges = createChallenges({ db, now });
  const ceremony = createPasskeyCeremony(publicUrl);
  const notice = createSecurityNotice({ mail, publicUrl, now });
  const factors = createFactors({ db, security, notice, ceremony, requireAdminFactor, now });
  const confirmation = createConfirmation({ accounts, attempts, passwords, sessions, security, now });
  const proofs = {
    db,
    secrets,
    accounts,
    sessions,
    attempts,
    challenges,
    confirmation,
    factors,
    security,
    ceremony,
    now,
  };
  const secondFactor = createSecondFactor(proofs);
  const signInLimits = createSignInLimits(attempts, accounts.replacementsOf);
  const clients = { ...proofs, signInLimits, links, passwords, mail, activity, secondFactor, publicUrl };
  const providers = createProviders({ settings, secrets, attempts, publicUrl, log, now });
  return {
    sessions,
    auth: { ...createAuth(clients), ...createPasswordChanges(clients) },
    confirmation,
    factors,
    enrolment: createEnrolment(proofs),
    secondFactor,
    providerReturns: createProviderReturns({ db, accounts, challenges, secondFactor }),
    providers,
    providerSignIn: createProviderSignIn(clients),
    knownDevices: createKnownDevices({ secrets, secure: providers.secure, path: '/api/auth' }),
  };
}

/** Sign-in, its proofs and its sessions. */
export function createAuthModule(deps: AuthDeps) {
  const services = createServices(deps);
  const { providers, sessions } = services;
  const routes: Routes[] = [
    authRoutes({ ...services, secure: providers.secure }),
    providersRoutes(providers, services.providerSignIn, services.providerReturns),
    profileRoutes(deps.accounts, services.auth),
    sessionsRoutes(sessions),
    proofsRoutes(deps.accounts, services.factors, services.enrolment),
  ];
  const jobs = [{ name: 'rate-limit-purge', cron: '25 * * * *', run: () => deleteExpiredAttempts(deps.db) }];
  return { services, routes, jobs };
}
