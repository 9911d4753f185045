import type { Migrations } from '@ostatok/kit/node/db.ts';
import * as accounts from './001-accounts.ts';
import * as plans from './002-plans.ts';
import * as tenants from './003-tenants.ts';

/** Every migration of the platform's database, by the name it is remembered under. */
export const platformMigrations: Migrations = {
  '001-accounts': accounts,
  '002-plans': plans,
  '003-tenants': tenants,
};
