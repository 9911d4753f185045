import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { Live } from '../live/live.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { PeriodicJob, Watch } from '../platform/jobs.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { supportRoutes } from './support.routes.ts';
import { createSupportAccess } from './support-access.service.ts';
import { createSupportVisits } from './support-visits.service.ts';

export interface SupportDeps {
  db: Knex;
  addresses: Addresses;
  runtime: Pick<TenantRuntime, 'inviteSupport' | 'endSupport'>;
  sessions: Pick<Sessions, 'forget'>;
  mail: Pick<Mail, 'enqueue'>;
  activity: Pick<Activity, 'record'>;
  security: Pick<SecurityLog, 'record'>;
  live: Pick<Live, 'listen'>;
  trustedClock: TrustedClock;
  log: Logger;
  now?: (() => Date) | undefined;
}

/** Visits of the platform's support in tenants. */
export function createSupportModule(deps: SupportDeps) {
  const services = { supportAccess: createSupportAccess(deps), supportVisits: createSupportVisits(deps) };
  const watches: Watch[] = [{ name: 'support visits', start: services.supportVisits.watch }];
  const jobs: PeriodicJob[] = [
    {
      name: 'support-visits-purge',
      cron: '25 * * * *',
      async run() {
        const at = await deps.trustedClock.trusted();
        if (at) await services.supportVisits.forget(at);
      },
    },
  ];
  const routes: Routes[] = [supportRoutes(services.supportAccess)];
  return { services, routes, jobs, watches };
}
