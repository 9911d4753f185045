import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createConsent } from '../account/consent.service.ts';
import { createAccountDeletion } from '../account/deletion.service.ts';
import { createDataExport } from '../account/export.service.ts';
import { createErasureJournal } from '../retention/journal.ts';
import { createRetention } from '../retention/retention.service.ts';
import type { AccountServices } from './account-services.ts';
import type { TenantServices } from './tenant-services.ts';

interface PeopleOptions {
  db: Knex;
  accounts: AccountServices;
  venues: Pick<TenantServices, 'removal' | 'export'>;
  /** The installation's folder: the journal of erasures is kept there, outside the database. */
  home: string;
  log: Logger;
  now?: () => Date;
}

/** Creates the services that export, keep and erase personal data of accounts and tenants. */
export function createPeople({ db, accounts, venues, home, log, now }: PeopleOptions) {
  const { sessions, billing, mail, activity, security, trustedClock } = accounts;
  const journal = createErasureJournal(join(home, 'erasures.jsonl'));
  const deletion = createAccountDeletion({
    db,
    sessions,
    billing,
    venues: venues.removal,
    mail,
    activity,
    security,
    journal,
    log,
    now,
  });
  const retention = createRetention({
    db,
    removal: venues.removal,
    deletion,
    activity,
    trustedClock,
    journal,
    home,
    log,
    now,
  });
  return {
    deletion,
    retention,
    exports: createDataExport({ db, billing, security, now }),
    venueExport: venues.export,
    consent: createConsent({ db, activity, now }),
  };
}
export type People = ReturnType<typeof createPeople>;
