import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Activity } from '../activity/activity.service.ts';
import { createCampaignLetters } from '../campaigns/campaign-letters.ts';
import { createUnsubscribeLinks } from '../campaigns/unsubscribe-links.ts';
import type { Letterhead } from './letter-data.ts';
import { createMail } from './mail.service.ts';
import { createTemplates } from './templates.service.ts';
import type { MailTransport } from './transports.ts';

export interface MailOptions {
  mailTransport: MailTransport;
  /** The folder where mail senders journal the letters they have given to the mail server. */
  mailJournals?: string;
  mailFrom: string;
  /** Letters name the support address and the seller. */
  supportEmail: string;
  seller: Letterhead['seller'];
}

interface MailDeps extends MailOptions {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  publicUrl: string;
  activity: Activity;
  now?: (() => Date) | undefined;
}

/** The queue of letters and their templates. */
export function createMailModule({ db, secrets, log, publicUrl, activity, now, ...options }: MailDeps) {
  const letterhead = { publicUrl, supportEmail: options.supportEmail, seller: options.seller };
  const templates = createTemplates({ db, activity, letterhead, now });
  const unsubscribeLinks = createUnsubscribeLinks({ secrets, publicUrl });
  const mail = createMail({
    db,
    secrets,
    log,
    transport: options.mailTransport,
    journals: options.mailJournals,
    from: options.mailFrom,
    letterhead,
    ownTemplates: templates.own,
    bulk: createCampaignLetters({ db, letterhead, links: unsubscribeLinks, now }),
    now,
  });
  return { services: { mail, templates, unsubscribeLinks } };
}
