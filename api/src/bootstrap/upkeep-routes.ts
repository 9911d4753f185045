import { attentionRoutes } from '../attention/attention.routes.ts';
import type { Routes } from '../auth/mounted.routes.ts';
import { backupsRoutes } from '../backups/backups.routes.ts';
import { diagnosticsRoutes } from '../diagnostics/diagnostics.routes.ts';
import type { Administration } from './administration-services.ts';
import type { Upkeep } from './upkeep-services.ts';

/** The administrator's routes of backups and checks. */
export const upkeepRoutes = (
  { backups, diagnostics, hardening, readAttention, readLog }: Upkeep,
  { operations }: Pick<Administration, 'operations'>,
): Routes[] => [
  attentionRoutes(readAttention),
  backupsRoutes(backups, operations),
  diagnosticsRoutes(diagnostics, hardening, readLog),
];
