import { overviewEndpoints } from '@ostatok/api/contract/overview.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Overview } from './overview.service.ts';

export const overviewRoutes = (overview: Overview) =>
  endpointsOf(overviewEndpoints, {
    'GET /api/admin/stats': async () => ({ stats: await overview.stats() }),
    'GET /api/admin/stats/growth': async ({ query }) => ({ months: await overview.growth(query.months) }),
  });
