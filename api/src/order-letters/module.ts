import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { Routes } from '../access/mounted.routes.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { createSharedStore } from '../platform/rate-limits.ts';
import type { TenantCalls } from '../supervisor/tenant-calls.service.ts';
import { orderLettersRoutes } from './order-letters.routes.ts';
import { createOrderLetters } from './order-letters.service.ts';

interface OrderLettersDeps {
  db: Knex;
  secrets: Secrets;
  mail: Mail;
  activity: Activity;
  tenantCalls: TenantCalls;
}

/** Letters that tenants send to their suppliers. */
export function createOrderLettersModule({ db, secrets, mail, activity, tenantCalls }: OrderLettersDeps) {
  const letters = createOrderLetters({ db, mail, activity, attemptStore: createSharedStore({ db, secrets }) });
  const routes: Routes[] = [
    { path: '/internal/order-letters', access: 'process', router: orderLettersRoutes(letters, tenantCalls) },
  ];
  return { routes };
}
