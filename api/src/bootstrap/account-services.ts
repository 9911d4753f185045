import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { createAccounts } from '../account/account.service.ts';
import { type AuthOptions, createAuthModule } from '../auth/module.ts';
import { createBilling } from '../billing/billing.service.ts';
import type { PaymentProvider } from '../billing/providers/provider.ts';
import { createCampaignLetters } from '../campaigns/campaign-letters.ts';
import { createUnsubscribeLinks } from '../campaigns/unsubscribe-links.ts';
import { createBillingLetters } from '../mail/billing-letters.ts';
import type { Letterhead } from '../mail/letter-data.ts';
import { createMail } from '../mail/mail.service.ts';
import { createTemplates } from '../mail/templates.service.ts';
import type { MailTransport } from '../mail/transports.ts';
import { createActivity } from '../overview/activity.service.ts';
import { createLive } from '../overview/live.service.ts';
import { createAdminPlans } from '../plans/admin-plans.service.ts';
import { createPlans } from '../plans/plans.service.ts';
import { createSecurityAlarms } from '../security/alarms.service.ts';
import { createSecurityLog } from '../security/security.service.ts';
import { createAdminPayments } from '../subscriptions/payments.service.ts';
import { createSubscriptions } from '../subscriptions/subscriptions.service.ts';
import { createTrustedClock } from '../trusted-clock/trusted-clock.service.ts';

interface AccountServicesOptions extends AuthOptions {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  /** The address of the owners' pages; letters link to it. */
  publicUrl: string;
  mailTransport: MailTransport;
  /** The folder where mail senders journal the letters they have given to the mail server. */
  mailJournals?: string;
  mailFrom: string;
  /** Letters name the support address and the seller. */
  supportEmail: string;
  seller: Letterhead['seller'];
  /** Is called when the limits of an owner's subscription may have changed. */
  onBillingChanged?: (userId: number) => Promise<void>;
  /** Without a payment provider nothing can be paid for. In production test payments count for nothing. */
  payments?: { provider: PaymentProvider; production: boolean };
  now?: () => Date;
}

/** Creates the services of accounts and billing in the order of their dependencies. */
export function createAccountServices({
  db,
  secrets,
  log,
  publicUrl,
  mailTransport,
  mailJournals,
  mailFrom,
  supportEmail,
  seller,
  onBillingChanged,
  payments,
  now,
  ...authOptions
}: AccountServicesOptions) {
  const letterhead = { publicUrl, supportEmail, seller };
  const activity = createActivity({ db, now });
  const trustedClock = createTrustedClock({ db, activity, log, now });
  const templates = createTemplates({ db, activity, letterhead, now });
  const unsubscribeLinks = createUnsubscribeLinks({ secrets, publicUrl });
  const mail = createMail({
    db,
    secrets,
    log,
    transport: mailTransport,
    journals: mailJournals,
    from: mailFrom,
    letterhead,
    ownTemplates: templates.own,
    bulk: createCampaignLetters({ db, letterhead, links: unsubscribeLinks, now }),
    now,
  });
  const alarms = createSecurityAlarms({ db, activity, mail, publicUrl, now });
  const security = createSecurityLog({ db, secrets, alarms, log, now });
  const live = createLive({ db, log });
  const billing = createBilling({
    db,
    now,
    provider: payments?.provider,
    production: payments?.production,
    publicUrl,
    activity,
    tellOfPayment: (trx, id) => live.tell(trx, { resource: 'payments', id }),
    letters: createBillingLetters(mail),
    onChanged: onBillingChanged,
    log,
  });
  const plans = createPlans({ db });
  const adminPlans = createAdminPlans({ db, activity, now });
  const subscriptions = createSubscriptions({ db, billing, now });
  const adminPayments = createAdminPayments({ db, billing });
  const accounts = createAccounts({ db, billing });
  const auth = createAuthModule({
    db,
    secrets,
    log,
    publicUrl,
    accounts,
    mail,
    activity,
    security,
    now,
    ...authOptions,
  });
  return {
    billing,
    plans,
    adminPlans,
    subscriptions,
    adminPayments,
    accounts,
    mail,
    templates,
    unsubscribeLinks,
    activity,
    security,
    alarms,
    trustedClock,
    live,
    ...auth.services,
    authRoutes: auth.routes,
  };
}
export type AccountServices = ReturnType<typeof createAccountServices>;
