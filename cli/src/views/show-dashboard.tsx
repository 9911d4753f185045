import { render } from 'ink';
import type { Dashboard } from '../operations/read-dashboard.ts';
import { DashboardView } from './DashboardView.tsx';

/** Redraws in place on the alternate screen until it is ended, so the terminal is left unchanged. */
export function showDashboard(onLeave: () => void): { update: (dashboard: Dashboard) => void; end: () => void } {
  const view = render(<DashboardView onLeave={onLeave} />, {
    patchConsole: false,
    exitOnCtrlC: false,
    alternateScreen: true,
    incrementalRendering: true,
  });
  return {
    update: (dashboard) => view.rerender(<DashboardView dashboard={dashboard} onLeave={onLeave} />),
    end: () => view.unmount(),
  };
}
