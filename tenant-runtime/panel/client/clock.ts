import { createServerClock } from '@ostatok/kit/web/server-clock.ts';

export const { syncTime, timeNow } = createServerClock('ostatok.panel.clock');
