import { logsEndpoints } from '@ostatok/api/contract/logs.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Logs } from './logs.service.ts';
import type { ReadPlatformLog } from './platform-log.service.ts';

export const logsRoutes = (logs: Logs, readLast: ReadPlatformLog) =>
  endpointsOf(logsEndpoints, {
    async 'GET /api/admin/logs'({ query, filter, page }) {
      const lines = query.lines === undefined ? {} : { lines: await readLast(query.lines) };
      return { ...(await logs.search(filter, page)), ...lines };
    },
  });
