import { createServerClock } from '@ostatok/kit/web/server-clock.ts';

export const { hearTime, timeNow } = createServerClock('ostatok.panel.clock');
