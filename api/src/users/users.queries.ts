import type { UserRole } from '@ostatok/api/contract/auth.ts';
import type { SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { AdminUserFilter, AdminUserSort } from '@ostatok/api/contract/users.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { type UserOrder, userPage, usersInBatches } from '../platform/user-listing.queries.ts';

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

export interface Page<Sort> {
  sort: Sort;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

const ofPlan: UserOrder = { of: 'subscription', by: ['s.plan_id', 's.current_period_end'] };
const orders: Partial<Record<AdminUserSort, UserOrder>> = {
  subscription: ofPlan,
  subscription_plan: ofPlan,
  subscription_end: { of: 'subscription', by: ['s.current_period_end'] },
};

const orderOf = (sort: AdminUserSort): UserOrder => orders[sort] ?? { of: 'account', by: [`u.${sort}`] };

/** Yields the ids of all users of a listing, in its order. */
export const userNumbers = (
  trx: Knex.Transaction,
  filter: AdminUserFilter,
  { sort, order }: Pick<Page<AdminUserSort>, 'sort' | 'order'>,
  size: number,
): AsyncGenerator<{ id: number }[], void> =>
  usersInBatches(trx, { ...filter, search: filter.search || filter.q }, orderOf(sort), order, size);

export async function listUsers(
  db: Db,
  filter: AdminUserFilter,
  page: Page<AdminUserSort>,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const { ids, total } = await userPage(db, { ...filter, search: filter.search || filter.q }, orderOf(page.sort), page);
  const rows: AdminUserRow[] = await db('users as u')
    .leftJoin('subscriptions as s', 's.user_id', 'u.id')
    .leftJoin('plans as p', 'p.id', 's.plan_id')
    .whereIn('u.id', ids)
    .select('u.id', 'u.email', 'u.name', 'u.role', 'u.status', 'u.created_at')
    .select({
      subscription_status: 's.status',
      subscription_plan: 'p.display_name',
      subscription_end: 's.current_period_end',
    });
  const place = new Map(ids.map((id: number, at: number) => [id, at]));
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { rows, total };
}

/** Locks the user, so that concurrent blocks and unblocks wait and each sees what the other did. */
export const lockUser = (
  trx: Knex.Transaction,
  id: number,
): Promise<{ role: UserRole; status: 'active' | 'blocked'; email: string } | undefined> =>
  trx('users').where({ id }).whereNull('deleted_at').forNoKeyUpdate().first('role', 'status', 'email');
