import type { Express } from 'express';
import type { Guard } from '../auth/guard.routes.ts';
import { pushesRoutes } from '../pushes/pushes.routes.ts';
import { updatesRoutes } from '../tenants/supervisor/updates.routes.ts';
import type { Administration } from './administration-services.ts';
import type { Rollouts } from './rollout-services.ts';

/** Mount it before the catalogue's own routes, which would take `push` for an alias. */
export function mountRollouts(
  app: Express,
  { pushes, updates }: Rollouts,
  { operations }: Pick<Administration, 'operations'>,
  guard: Guard,
): void {
  app.use('/api/admin/aliases/push', guard.requireAdmin, pushesRoutes(pushes, operations));
  app.post(['/api/admin/update-all-tenants', '/api/admin/tenants/:id/update'], guard.requireAdmin);
  app.use('/api/admin', updatesRoutes(updates, operations));
}
