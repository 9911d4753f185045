import { keptTenantsEndpoints } from '@ostatok/api/contract/tenants.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Keeping } from './keeping.service.ts';

export const keepingRoutes = (keep: Keeping) =>
  endpointsOf(keptTenantsEndpoints, {
    async 'PUT /api/provision/kept-tenants'({ caller, body }) {
      await keep(caller.userId, body.tenantIds);
      return {};
    },
  });
