import type { Catalogue } from '../catalogue/catalogue.service.ts';
import { createMatcher } from './matcher.ts';
import { matchingRoutes, tenantMatchingRoutes } from './matching.routes.ts';
import { createMatching } from './matching.service.ts';
import { synonymsRoutes } from './synonyms.routes.ts';
import { createSynonyms, type SynonymsOptions } from './synonyms.service.ts';
import { createTenantMatching, type TenantMatchingDeps } from './tenant-matching.service.ts';

/** What a name means among the catalogue's products. */
export function createMatchingModule({ catalogue, ...options }: SynonymsOptions & { catalogue: Catalogue }) {
  const matcher = createMatcher({ catalogue });
  const synonyms = createSynonyms(options);
  const matching = createMatching({ catalogue, matcher, synonyms });
  return { services: { matcher, matching, synonyms }, routes: [matchingRoutes(matching), synonymsRoutes(synonyms)] };
}

/** An owner matches the products of their tenant. */
export const createTenantMatchingModule = (deps: TenantMatchingDeps) => ({
  routes: [tenantMatchingRoutes(createTenantMatching(deps))],
});
