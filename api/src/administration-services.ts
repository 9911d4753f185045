import type { PublicConfig } from '@ostatok/api/contract/public.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createUsers } from './account/users.service.ts';
import type { AccountServices } from './account-services.ts';
import { createCampaigns } from './campaigns/campaigns.service.ts';
import { createCatalogue } from './catalogue/catalogue.service.ts';
import { createProposals } from './catalogue/proposals.service.ts';
import { type AuditedIngress, createCleanup } from './cleanup/cleanup.service.ts';
import { databaseSuite } from './diagnostics/database-suite.ts';
import { createDiagnostics } from './diagnostics/diagnostics.service.ts';
import type { Host } from './hosting/host.ts';
import { createImages, type ImageHost } from './images/images.service.ts';
import { createMatching } from './matching/matching.service.ts';
import { createOperations, type OperationsDeps } from './operations/operations.service.ts';
import { createOverview } from './overview/overview.service.ts';
import { createPublic } from './public/public.service.ts';

export interface AdministrationOptions {
  db: Knex;
  accounts: AccountServices;
  host: Pick<Host, 'list'> & ImageHost;
  ingress: AuditedIngress;
  migrationNames: string[];
  publicConfig: Omit<PublicConfig, 'success'>;
  /** Has an operation taken up once the transaction is committed. */
  ringOperation: OperationsDeps['ring'];
  log: Logger;
  now?: () => Date;
}

/** The services of the administrator's pages, of the catalogue and of the public pages. */
export function createAdministration({
  db,
  accounts,
  host,
  ingress,
  migrationNames,
  publicConfig,
  ringOperation,
  log,
  now,
}: AdministrationOptions) {
  const { activity, live, sessions, mail, plans } = accounts;
  const overview = createOverview({ db, activity });
  const operations = createOperations({
    db,
    ring: ringOperation,
    tell: (trx, id) => live.tell(trx, { resource: 'operations', id }),
    activity,
    log,
    now,
  });
  const catalogue = createCatalogue({ db });
  return {
    overview,
    events: { live, sessions },
    operations,
    catalogue,
    proposals: createProposals({ db, catalogue }),
    users: createUsers({ db, sessions, activity }),
    matching: createMatching({ catalogue }),
    campaigns: createCampaigns({ mail, now }),
    images: createImages({ host }),
    cleanup: createCleanup({ db, host, ingress, now }),
    diagnostics: createDiagnostics([databaseSuite(db, migrationNames)]),
    pages: createPublic({ plans, overview, catalogue, config: publicConfig, now }),
  };
}
export type Administration = ReturnType<typeof createAdministration>;
