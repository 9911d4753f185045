import { matchingEndpoints } from '@ostatok/api/contract/matching.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Matching } from './matching.service.ts';

export const matchingRoutes = (matching: Matching) =>
  endpointsOf(matchingEndpoints, {
    async 'GET /api/catalog/search'({ query }) {
      const results = await matching.search(query.q);
      return { data: { results }, results };
    },
  });
