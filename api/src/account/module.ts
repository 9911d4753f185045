import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { PasswordChanges } from '../auth/password-changes.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { profileRoutes } from './account.routes.ts';
import type { Accounts } from './account.service.ts';
import { adminUsersRoutes } from './users.routes.ts';
import { createUsers } from './users.service.ts';

interface AccountDeps {
  db: Knex;
  accounts: Accounts;
  auth: Pick<PasswordChanges, 'changePassword'>;
  sessions: Sessions;
  activity: Activity;
  security: SecurityLog;
}

/** The caller's own account, and all accounts for administrators. */
export function createAccountModule({ db, accounts, auth, sessions, activity, security }: AccountDeps) {
  const users = createUsers({ db, sessions, activity, security });
  return { services: { users }, routes: [profileRoutes(accounts, auth), adminUsersRoutes(users)] };
}
