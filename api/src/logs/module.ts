import { logsRoutes } from './logs.routes.ts';
import { createLogs, type LogsDeps } from './logs.service.ts';
import { createPlatformLog } from './platform-log.service.ts';

/** What administrators look for in the logs of tenants and of the platform. */
export function createLogsModule(deps: LogsDeps) {
  return { routes: [logsRoutes(createLogs(deps), createPlatformLog(deps.logFile))] };
}
