import { adminTenantEndpoints } from '@ostatok/api/contract/tenants.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { AdminTenants } from './admin-tenants.service.ts';

export const adminTenantsRoutes = (tenants: AdminTenants) =>
  endpointsOf(adminTenantEndpoints, {
    async 'GET /api/admin/tenants'({ page, filter: { id, search, q, ...filter } }) {
      const { rows, total } = await tenants.list({
        ...page,
        sort: page.sort === 'id' ? 'number' : page.sort,
        ids: id,
        search: search ?? q,
        ...filter,
      });
      return { tenants: rows, total };
    },
    'GET /api/admin/tenants/load': async () => ({ tenants: await tenants.load() }),
    'GET /api/admin/tenants/:id': async ({ params }) => ({ tenant: await tenants.details(params.id) }),
    async 'DELETE /api/admin/tenants/:id'({ caller, params }) {
      await tenants.remove(caller.userId, params.id);
      return {};
    },
    'PUT /api/admin/tenants/:id/status': async ({ caller, params, body }) => ({
      status: await tenants.setStatus(caller.userId, params.id, body.status),
    }),
    async 'POST /api/admin/tenants/:id/restart'({ caller, params }) {
      await tenants.restart(caller.userId, params.id);
      return {};
    },
    'GET /api/admin/tenants/:id/logs': async ({ params, query }) => ({
      lines: await tenants.logs(params.id, query.lines),
    }),
  });
