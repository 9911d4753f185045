import type { UserRole } from '@ostatok/api/contract/auth.ts';
import type { SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { AdminUserFilter, AdminUserSort } from '@ostatok/api/contract/users.ts';
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

export interface Page<Sort> {
  sort: Sort;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** For LIKE over users.search_key, which is in lower case. */
export const searchPattern = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function users(db: Db, filter: AdminUserFilter): Knex.QueryBuilder {
  const search = filter.search || filter.q;
  return db('users as u')
    .whereNull('u.deleted_at')
    .modify((rows: Knex.QueryBuilder) => {
      if (filter.id) rows.whereIn('u.id', filter.id);
      if (filter.role) rows.where('u.role', filter.role);
      if (filter.status) rows.where('u.status', filter.status);
      if (search) rows.whereLike('u.search_key', searchPattern(search));
      if (!filter.plan_id && !filter.subscription_status) return;
      rows.join('subscriptions as f', 'f.user_id', 'u.id');
      if (filter.plan_id) rows.where('f.plan_id', filter.plan_id);
      if (filter.subscription_status) rows.where('f.status', filter.subscription_status);
    });
}

/** The order's own columns, of the list's row. Those of a subscription are joined for it alone. */
const subscriptionSorts: Partial<Record<AdminUserSort, string[]>> = {
  subscription: ['o.plan_id', 'o.current_period_end'],
  subscription_plan: ['o.plan_id', 'o.current_period_end'],
  subscription_end: ['o.current_period_end'],
};

/**
 * By the subscriptions' own order, in their index alone: who has none comes last, whichever way. Undefined where the
 * page is to be found otherwise.
 */
async function pageBySubscription(
  db: Db,
  filter: AdminUserFilter,
  { sort, order, offset, limit }: Page<AdminUserSort>,
): Promise<number[] | undefined> {
  const columns = subscriptionSorts[sort];
  if (!columns || Object.values(filter).some((value) => value !== undefined)) return undefined;
  const page: number[] = await db('subscriptions as o')
    .whereNotIn('o.user_id', db('users').whereNotNull('deleted_at').select('id'))
    .orderBy([...columns, 'o.user_id'].map((column) => ({ column, order })))
    .offset(offset)
    .limit(limit)
    .pluck('o.user_id');
  return page.length === limit ? page : undefined;
}

/** The numbers alone: a page far down is then found in an index, without the rows before it. */
function pageOf(
  db: Db,
  filter: AdminUserFilter,
  { sort, order, offset, limit }: Page<AdminUserSort>,
): Knex.QueryBuilder {
  const ofSubscription = subscriptionSorts[sort];
  const columns = ofSubscription ?? (sort === 'id' ? [] : [`u.${sort}`]);
  const page = users(db, filter)
    .select('u.id')
    .modify((rows: Knex.QueryBuilder) => void (ofSubscription && rows.orderByRaw('o.user_id is null')))
    .orderBy([...columns, 'u.id'].map((column) => ({ column, order })))
    .offset(offset)
    .limit(limit);
  return ofSubscription ? page.leftJoin('subscriptions as o', 'o.user_id', 'u.id') : page;
}

export async function listUsers(
  db: Db,
  filter: AdminUserFilter,
  page: Page<AdminUserSort>,
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const [[counted], ids] = await Promise.all([
    users(db, filter).count({ total: '*' }),
    pageBySubscription(db, filter, page).then((found) => found ?? pageOf(db, filter, page).pluck('u.id')),
  ]);
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
  return { rows, total: counted.total };
}

/** Whoever is blocked or let in again meanwhile waits: each of two that race sees what the other did. */
export const lockUser = (
  trx: Knex.Transaction,
  id: number,
): Promise<{ role: UserRole; status: 'active' | 'blocked'; email: string } | undefined> =>
  trx('users').where({ id }).whereNull('deleted_at').forNoKeyUpdate().first('role', 'status', 'email');
