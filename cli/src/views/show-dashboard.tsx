import { render } from 'ink';
import type { Dashboard } from '../operations/read-dashboard.ts';
import { DashboardView } from './DashboardView.tsx';

/** Redraws itself in place until it is ended. */
export function showDashboard(): { update: (dashboard: Dashboard) => void; end: () => void } {
  const view = render(<DashboardView />, { patchConsole: false, exitOnCtrlC: false });
  return {
    update: (dashboard) => view.rerender(<DashboardView dashboard={dashboard} />),
    end: () => view.unmount(),
  };
}
