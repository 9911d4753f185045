import type { Catalogue } from '../catalogue/catalogue.service.ts';
import { createMatcher } from './matcher.ts';
import { matchingRoutes, tenantMatchingRoutes } from './matching.routes.ts';
import { createMatching } from './matching.service.ts';
import { createTenantMatching, type TenantMatchingDeps } from './tenant-matching.service.ts';

/** What a name means among the catalogue's products. */
export function createMatchingModule({ catalogue }: { catalogue: Catalogue }) {
  const matcher = createMatcher({ catalogue });
  const matching = createMatching({ catalogue, matcher });
  return { services: { matcher, matching }, routes: [matchingRoutes(matching)] };
}

/** An owner matches the products of their tenant. */
export const createTenantMatchingModule = (deps: TenantMatchingDeps) => ({
  routes: [tenantMatchingRoutes(createTenantMatching(deps))],
});
