import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Registry } from 'prom-client';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { measureTallies } from '../platform/metrics.ts';
import { createSecurityAlarms } from './alarms.service.ts';
import { securityRoutes } from './security.routes.ts';
import { createSecurityLog } from './security.service.ts';

interface SecurityDeps {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  publicUrl: string;
  mail: Mail;
  activity: Activity;
  now?: (() => Date) | undefined;
}

/** The security log and its alarms. */
export function createSecurityModule({ db, secrets, log, publicUrl, mail, activity, now }: SecurityDeps) {
  const alarms = createSecurityAlarms({ db, activity, mail, publicUrl, now });
  const security = createSecurityLog({ db, secrets, alarms, log, now });
  return {
    services: { security, alarms },
    routes: [securityRoutes(security)],
    jobs: [{ name: 'security-alarms', cron: '*/10 * * * *', run: alarms.raise }],
    registerMetrics(registry: Registry) {
      const { tallies } = security;
      measureTallies(registry, 'ostatok_security_events_total', 'Security events', 'event', tallies);
      measureTallies(registry, 'ostatok_security_alarms_total', 'Security alarms raised', 'pattern', alarms.tallies);
    },
  };
}
