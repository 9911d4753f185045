import type { Routes } from '../auth/mounted.routes.ts';
import { pushesRoutes } from '../pushes/pushes.routes.ts';
import { updatesRoutes } from '../tenants/supervisor/updates.routes.ts';
import type { Administration } from './administration-services.ts';
import type { Rollouts } from './rollout-services.ts';

export const rolloutRoutes = (
  { pushes, updates }: Rollouts,
  { operations }: Pick<Administration, 'operations'>,
): Routes[] => [pushesRoutes(pushes, operations), updatesRoutes(updates, operations)];
