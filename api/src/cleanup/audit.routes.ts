import { auditEndpoints } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Audit } from './audit.service.ts';

export const auditRoutes = ({ audit }: Audit) =>
  endpointsOf(auditEndpoints, {
    'GET /api/admin/tenants/audit': ({ filter: { id, search, q, ...filter }, page }) =>
      audit({ ...page, ...filter, ids: id, search: search ?? q }),
  });
