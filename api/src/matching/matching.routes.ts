import { matchingEndpoints, tenantMatchingEndpoints } from '@ostatok/api/contract/matching.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Matching } from './matching.service.ts';
import type { TenantMatching } from './tenant-matching.service.ts';

export const matchingRoutes = (matching: Matching) =>
  endpointsOf(matchingEndpoints, {
    async 'GET /api/catalog/search'({ caller, query }) {
      const results = await matching.search(query.q, caller.userId);
      return { data: { results }, results };
    },
  });

export const tenantMatchingRoutes = (matching: TenantMatching) =>
  endpointsOf(tenantMatchingEndpoints, {
    'GET /api/catalog/unmatched': async ({ caller, query }) => ({
      data: await matching.unmatched(caller.userId, query.tenant, query.offset),
    }),
    async 'POST /api/catalog/matches'({ caller, body }) {
      const saved = await matching.save(caller.userId, body.tenantId, body.matches);
      return { ...saved, message: `Сопоставлено ${saved.matched} товаров!` };
    },
    'DELETE /api/catalog/matches': async ({ caller, body }) => ({
      undone: await matching.undo(caller.userId, body.tenantId, body.products),
    }),
    'POST /api/catalog/proposals': ({ caller, body: { tenantId, ...proposal } }) =>
      matching.propose(caller.userId, tenantId, proposal),
  });
