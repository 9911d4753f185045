import type { Dashboard } from '../operations/read-dashboard.ts';
import { DashboardView } from './DashboardView.tsx';
import { drawn } from './drawn.tsx';

/** Redraws in place on the alternate screen until it is ended, so the terminal is left unchanged. */
export function showDashboard(onLeave: () => void): { update: (dashboard: Dashboard) => void; end: () => void } {
  const { update, end } = drawn(<DashboardView onLeave={onLeave} />, { stdout: process.stdout, alternateScreen: true });
  return { update: (dashboard) => update(<DashboardView dashboard={dashboard} onLeave={onLeave} />), end };
}
