import type { BillingPeriod, SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import type { SubscriptionFilter, SubscriptionUserSort } from '@ostatok/api/contract/subscriptions.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface SubscriptionUserRow {
  id: number;
  email: string;
  name: string;
  company_name: string | null;
  plan_id: number | null;
  plan_display_name: string | null;
  /** Kopecks. */
  price_monthly: number | null;
  subscription_id: number | null;
  subscription_status: SubscriptionStatus | null;
  current_period_start: Date | null;
  current_period_end: Date | null;
  granted_until: Date | null;
  auto_renew: boolean | null;
  tenant_count: number;
}

export interface PlanCountRow {
  plan_id: number;
  plan_name: string;
  display_name: string;
  is_archived: boolean;
  active_count: number;
  user_count: number;
}

/** Of everybody who has an account, by plan. */
export const countByPlan = (db: Db, now: Date): Promise<PlanCountRow[]> =>
  db('plans as p')
    .leftJoin(
      db('subscriptions as s')
        .join('users as u', 'u.id', 's.user_id')
        .whereNull('u.deleted_at')
        .groupBy('s.plan_id')
        .select('s.plan_id', db.raw('count(*) as user_count'))
        .select(
          db.raw(
            `count(*) filter (where s.status = 'active' and (s.current_period_end is null or s.current_period_end > ?)) as active_count`,
            [now],
          ),
        )
        .as('c'),
      'c.plan_id',
      'p.id',
    )
    .orderBy(['p.sort_order', 'p.id'])
    .select('p.id as plan_id', 'p.name as plan_name', 'p.display_name', 'p.is_archived')
    .select(db.raw('coalesce(c.active_count, 0) as active_count, coalesce(c.user_count, 0) as user_count'));

/** For LIKE over users.search_key, which is in lower case. */
const searchPattern = (search: string): string => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

function people(db: Db, { id, search, q, plan_id, status }: SubscriptionFilter): Knex.QueryBuilder {
  const words = search || q;
  return db('users as u')
    .whereNull('u.deleted_at')
    .modify((rows: Knex.QueryBuilder) => {
      if (id) rows.whereIn('u.id', id);
      if (words) rows.whereLike('u.search_key', searchPattern(words));
      if (!plan_id && !status) return;
      rows.join('subscriptions as f', 'f.user_id', 'u.id');
      if (plan_id) rows.where('f.plan_id', plan_id);
      if (status) rows.where('f.status', status);
    });
}

const livingTenants = (db: Db): Knex.QueryBuilder =>
  db('tenants').whereNot('status', 'deleted').groupBy('owner_id').select('owner_id').count({ tenants: '*' });

/** What each order looks at; what is not the account's own is joined for it alone. */
const orders: Record<SubscriptionUserSort, { by: string[]; of?: 'subscription' | 'tenants' }> = {
  id: { by: [] },
  email: { by: ['u.email'] },
  name: { by: ['u.name'] },
  company_name: { by: ['u.company_name'] },
  created_at: { by: ['u.created_at'] },
  plan: { by: ['o.plan_id', 'o.current_period_end'], of: 'subscription' },
  status: { by: ['o.status'], of: 'subscription' },
  current_period_end: { by: ['o.current_period_end'], of: 'subscription' },
  tenant_count: { by: ['coalesce(n.tenants, 0)'], of: 'tenants' },
};

export interface SubscriptionPage {
  sort: SubscriptionUserSort;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/**
 * By the subscriptions' own order, in their index alone: who has none comes last, whichever way. Undefined where the
 * page is to be found otherwise.
 */
async function pageBySubscription(
  db: Db,
  filter: SubscriptionFilter,
  { sort, order, offset, limit }: SubscriptionPage,
): Promise<number[] | undefined> {
  const { by, of } = orders[sort];
  if (of !== 'subscription' || Object.values(filter).some((value) => value !== undefined)) return undefined;
  const page: number[] = await db('subscriptions as o')
    .whereNotIn('o.user_id', db('users').whereNotNull('deleted_at').select('id'))
    .orderBy([...by, 'o.user_id'].map((column) => ({ column, order })))
    .offset(offset)
    .limit(limit)
    .pluck('o.user_id');
  return page.length === limit ? page : undefined;
}

/** The numbers alone: a page far down is then found in an index, without the rows before it. */
function pageOf(db: Db, filter: SubscriptionFilter, { sort, order, offset, limit }: SubscriptionPage) {
  const { by, of } = orders[sort];
  return people(db, filter)
    .select('u.id')
    .modify((rows: Knex.QueryBuilder) => {
      if (of === 'subscription') rows.leftJoin('subscriptions as o', 'o.user_id', 'u.id');
      if (of === 'tenants') rows.leftJoin(livingTenants(db).as('n'), 'n.owner_id', 'u.id');
      if (of === 'subscription') rows.orderByRaw('o.user_id is null');
      for (const column of [...by, 'u.id']) rows.orderByRaw(`${column} ${order}`);
    })
    .offset(offset)
    .limit(limit);
}

export async function listSubscriptionUsers(
  db: Db,
  filter: SubscriptionFilter,
  page: SubscriptionPage,
): Promise<{ rows: SubscriptionUserRow[]; total: number }> {
  const [[counted], ids] = await Promise.all([
    people(db, filter).count({ total: '*' }),
    pageBySubscription(db, filter, page).then((found) => found ?? pageOf(db, filter, page).pluck('u.id')),
  ]);
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
  return { rows, total: counted.total };
}

export interface PeriodRow {
  id: string;
  plan_display_name: string;
  billing_period: BillingPeriod;
  kind: 'purchase' | 'upgrade' | 'renewal' | 'grant' | 'administrator';
  /** Kopecks. */
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

/** The period that runs, if it is one that was bought or given. */
export const findPeriodOf = (db: Db, userId: number): Promise<{ period_id: string | null } | undefined> =>
  db('subscriptions').where({ user_id: userId }).first('period_id');
