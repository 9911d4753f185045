import { reportEndpoints } from '../../contract/reports.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { refuseBlind } from '../blindness/blindness.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Reports } from './reports.service.ts';

/** All reports show quantities, so a blind counter gets none of them. */
export const reportsRoutes = (reports: Reports, blindness: Blindness) =>
  endpointsOf(
    reportEndpoints,
    {
      'GET /api/reports/discrepancies': ({ query }) => reports.discrepancies(query),
      'GET /api/reports/order': () => reports.order(),
      'GET /api/reports/losses': ({ query }) => reports.losses(query),
    },
    [refuseBlind(blindness)],
  );
