import { tenantRestoreEndpoints } from '@ostatok/api/contract/tenant-removal.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { RestoringDeleted } from './restoring-deleted.service.ts';

export const restoreRoutes = (restoring: RestoringDeleted) =>
  endpointsOf(tenantRestoreEndpoints, {
    'GET /api/provision/deleted-tenants': async ({ caller }) => ({ tenants: await restoring.listOf(caller.userId) }),
    'POST /api/provision/tenant/:id/restore': async ({ caller, params }) => ({
      status: await restoring.byOwner(caller.userId, params.id),
    }),
    'POST /api/admin/tenants/:id/restore': async ({ caller, params }) => ({
      status: await restoring.byAdministrator(caller.userId, params.id),
    }),
  });
