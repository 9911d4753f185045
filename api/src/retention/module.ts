import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Confirm } from '../auth/confirmation.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Billing } from '../billing/billing.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Storage } from '../storage/storage.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { TenantExport } from '../tenants/tenant-export.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { createConsent } from './consent.service.ts';
import { createAccountDeletion } from './deletion.service.ts';
import { createDataExport } from './export.service.ts';
import { createBucketJournal, createErasureJournal } from './journal.ts';
import { myDataRoutes } from './my-data.routes.ts';
import { createRetention } from './retention.service.ts';

interface RetentionDeps {
  db: Knex;
  sessions: Sessions;
  billing: Billing;
  mail: Mail;
  activity: Activity;
  security: SecurityLog;
  trustedClock: TrustedClock;
  confirmation: Confirm;
  removal: VenueRemoval;
  venueExport: TenantExport;
  /** The installation's folder: the journal of erasures is kept there, outside the database, unless there is a bucket. */
  home: string;
  storage: Storage;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Export, retention and erasure of personal data of accounts and tenants. */
export function createRetentionModule(deps: RetentionDeps) {
  const { db, billing, activity, security, now } = deps;
  const file = createErasureJournal(join(deps.home, 'erasures.jsonl'));
  // several machines share a bucket, while each has a folder of its own
  const journal = deps.storage.folder === undefined ? createBucketJournal(deps.storage, file) : file;
  const deletion = createAccountDeletion({ ...deps, venues: deps.removal, journal });
  const retention = createRetention({ ...deps, deletion, journal });
  const myData = {
    deletion,
    exports: createDataExport({ db, billing, security, now }),
    venueExport: deps.venueExport,
    consent: createConsent({ db, activity, now }),
  };
  return {
    services: { retention, deletion },
    routes: [myDataRoutes(myData, deps.confirmation)],
    jobs: [
      { name: 'erasures', cron: '5 * * * *', run: retention.reapplyErasures },
      { name: 'venue-purge', cron: '10 * * * *', run: retention.purgeVenues },
      { name: 'account-purge', cron: '15 * * * *', run: retention.purgeAccounts },
      { name: 'log-purge', cron: '20 * * * *', run: retention.purgeLogs },
    ],
  };
}
