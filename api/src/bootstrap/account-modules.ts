import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { createAccounts } from '../account/account.service.ts';
import { createActivityModule } from '../activity/module.ts';
import { type AuthOptions, createAuthModule } from '../auth/module.ts';
import { type BillingOptions, createBillingModule } from '../billing/module.ts';
import { createCampaignLetters } from '../campaigns/campaign-letters.ts';
import { createUnsubscribeLinks } from '../campaigns/unsubscribe-links.ts';
import { createLive } from '../live/live.service.ts';
import { createLiveModule } from '../live/module.ts';
import type { Letterhead } from '../mail/letter-data.ts';
import { createMailModule, type MailOptions } from '../mail/module.ts';
import { createPlansModule } from '../plans/module.ts';
import { createSecurityModule } from '../security/module.ts';
import { createSubscriptionsModule } from '../subscriptions/module.ts';
import { createTrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { createUsersModule } from '../users/module.ts';
import type { Module } from './module.ts';

interface AccountModulesOptions extends AuthOptions, BillingOptions, MailOptions, Letterhead {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  now?: () => Date;
}

/** Creates the modules of accounts and billing in the order of their dependencies. */
export function createAccountModules(options: AccountModulesOptions) {
  const { db, log, now, publicUrl, supportEmail, seller } = options;
  const activities = createActivityModule({ db, now });
  const { activity } = activities.services;
  const live = createLive({ db, log });
  const trustedClock = createTrustedClock({ db, activity, log, now });
  const shared = { ...options, activity, live, trustedClock };
  const letterhead = { publicUrl, supportEmail, seller };
  const unsubscribeLinks = createUnsubscribeLinks(options);
  const bulk = createCampaignLetters({ db, letterhead, links: unsubscribeLinks, now });
  const letters = createMailModule({ ...shared, letterhead, bulk });
  const { mail } = letters.services;
  const security = createSecurityModule({ ...shared, mail });
  const plans = createPlansModule(shared);
  const billing = createBillingModule({ ...shared, mail, plans: plans.services.plans });
  const subscriptions = createSubscriptionsModule({ ...shared, ...billing.services });
  const accounts = createAccounts({ db, ...billing.services });
  const auth = createAuthModule({ ...shared, ...security.services, accounts, mail });
  const users = createUsersModule({ ...shared, ...security.services, ...auth.services, accounts });
  const modules: Module[] = [
    letters,
    activities,
    createLiveModule({ live, ...auth.services }),
    users,
    auth,
    billing,
    subscriptions,
    plans,
    security,
  ];
  return {
    activity,
    live,
    trustedClock,
    accounts,
    unsubscribeLinks,
    ...letters.services,
    ...security.services,
    ...plans.services,
    ...billing.services,
    ...subscriptions.services,
    ...auth.services,
    ...users.services,
    modules,
  };
}
export type AccountModules = ReturnType<typeof createAccountModules>;
