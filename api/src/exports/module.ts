import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { exportsRoutes } from './exports.routes.ts';
import { createExports } from './exports.service.ts';
import { exportedLists, type ListedServices } from './lists.ts';

interface ExportsDeps extends ListedServices {
  db: Knex;
  activity: Activity;
  security: SecurityLog;
}

/** Administrators' lists as workbooks. */
export const createExportsModule = (deps: ExportsDeps) => ({
  routes: [exportsRoutes(createExports(deps), exportedLists(deps))],
});
