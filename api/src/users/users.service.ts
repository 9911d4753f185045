import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import type { AdminUserFilter, AdminUserSort } from '@ostatok/api/contract/users.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Sessions } from '../auth/sessions.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { type AdminUserRow, listUsers, lockUser, type Page, userNumbers } from './users.queries.ts';

const toAdminUser = (row: AdminUserRow): AdminUser => ({
  ...row,
  created_at: row.created_at.toISOString(),
  subscription_end: row.subscription_end?.toISOString() ?? null,
});

const missing = (): NotFound => new NotFound('Пользователь не найден', 'user_not_found');

/** The administrator's view of all accounts. */
export function createUsers({
  db,
  accounts,
  sessions,
  activity,
  security,
}: {
  db: Knex;
  accounts: Pick<Accounts, 'setStatus'>;
  sessions: Sessions;
  activity: Activity;
  security: Pick<SecurityLog, 'record'>;
}) {
  async function get(id: number, reader: Knex = db): Promise<AdminUser> {
    const page = { sort: 'id', order: 'asc', offset: 0, limit: 1 } as const;
    const [row] = (await listUsers(reader, { id: [id] }, page)).rows;
    if (!row) throw missing();
    return toAdminUser(row);
  }

  return {
    get,

    async list(
      page: Page<AdminUserSort>,
      filter: AdminUserFilter,
      reader: Knex = db,
    ): Promise<{ users: AdminUser[]; total: number }> {
      const { rows, total } = await listUsers(reader, filter, page);
      return { users: rows.map(toAdminUser), total };
    },

    numbers: userNumbers,

    /**
     * A block signs the user out everywhere. Administrators cannot be blocked. `undoes` is the activity entry that this
     * undoes.
     */
    async setStatus(actorId: number, id: number, status: 'active' | 'blocked', undoes?: number): Promise<AdminUser> {
      const user = await db.transaction(async (trx) => {
        const before = await lockUser(trx, id);
        if (!before) throw missing();
        if (before.role === 'admin') throw new Conflict('admin_protected', 'Администратора нельзя заблокировать');
        if (before.status === status) return get(id, trx);
        await sessions.endAll(trx, id);
        await accounts.setStatus(trx, id, status);
        await activity.record(trx, {
          actorId,
          action: status === 'blocked' ? 'user.blocked' : 'user.unblocked',
          description: `${status === 'blocked' ? 'Заблокирован' : 'Разблокирован'} пользователь ${before.email}`,
          target: `user:${id}`,
          takesBack: undoes ?? true,
        });
        await security.record(trx, {
          event: status === 'blocked' ? 'user.blocked' : 'user.unblocked',
          userId: id,
          actorId,
        });
        return get(id, trx);
      });
      sessions.forget(id);
      return user;
    },
  };
}
export type Users = ReturnType<typeof createUsers>;
