import { securityEndpoints } from '../../contract/security.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { SecurityLog } from './security.service.ts';

/** A support visit can read it too. */
export const securityRoutes = (security: SecurityLog) =>
  endpointsOf(securityEndpoints, { 'GET /api/security': ({ filter, page }) => security.list(filter, page) });
