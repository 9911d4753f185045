import type { Routes } from '../access/mounted.routes.ts';
import { EVERY_MINUTE } from '../platform/jobs.ts';
import { statusPageRoutes, statusRoutes } from './status.routes.ts';
import { createStatus, type StatusDeps } from './status.service.ts';

/** What customers see of the platform's health. */
export function createStatusModule({ supportEmail, ...deps }: StatusDeps & { supportEmail: string }) {
  const status = createStatus(deps);
  const routes: Routes[] = [
    statusRoutes(status),
    { path: '/status', access: 'anyone', router: statusPageRoutes(status, supportEmail) },
  ];
  return { services: { status }, routes, jobs: [{ name: 'status', cron: EVERY_MINUTE, run: status.record }] };
}
