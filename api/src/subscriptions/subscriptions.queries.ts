import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { PlanSubscriptions, SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { SubscriptionFilter, SubscriptionUserSort } from '@ostatok/api/contract/subscriptions.ts';
import type { Db, Knex, RowOf } from '@ostatok/kit/node/db.ts';
import { type UserOrder, userPage, usersInBatches } from '../platform/user-listing.queries.ts';

/** Money is in kopecks. */
export type SubscriptionUserRow = RowOf<
  Omit<SubscriptionUser, 'days_remaining' | 'auto_renew'>,
  'current_period_start' | 'current_period_end' | 'granted_until'
> & { auto_renew: boolean | null };

const COUNT = `select plan_id, count(*) as users,
         count(*) filter (where status = 'active' and (current_period_end is null or current_period_end > :now)) as active
    from subscriptions`;

/** Counts accounts by plan. It counts all of them in an index alone and subtracts the few deleted ones. */
const COUNT_BY_PLAN = `
  select p.id as plan_id, p.name as plan_name, p.display_name, p.is_archived,
         coalesce(c.active, 0) - coalesce(g.active, 0) as active_count,
         coalesce(c.users, 0) - coalesce(g.users, 0) as user_count
    from plans p
    left join (${COUNT} group by plan_id) c on c.plan_id = p.id
    left join (${COUNT} where user_id in (select id from users where deleted_at is not null) group by plan_id) g
      on g.plan_id = p.id
   order by p.sort_order, p.id`;

export async function countByPlan(db: Db, now: Date): Promise<PlanSubscriptions[]> {
  const { rows } = await db.raw(COUNT_BY_PLAN, { now });
  return rows;
}

const orders: Partial<Record<SubscriptionUserSort, UserOrder>> = {
  plan: { of: 'subscription', by: ['s.plan_id', 's.current_period_end'] },
  status: { of: 'subscription', by: ['s.status'] },
  current_period_end: { of: 'subscription', by: ['s.current_period_end'] },
  tenant_count: { of: 'venues', by: [] },
};

export interface SubscriptionPage {
  sort: SubscriptionUserSort;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

const peopleOf = ({ status, search, q, paid, ...others }: SubscriptionFilter, now: Date) => ({
  ...others,
  search: search || q,
  subscription_status: status,
  paid_at: paid ? now : undefined,
});
const orderOf = (sort: SubscriptionUserSort): UserOrder => orders[sort] ?? { of: 'account', by: [`u.${sort}`] };

/** Yields the ids of the whole list in its order. */
export const subscriberNumbers = (
  trx: Knex.Transaction,
  filter: SubscriptionFilter,
  { sort, order }: Pick<SubscriptionPage, 'sort' | 'order'>,
  size: number,
  now: Date,
): AsyncGenerator<{ id: number }[], void> => usersInBatches(trx, peopleOf(filter, now), orderOf(sort), order, size);

export async function listSubscriptionUsers(
  db: Db,
  filter: SubscriptionFilter,
  page: SubscriptionPage,
  now: Date,
): Promise<{ rows: SubscriptionUserRow[]; total: number }> {
  const { ids, total } = await userPage(db, peopleOf(filter, now), orderOf(page.sort), page);
  const rows: SubscriptionUserRow[] = await db('users as u')
    .leftJoin('subscriptions as s', 's.user_id', 'u.id')
    .leftJoin('plans as p', 'p.id', 's.plan_id')
    .whereIn('u.id', ids)
    .select('u.id', 'u.email', 'u.name', 'u.company_name', 's.plan_id', 'p.price_monthly')
    .select('s.current_period_start', 's.current_period_end', 's.granted_until', 's.auto_renew')
    .select({ plan_display_name: 'p.display_name', subscription_id: 's.id', subscription_status: 's.status' })
    .select(
      db('tenants')
        .whereRaw('owner_id = u.id')
        .whereNot('status', 'deleted')
        .count()
        .as('tenant_count') as Knex.QueryBuilder,
    );
  const place = new Map(ids.map((id: number, at: number) => [id, at]));
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { rows, total };
}

export interface PeriodRow {
  id: string;
  plan_display_name: string;
  billing_period: BillingPeriod;
  kind: 'purchase' | 'upgrade' | 'renewal' | 'grant' | 'administrator';
  /** In kopecks. */
  price: number;
  starts_at: Date;
  ends_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
}

export const listPeriods = (db: Db, userId: number): Promise<PeriodRow[]> =>
  db('subscription_periods as s')
    .join('plans as p', 'p.id', 's.plan_id')
    .where('s.user_id', userId)
    .orderBy([
      { column: 's.starts_at', order: 'desc' },
      { column: 's.created_at', order: 'desc' },
    ])
    .select('s.id', 's.billing_period', 's.kind', 's.price', 's.starts_at', 's.ends_at', 's.closed_at', 's.closed_by')
    .select({ plan_display_name: 'p.display_name' });

/** The running period, if it was bought or given. */
export const findPeriodOf = (db: Db, userId: number): Promise<{ period_id: string | null } | undefined> =>
  db('subscriptions').where({ user_id: userId }).first('period_id');
