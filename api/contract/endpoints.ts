// Written by scripts/lists.mjs from the files of this folder.
import { accountEndpoints, proofEndpoints, sessionEndpoints } from './account.endpoints.ts';
import { aliasImportEndpoints } from './alias-imports.endpoints.ts';
import { archiveEndpoints, tenantArchiveEndpoints } from './archives.endpoints.ts';
import { attentionEndpoints } from './attention.endpoints.ts';
import { backupEndpoints } from './backups.endpoints.ts';
import { billingEndpoints } from './billing.endpoints.ts';
import { campaignEndpoints } from './campaigns.endpoints.ts';
import { catalogueEndpoints } from './catalogue.endpoints.ts';
import { auditEndpoints, cleanupEndpoints } from './cleanup.endpoints.ts';
import { diagnosticsEndpoints } from './diagnostics.endpoints.ts';
import { emailTemplateEndpoints } from './email-templates.endpoints.ts';
import { exportEndpoints } from './exports.endpoints.ts';
import { hostMoveEndpoints } from './host-moves.endpoints.ts';
import { imageEndpoints } from './images.endpoints.ts';
import { liveEndpoints } from './live.endpoints.ts';
import { logsEndpoints } from './logs.endpoints.ts';
import { matchingEndpoints, tenantMatchingEndpoints } from './matching.endpoints.ts';
import { maxEndpoints } from './max.endpoints.ts';
import { miniAppEndpoints } from './mini-app.endpoints.ts';
import { myDataEndpoints } from './my-data.endpoints.ts';
import { operationEndpoints } from './operations.endpoints.ts';
import { activityEndpoints, overviewEndpoints, undoEndpoints } from './overview.endpoints.ts';
import { ownDomainEndpoints } from './own-domains.endpoints.ts';
import { planEndpoints } from './plans.endpoints.ts';
import { preferenceEndpoints } from './preferences.endpoints.ts';
import { proposalEndpoints } from './proposals.endpoints.ts';
import { provisioningEndpoints, tenantStatusEndpoints } from './provisioning.endpoints.ts';
import { publicEndpoints } from './public.endpoints.ts';
import { pushEndpoints } from './pushes.endpoints.ts';
import { securityEndpoints } from './security.endpoints.ts';
import { providerEndpoints, signInEndpoints } from './sign-in.endpoints.ts';
import { statusEndpoints } from './status.endpoints.ts';
import { adminPaymentEndpoints, subscriptionEndpoints } from './subscriptions.endpoints.ts';
import { supportEndpoints } from './support.endpoints.ts';
import { synonymEndpoints } from './synonyms.endpoints.ts';
import { tenantRestoreEndpoints } from './tenant-removal.endpoints.ts';
import {
  adminTenantEndpoints,
  keptTenantsEndpoints,
  ownTenantEndpoints,
  subdomainEndpoints,
} from './tenants.endpoints.ts';
import { updateEndpoints } from './updates.endpoints.ts';
import { userEndpoints } from './users.endpoints.ts';

/** Every endpoint of the platform. Clients import its type alone, so that no schema of an answer reaches a browser. */
export const platformEndpoints = {
  ...accountEndpoints,
  ...activityEndpoints,
  ...adminPaymentEndpoints,
  ...adminTenantEndpoints,
  ...aliasImportEndpoints,
  ...archiveEndpoints,
  ...attentionEndpoints,
  ...auditEndpoints,
  ...backupEndpoints,
  ...billingEndpoints,
  ...campaignEndpoints,
  ...catalogueEndpoints,
  ...cleanupEndpoints,
  ...diagnosticsEndpoints,
  ...emailTemplateEndpoints,
  ...exportEndpoints,
  ...hostMoveEndpoints,
  ...imageEndpoints,
  ...keptTenantsEndpoints,
  ...liveEndpoints,
  ...logsEndpoints,
  ...matchingEndpoints,
  ...maxEndpoints,
  ...miniAppEndpoints,
  ...myDataEndpoints,
  ...operationEndpoints,
  ...overviewEndpoints,
  ...ownDomainEndpoints,
  ...ownTenantEndpoints,
  ...planEndpoints,
  ...preferenceEndpoints,
  ...proofEndpoints,
  ...proposalEndpoints,
  ...providerEndpoints,
  ...provisioningEndpoints,
  ...publicEndpoints,
  ...pushEndpoints,
  ...securityEndpoints,
  ...sessionEndpoints,
  ...signInEndpoints,
  ...statusEndpoints,
  ...subdomainEndpoints,
  ...subscriptionEndpoints,
  ...supportEndpoints,
  ...synonymEndpoints,
  ...tenantArchiveEndpoints,
  ...tenantMatchingEndpoints,
  ...tenantRestoreEndpoints,
  ...tenantStatusEndpoints,
  ...undoEndpoints,
  ...updateEndpoints,
  ...userEndpoints,
};
export type PlatformEndpoints = typeof platformEndpoints;
