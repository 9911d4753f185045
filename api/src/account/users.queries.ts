import type { UserRole } from '@ostatok/api/contract/auth.ts';
import type { SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { AdminUserFilter } from '@ostatok/api/contract/users.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface AdminUserRow {
  id: number;
  email: string;
  name: string;
  role: UserRole;
  status: 'active' | 'blocked';
  created_at: Date;
  subscription_status: SubscriptionStatus | null;
  subscription_plan: string | null;
  subscription_end: Date | null;
}

const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

function users(db: Db, filter: AdminUserFilter): Knex.QueryBuilder {
  const search = filter.search || filter.q;
  return db('users')
    .leftJoin('subscriptions', 'subscriptions.user_id', 'users.id')
    .leftJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .whereNull('users.deleted_at')
    .modify((rows: Knex.QueryBuilder) => {
      if (filter.id) rows.whereIn('users.id', filter.id);
      if (filter.role) rows.where('users.role', filter.role);
      if (filter.status) rows.where('users.status', filter.status);
      if (!search) return;
      const like = likePattern(search);
      rows.where((either) => either.whereILike('users.email', like).orWhereILike('users.name', like));
    });
}

export async function listUsers(
  db: Db,
  filter: AdminUserFilter,
  page: { sort: string; order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const [counted] = await users(db, filter).count({ total: '*' });
  const rows = await users(db, filter)
    .select('users.id', 'users.email', 'users.name', 'users.role', 'users.status', 'users.created_at')
    .select({
      subscription_status: 'subscriptions.status',
      subscription_plan: 'plans.display_name',
      subscription_end: 'subscriptions.current_period_end',
    })
    .orderBy([
      { column: `users.${page.sort}`, order: page.order },
      { column: 'users.id', order: page.order },
    ])
    .offset(page.offset)
    .limit(page.limit);
  return { rows, total: counted.total };
}
