import { type UsagePace, usageEndpoints } from '../../contract/usage.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { refuseBlind } from '../blindness/blindness.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import { rowId } from '../path-params.ts';
import type { UsageReports } from './usage.service.ts';

/** The report shows quantities, so a blind counter gets none of it. */
export const usageRoutes = (usage: UsageReports & { pace: () => Promise<UsagePace> }, blindness: Blindness) =>
  endpointsOf(
    usageEndpoints,
    {
      'GET /api/usage/counts': () => usage.counts(),
      'GET /api/usage': ({ query }) => usage.between(query),
      'GET /api/usage/trend': () => usage.trend(),
      'GET /api/usage/pace': () => usage.pace(),
      'GET /api/usage/:id': ({ params, query }) => usage.ledger(rowId(params.id, 'Такой позиции нет'), query),
    },
    [refuseBlind(blindness)],
  );
