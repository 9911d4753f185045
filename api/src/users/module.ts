import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { adminUsersRoutes } from './users.routes.ts';
import { createUsers } from './users.service.ts';

interface UsersDeps {
  db: Knex;
  accounts: Accounts;
  sessions: Sessions;
  activity: Activity;
  security: SecurityLog;
}

/** All accounts for administrators. */
export function createUsersModule(deps: UsersDeps) {
  const users = createUsers(deps);
  return { services: { users }, routes: [adminUsersRoutes(users)] };
}
