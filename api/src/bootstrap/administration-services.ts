import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createUsers } from '../account/users.service.ts';
import { createAliasImports } from '../alias-imports/alias-imports.service.ts';
import { createEmailServices } from '../campaigns/email-services.ts';
import { createCatalogue } from '../catalogue/catalogue.service.ts';
import { createProposals } from '../catalogue/proposals.service.ts';
import { createAudit } from '../cleanup/audit.service.ts';
import { type AuditedHost, type AuditedIngress, createStateObserver } from '../cleanup/observed-state.ts';
import { createImages, type ImageHost } from '../images/images.service.ts';
import { createMatching } from '../matching/matching.service.ts';
import { createOperations, type OperationsDeps } from '../operations/operations.service.ts';
import { createOverview } from '../overview/overview.service.ts';
import { createPreferences } from '../preferences/preferences.service.ts';
import { createPublic } from '../public/public.service.ts';
import { createInstallation } from '../tenants/provisioning/installation.service.ts';
import type { AccountServices } from './account-services.ts';

export interface AdministrationOptions {
  db: Knex;
  /** The pool for locks that are held as long as long work takes; `db` by default. */
  lockPool?: Knex;
  accounts: AccountServices;
  host: AuditedHost & ImageHost;
  ingress: AuditedIngress;
  publicConfig: PublicConfig;
  /** The file that keeps the catalogue's mirror for the next start. */
  catalogueFile?: string;
  /** Enqueues an operation, which is taken up once the transaction is committed. */
  enqueueOperation: OperationsDeps['enqueue'];
  log: Logger;
  now?: () => Date;
}

/** Creates the services of the administrator's pages, the catalogue and the public pages. */
export function createAdministration({
  db,
  lockPool,
  accounts,
  host,
  ingress,
  publicConfig,
  catalogueFile,
  enqueueOperation,
  log,
  now,
}: AdministrationOptions) {
  const { activity, security, live, sessions, plans } = accounts;
  const overview = createOverview({ db, activity, now });
  const operations = createOperations({
    db,
    lockPool,
    enqueue: enqueueOperation,
    tell: (trx, id) => live.tell(trx, { resource: 'operations', id }),
    activity,
    log,
    now,
  });
  const installation = createInstallation({ db, server: db });
  const catalogue = createCatalogue({ db, activity, kept: catalogueFile, log, now });
  return {
    overview,
    events: { live, sessions },
    activity,
    security,
    preferences: createPreferences({ db, now }),
    operations,
    catalogue,
    aliasImports: createAliasImports({ db, catalogue, now }),
    proposals: createProposals({ db, catalogue, activity, live, now }),
    users: createUsers({ db, sessions, activity, security }),
    matching: createMatching({ catalogue }),
    email: createEmailServices({ db, accounts, log, now }),
    images: createImages({ db, host, activity }),
    audit: createAudit({ db, observeState: createStateObserver({ installation, host, ingress }), now }),
    pages: createPublic({ plans, overview, catalogue, config: publicConfig, now }),
  };
}
export type Administration = ReturnType<typeof createAdministration>;
