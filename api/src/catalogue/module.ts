import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Live } from '../live/live.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import { catalogueLookupRoutes, catalogueRoutes, type VenueCalls } from './catalogue.routes.ts';
import { type Catalogue, createCatalogue } from './catalogue.service.ts';
import { createNaming } from './naming.service.ts';
import { adminProposalsRoutes, proposalsRoutes } from './proposals.routes.ts';
import { createProposals, type Proposals } from './proposals.service.ts';

interface TenantCatalogueDeps {
  catalogue: Catalogue;
  proposals: Proposals;
  tenantCalls: VenueCalls;
}

/** What tenants ask of the catalogue and propose for it. */
export function createTenantCatalogueModule({ catalogue, proposals, tenantCalls }: TenantCatalogueDeps) {
  const routes: Routes[] = [
    { path: '/internal/catalogue', access: 'process', router: catalogueLookupRoutes(catalogue, tenantCalls) },
    { path: '/internal/proposals', access: 'process', router: proposalsRoutes(proposals, tenantCalls) },
  ];
  return { routes };
}

interface CatalogueDeps {
  db: Knex;
  activity: Activity;
  live: Live;
  operations: Pick<Operations, 'define' | 'start' | 'isOpen'>;
  now?: (() => Date) | undefined;
}

/** The global catalogue and what venues propose for it. */
export function createCatalogueModule({ db, activity, live, operations, now }: CatalogueDeps) {
  const catalogue = createCatalogue({ db, activity, now });
  const proposals = createProposals({ db, catalogue, activity, live, now });
  const naming = createNaming({ db, writer: catalogue.writer, operations });
  return {
    services: { catalogue, proposals, naming },
    routes: [adminProposalsRoutes(proposals), catalogueRoutes(catalogue)],
    watches: [{ name: 'names of the catalogue', start: naming.begin }],
  };
}
