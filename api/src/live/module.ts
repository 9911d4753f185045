import type { CallerSource } from '../access/callers.ts';
import { liveRoutes } from './live.routes.ts';
import type { Live } from './live.service.ts';

/** The live events of administrators' pages. */
export const createLiveModule = ({ live, sessions }: { live: Live; sessions: CallerSource }) => ({
  routes: [liveRoutes({ live, sessions })],
});
