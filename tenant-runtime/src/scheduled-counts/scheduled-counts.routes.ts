import { scheduledCountEndpoints } from '../../contract/scheduled-counts.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { rowId } from '../path-params.ts';
import type { ScheduledCounts } from './scheduled-counts.service.ts';

const scheduledId = (value: unknown): number => rowId(value, 'Такого подсчёта в расписании нет');

export const scheduledCountsRoutes = (scheduled: ScheduledCounts) =>
  endpointsOf(scheduledCountEndpoints, {
    'GET /api/scheduled-counts': async () => ({ scheduledCounts: await scheduled.list() }),
    'POST /api/scheduled-counts': async ({ body }) => ({ scheduledCount: await scheduled.add(body) }),
    'PUT /api/scheduled-counts/:id': async ({ params, body }) => ({
      scheduledCount: await scheduled.update(scheduledId(params.id), body),
    }),
    async 'DELETE /api/scheduled-counts/:id'({ params }) {
      await scheduled.remove(scheduledId(params.id));
      return {};
    },
    'POST /api/scheduled-counts/due/:id/start': ({ params, caller }) => scheduled.start(scheduledId(params.id), caller),
  });
