import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { createAccounts } from './account/account.service.ts';
import { createAttempts, type LimitName } from './auth/attempts.ts';
import { createAuth } from './auth/auth.service.ts';
import { createLinks } from './auth/links.service.ts';
import { createSessions } from './auth/sessions.service.ts';
import { createBilling } from './billing/billing.service.ts';
import { createMail } from './mail/mail.service.ts';
import type { MailTransport } from './mail/transports.ts';
import { createActivity } from './overview/activity.service.ts';
import { createPlans } from './plans/plans.service.ts';

export interface AccountServicesOptions {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  /** Where the pages are: letters link to it. */
  publicUrl: string;
  mailTransport: MailTransport;
  mailFrom: string;
  now?: () => Date;
  limits?: Record<LimitName, { points: number; duration: number }>;
}

/** The services of people and what they pay for, in the order they need each other. */
export function createAccountServices({
  db,
  secrets,
  log,
  publicUrl,
  mailTransport,
  mailFrom,
  now,
  limits,
}: AccountServicesOptions) {
  const billing = createBilling({ db, now });
  const plans = createPlans({ db });
  const accounts = createAccounts({ db, billing });
  const sessions = createSessions({ db, secrets, now });
  const links = createLinks({ publicUrl, now });
  const mail = createMail({ db, secrets, log, transport: mailTransport, from: mailFrom });
  const activity = createActivity({ db });
  const attempts = createAttempts(limits);
  const auth = createAuth({ db, accounts, sessions, links, attempts, mail, activity, publicUrl, now });
  return { billing, plans, accounts, sessions, mail, activity, auth };
}
export type AccountServices = ReturnType<typeof createAccountServices>;
