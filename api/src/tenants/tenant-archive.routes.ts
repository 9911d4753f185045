import { tenantArchiveEndpoints } from '@ostatok/api/contract/archives.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { sendExport } from './send-export.ts';
import type { TenantExport } from './tenant-export.service.ts';

export const tenantArchiveRoutes = (exports: Pick<TenantExport, 'archiveFor'>) =>
  endpointsOf(tenantArchiveEndpoints, {
    'GET /api/admin/tenants/:id/archive.zip': ({ caller, params, res }) =>
      sendExport(res, 'application/zip', (gone, use) => exports.archiveFor(caller.userId, params.id, gone, use)),
  });
