import type { Express } from 'express';
import { adminUsersRoutes } from '../account/users.routes.ts';
import { aliasImportsRoutes } from '../alias-imports/alias-imports.routes.ts';
import type { Guard } from '../auth/guard.routes.ts';
import { mountEmail } from '../campaigns/mount-email.routes.ts';
import { adminAliasesRoutes } from '../catalogue/catalogue.routes.ts';
import { adminProposalsRoutes } from '../catalogue/proposals.routes.ts';
import { auditRoutes } from '../cleanup/audit.routes.ts';
import { imagesRoutes } from '../images/images.routes.ts';
import { matchingRoutes } from '../matching/matching.routes.ts';
import { operationsRoutes } from '../operations/operations.routes.ts';
import { liveRoutes } from '../overview/live.routes.ts';
import { activityRoutes, overviewRoutes } from '../overview/overview.routes.ts';
import { preferencesRoutes } from '../preferences/preferences.routes.ts';
import { publicRoutes } from '../public/public.routes.ts';
import { securityRoutes } from '../security/security.routes.ts';
import type { Administration } from './administration-services.ts';

/** Mounts the routes of the public pages, the catalogue and the administrator. */
export function mountAdministration(app: Express, services: Administration, guard: Guard): void {
  app.use('/api/public', publicRoutes(services.pages));
  app.use('/api/catalog', guard.requireUser, matchingRoutes(services.matching));
  app.use(['/api/admin', '/api/test'], guard.requireAdmin);
  app.use('/api/admin/events', liveRoutes(services.events));
  app.use('/api/admin/stats', overviewRoutes(services.overview));
  app.use('/api/admin/activity', activityRoutes(services.activity));
  app.use('/api/admin/security/events', securityRoutes(services.security));
  app.use('/api/admin/preferences', preferencesRoutes(services.preferences));
  app.use('/api/admin/operations', operationsRoutes(services.operations));
  app.use('/api/admin/users', adminUsersRoutes(services.users));
  app.use('/api/admin/images', imagesRoutes(services.images));
  app.use('/api/admin/tenants', auditRoutes(services.audit));
  app.use('/api/admin/aliases/proposals', adminProposalsRoutes(services.proposals));
  app.use('/api/admin/aliases/import', aliasImportsRoutes(services.aliasImports));
  app.use('/api/admin/aliases', adminAliasesRoutes(services.catalogue));
  mountEmail(app, services.email, services.pages.config.supportEmail);
}
