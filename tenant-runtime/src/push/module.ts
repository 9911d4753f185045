import { setTimeout as sleep } from 'node:timers/promises';
import type { Base } from '../module.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { pushRoutes } from './push.routes.ts';
import { createPush } from './push.service.ts';

interface PushModuleDeps extends Base {
  sessions: Sessions;
}

/** A push service may ask whoever sends; it takes no plain http address for that. */
const subjectOf = (publicUrl = 'http://localhost'): string => {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? publicUrl : `mailto:admin@${hostname}`;
};

/** Tells phones of notices while the app is closed. */
export function createPushModule({ config, sessions, ...base }: PushModuleDeps) {
  const egress = { platformUrl: config.PLATFORM_URL, tenantId: config.TENANT_ID, secret: config.INTERNAL_SECRET };
  const push = createPush({
    ...base,
    venueName: config.VENUE_NAME,
    async deliverAs(keys) {
      const { createDeliver } = await import('./deliver.ts');
      return createDeliver({ ...keys, subject: subjectOf(config.PUBLIC_URL) }, egress);
    },
    wait: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
  });
  return { services: { push }, endpoints: pushRoutes(push, sessions), close: push.close };
}
