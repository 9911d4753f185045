import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Live } from '../live/live.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Templates } from '../mail/templates.service.ts';
import { createTestLetters } from '../mail/test-letters.ts';
import { campaignsRoutes } from './campaigns.routes.ts';
import { createCampaigns } from './campaigns.service.ts';
import { createFeeder } from './feeder.ts';
import { emailTemplatesRoutes } from './templates.routes.ts';
import { unsubscribeRoutes } from './unsubscribe.routes.ts';
import { createUnsubscribe } from './unsubscribe.service.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

interface CampaignsDeps {
  db: Knex;
  mail: Mail;
  templates: Templates;
  unsubscribeLinks: UnsubscribeLinks;
  activity: Activity;
  live: Live;
  supportEmail: string;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Administrators' letters: templates, campaigns and the link by which anyone unsubscribes. */
export function createCampaignsModule({ db, mail, templates, activity, live, log, now, ...deps }: CampaignsDeps) {
  const feeder = createFeeder({ db, log, mail, live, now });
  const campaigns = createCampaigns({ db, mail, templates, activity, feeder, now });
  const unsubscribe = createUnsubscribe({ db, links: deps.unsubscribeLinks, activity, now });
  const routes: Routes[] = [
    {
      path: '/api/public/unsubscribe',
      access: 'anyone',
      router: unsubscribeRoutes(unsubscribe, deps.supportEmail),
    },
    emailTemplatesRoutes(templates, createTestLetters({ db, mail, templates, activity }), campaigns),
    campaignsRoutes(campaigns),
  ];
  return { services: { feeder, campaigns }, routes };
}
