import { adminUsersRoutes } from '../account/users.routes.ts';
import { aliasImportsRoutes } from '../alias-imports/alias-imports.routes.ts';
import type { Routes } from '../auth/mounted.routes.ts';
import { campaignsRoutes } from '../campaigns/campaigns.routes.ts';
import { unsubscribeRoutes } from '../campaigns/unsubscribe.routes.ts';
import { catalogueRoutes } from '../catalogue/catalogue.routes.ts';
import { adminProposalsRoutes } from '../catalogue/proposals.routes.ts';
import { auditRoutes } from '../cleanup/audit.routes.ts';
import { imagesRoutes } from '../images/images.routes.ts';
import { emailTemplatesRoutes } from '../mail/templates.routes.ts';
import { operationsRoutes } from '../operations/operations.routes.ts';
import { liveRoutes } from '../overview/live.routes.ts';
import { activityRoutes, overviewRoutes } from '../overview/overview.routes.ts';
import { preferencesRoutes } from '../preferences/preferences.routes.ts';
import { publicRoutes } from '../public/public.routes.ts';
import { securityRoutes } from '../security/security.routes.ts';
import type { Administration } from './administration-services.ts';

/** The routes of campaigns and letters; whoever has the link of a letter may unsubscribe. */
function emailRoutesOf({ email, pages }: Administration): Routes[] {
  const { templates, campaigns, tests, unsubscribe } = email;
  const unsubscribing = unsubscribeRoutes(unsubscribe, pages.config.supportEmail);
  return [
    { path: '/api/public/unsubscribe', access: 'anyone', router: unsubscribing },
    emailTemplatesRoutes(templates, tests, campaigns),
    campaignsRoutes(campaigns),
  ];
}

/** The routes of the public pages, the catalogue and the administrator. */
export const administrationRoutes = (services: Administration): Routes[] => [
  publicRoutes(services.pages),
  liveRoutes(services.events),
  overviewRoutes(services.overview),
  activityRoutes(services.activity),
  securityRoutes(services.security),
  preferencesRoutes(services.preferences),
  operationsRoutes(services.operations),
  adminUsersRoutes(services.users),
  imagesRoutes(services.images),
  auditRoutes(services.audit),
  adminProposalsRoutes(services.proposals),
  aliasImportsRoutes(services.aliasImports),
  catalogueRoutes(services.catalogue, services.matching),
  ...emailRoutesOf(services),
];
