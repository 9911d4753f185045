import type { Base } from '../module.ts';
import { securityRoutes } from './security.routes.ts';
import { createSecurityLog } from './security.service.ts';

/** The tenant's security log. */
export function createSecurityModule({ db, config, clock, log }: Base) {
  const security = createSecurityLog({ db, secret: config.INTERNAL_SECRET, clock, timezone: config.TIMEZONE, log });
  return { services: { security }, endpoints: securityRoutes(security), close: security.stop };
}
