import type { Express } from 'express';
import type { Administration } from './administration-services.ts';
import type { Guard } from './auth/guard.routes.ts';
import { backupsRoutes } from './backups/backups.routes.ts';
import type { Upkeep } from './upkeep-services.ts';

/** The administrator's routes of backups. */
export function mountUpkeep(
  app: Express,
  { backups }: Upkeep,
  { operations }: Pick<Administration, 'operations'>,
  guard: Guard,
): void {
  app.use('/api/admin/backups', guard.requireAdmin, backupsRoutes(backups, operations));
}
