import type { Blindness } from '../blindness/blindness.ts';
import type { Base } from '../module.ts';
import { reportsRoutes } from './reports.routes.ts';
import { createReports } from './reports.service.ts';

interface ReportsDeps extends Pick<Base, 'db' | 'config'> {
  blindness: Blindness;
}

/** Reports over items, changes and counts. */
export function createReportsModule({ db, config, blindness }: ReportsDeps) {
  const reports = createReports({ db, timezone: config.TIMEZONE });
  return { services: { reports }, endpoints: reportsRoutes(reports, blindness) };
}
