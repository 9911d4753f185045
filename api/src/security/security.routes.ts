import { securityEndpoints } from '@ostatok/api/contract/security.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { SecurityLog } from './security.service.ts';

export const securityRoutes = (security: SecurityLog) =>
  endpointsOf(securityEndpoints, {
    'GET /api/admin/security/events': ({ filter, page }) => security.list(filter, page),
  });
