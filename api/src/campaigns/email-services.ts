import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Templates } from '../mail/templates.service.ts';
import { createTestLetters } from '../mail/test-letters.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { Live } from '../overview/live.service.ts';
import { createCampaigns } from './campaigns.service.ts';
import { createFeeder } from './feeder.ts';
import { createUnsubscribe } from './unsubscribe.service.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

interface EmailServicesDeps {
  db: Knex;
  accounts: { mail: Mail; templates: Templates; unsubscribeLinks: UnsubscribeLinks; activity: Activity; live: Live };
  log: Logger;
  now?: () => Date;
}

/** The services for administrators' letters, in the order of their dependencies. */
export function createEmailServices({ db, accounts, log, now }: EmailServicesDeps) {
  const { mail, templates, unsubscribeLinks: links, activity, live } = accounts;
  const feeder = createFeeder({ db, log, mail, live, now });
  return {
    templates,
    feeder,
    campaigns: createCampaigns({ db, mail, templates, activity, feeder, now }),
    tests: createTestLetters({ db, mail, templates, activity }),
    unsubscribe: createUnsubscribe({ db, links, activity, now }),
  };
}
export type EmailServices = ReturnType<typeof createEmailServices>;
