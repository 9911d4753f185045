import { render } from 'ink';
import type { Dashboard } from '../operations/read-dashboard.ts';
import { DashboardView } from './DashboardView.tsx';

/** Redraws itself in place, on a screen of its own, until it is ended: the terminal is left as it was found. */
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
