import { supportEndpoints } from '@ostatok/api/contract/support.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { SupportAccess } from './support-access.service.ts';

export const supportRoutes = (enter: SupportAccess) =>
  endpointsOf(supportEndpoints, {
    'POST /api/admin/tenants/:id/support-session': ({ caller, params, body }) => enter(caller, params.id, body.reason),
  });
