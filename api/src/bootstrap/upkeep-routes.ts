import type { Express } from 'express';
import { attentionRoutes } from '../attention/attention.routes.ts';
import type { Guard } from '../auth/guard.routes.ts';
import { backupsRoutes } from '../backups/backups.routes.ts';
import { diagnosticsRoutes } from '../diagnostics/diagnostics.routes.ts';
import { platformLogRoutes } from '../diagnostics/platform-log.routes.ts';
import type { Administration } from './administration-services.ts';
import type { Upkeep } from './upkeep-services.ts';

/** Mounts the administrator's routes of backups and checks. */
export function mountUpkeep(
  app: Express,
  { backups, diagnostics, hardening, readAttention, readLog }: Upkeep,
  { operations }: Pick<Administration, 'operations'>,
  guard: Guard,
): void {
  app.use('/api/admin/attention', guard.requireAdmin, attentionRoutes(readAttention));
  app.use('/api/admin/logs', guard.requireAdmin, platformLogRoutes(readLog));
  app.use('/api/admin/backups', guard.requireAdmin, backupsRoutes(backups, operations));
  app.use('/api/test', guard.requireAdmin, diagnosticsRoutes(diagnostics, hardening));
}
