import type { MountedRoutes } from '../auth/mounted.routes.ts';
import { pushesRoutes } from '../pushes/pushes.routes.ts';
import { updatesRoutes } from '../tenants/supervisor/updates.routes.ts';
import type { Administration } from './administration-services.ts';
import type { Rollouts } from './rollout-services.ts';

/** Mount them before the catalogue's own routes, which would take `push` for an alias. */
export const rolloutRoutes = (
  { pushes, updates }: Rollouts,
  { operations }: Pick<Administration, 'operations'>,
): MountedRoutes[] => [
  { path: '/api/admin/aliases/push', access: 'admin', router: pushesRoutes(pushes, operations) },
  { path: '/api/admin', access: 'admin', router: updatesRoutes(updates, operations) },
];
