import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createMatching } from '../matching/matching.service.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { Live } from '../overview/live.service.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { createCatalogue } from './catalogue.service.ts';
import { adminProposalsRoutes } from './proposals.routes.ts';
import { createProposals } from './proposals.service.ts';

interface CatalogueDeps {
  db: Knex;
  activity: Activity;
  live: Live;
  /** The file that keeps the catalogue's mirror for the next start. */
  catalogueFile?: string | undefined;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** The global catalogue, what venues propose for it, and the search in it. */
export function createCatalogueModule({ db, activity, live, catalogueFile, log, now }: CatalogueDeps) {
  const catalogue = createCatalogue({ db, activity, kept: catalogueFile, log, now });
  const proposals = createProposals({ db, catalogue, activity, live, now });
  const matching = createMatching({ catalogue });
  return {
    services: { catalogue, proposals, matching },
    routes: [adminProposalsRoutes(proposals), catalogueRoutes(catalogue, matching)],
  };
}
