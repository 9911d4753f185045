import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { chainModules } from '@ostatok/kit/node/module-chain.ts';
import { createAliasImportsModule } from '../alias-imports/module.ts';
import { createCampaignsModule } from '../campaigns/module.ts';
import { createCatalogueModule } from '../catalogue/module.ts';
import { createAuditModule } from '../cleanup/module.ts';
import type { AuditedHost, AuditedIngress } from '../cleanup/observed-state.ts';
import type { Host } from '../hosting/host.ts';
import { createImagesModule } from '../images/module.ts';
import { createMatchingModule } from '../matching/module.ts';
import { createOperationsModule } from '../operations/module.ts';
import type { OperationsOptions } from '../operations/operations.service.ts';
import { createOverviewModule } from '../overview/module.ts';
import { createPreferencesModule } from '../preferences/module.ts';
import { createPublicModule } from '../public/module.ts';
import type { Releases } from '../releases/releases.service.ts';
import type { SeesSandbox } from '../sandbox/viewers.ts';
import { createInstallation } from '../tenant-removal/installation.service.ts';
import type { AccountModules } from './account-modules.ts';
import type { Module } from './module.ts';

export interface AdministrationOptions {
  db: Knex;
  /** The pool for locks that are held as long as long work takes; `db` by default. */
  lockPool?: Knex;
  accounts: AccountModules;
  host: AuditedHost & Pick<Host, 'buildImage'>;
  releases: Releases;
  ingress: AuditedIngress;
  publicConfig: PublicConfig;
  seesSandbox: SeesSandbox;
  /** Enqueues an operation, which is taken up once the transaction is committed. */
  enqueueOperation: OperationsOptions['enqueue'];
  longestAnswerMs?: number | undefined;
  log: Logger;
  now?: () => Date;
}

/** Creates the modules of the administrator's pages, the catalogue and the public pages. */
export function createAdministration({ accounts, enqueueOperation, ...options }: AdministrationOptions) {
  const shared = { ...accounts, ...options };
  const installation = createInstallation({ db: options.db, server: options.db });
  const { services, modules } = chainModules<Module, typeof shared>(shared)
    .with(createOverviewModule)
    .with(createPreferencesModule)
    .with((deps) => createOperationsModule({ ...deps, enqueue: enqueueOperation }))
    .with(createImagesModule)
    .with((deps) => createAuditModule({ ...deps, installation }))
    .with(createCatalogueModule)
    .with(createMatchingModule)
    .with(createAliasImportsModule)
    .with((deps) => createCampaignsModule({ ...deps, supportEmail: options.publicConfig.supportEmail }))
    .with(createPublicModule);
  return { ...services, modules };
}
export type Administration = ReturnType<typeof createAdministration>;
