import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Registry } from 'prom-client';
import type { Activity } from '../activity/activity.service.ts';
import type { Letterhead } from './letter-data.ts';
import { createMail } from './mail.service.ts';
import { measureLetters } from './mail-metrics.ts';
import type { BulkLetters } from './sending.ts';
import { createTemplates } from './templates.service.ts';
import type { MailTransport } from './transports.ts';

export interface MailOptions {
  mailTransport: MailTransport;
  /** The folder where mail senders journal the letters they have given to the mail server. */
  mailJournals?: string;
  mailFrom: string;
}

interface MailDeps extends MailOptions {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  letterhead: Letterhead;
  /** The letters of campaigns. */
  bulk: BulkLetters;
  activity: Activity;
  now?: (() => Date) | undefined;
}

/** The queue of letters and their templates. */
export function createMailModule({ db, secrets, log, letterhead, bulk, activity, now, ...options }: MailDeps) {
  const templates = createTemplates({ db, activity, letterhead, now });
  const mail = createMail({
    db,
    secrets,
    log,
    transport: options.mailTransport,
    journals: options.mailJournals,
    from: options.mailFrom,
    letterhead,
    ownTemplates: templates.own,
    bulk,
    now,
  });
  const registerMetrics = (registry: Registry): void =>
    measureLetters(registry, { db, now: now ?? (() => new Date()) });
  return { services: { mail, templates }, registerMetrics };
}
