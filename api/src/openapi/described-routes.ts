import { platformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { DescribedRoutes } from './described.ts';
import { ownerRoutes } from './routes/owners.ts';

/** Every route of the API. A test compares it with the routers and fails on a route that only one of them has. */
export const describedRoutes: DescribedRoutes = {
  ...ownerRoutes,
  ...platformEndpoints,
};
