import type { GrowthMonth } from '@ostatok/api/contract/overview.endpoints.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import { RUNS_PAID } from '../platform/paid-subscriptions-sql.ts';

interface PlatformCounts {
  users: number;
  customers: number;
  tenants: number;
  active_tenants: number;
  /** The number of paid subscriptions. */
  subscriptions: number;
}

const COUNTS = `
  select
    (select count(*) from users where deleted_at is null) as users,
    (select count(*) from users where deleted_at is null and role = 'customer') as customers,
    (select count(*) from tenants where status <> 'deleted') as tenants,
    (select count(*) from tenants where status = 'active') as active_tenants,
    (select count(*) from subscriptions s join users u on u.id = s.user_id
      where ${RUNS_PAID} and u.deleted_at is null) as subscriptions`;

export async function countPlatform(db: Db, now: Date): Promise<PlatformCounts> {
  const { rows } = await db.raw(COUNTS, { now });
  return rows[0];
}

/** Counts how many rows of a table came and went in each month; month 0 is everything before. */
const moves = (table: string): string => `
  select width_bucket(created_at, (select begun from bounds)) as n, count(*) as came, 0 as went
    from ${table} where created_at <= :now group by 1
  union all
  select width_bucket(deleted_at, (select begun from bounds)), 0, count(*)
    from ${table} where deleted_at <= :now and created_at <= :now group by 1`;

/**
 * Growth as of the ends of past months and as of now for this one; months are Moscow's. Every row is read once, however
 * many months are asked for: it counts in the month it came or went, a period in the first and the last month whose end
 * it covers.
 */
const GROWTH = `
  with months as (
    select n, month, month at time zone 'Europe/Moscow' as begun,
           least((month + interval '1 month') at time zone 'Europe/Moscow', :now::timestamptz) as until
      from (select n, date_trunc('month', :now::timestamptz at time zone 'Europe/Moscow')
                      - (:months::int - n) * interval '1 month' as month
              from generate_series(1, :months::int) as n) as numbered
  ),
  bounds as materialized (
    select array_agg(begun order by n) as begun, array_agg(until order by n) as until from months
  ),
  people as materialized (${moves('users')}),
  venues as materialized (${moves('tenants')}),
  money as materialized (
    select width_bucket(starts_at, (select until from bounds)) + 1 as first,
           width_bucket(least(ends_at, closed_at), (select until from bounds)) as last, sum(monthly) as monthly
      from subscription_periods
     where price > 0 and kind <> 'grant' and starts_at < :now and ends_at >= (select until[1] from bounds)
     group by 1, 2
  )
  select to_char(m.month, 'YYYY-MM') as month,
         (select coalesce(sum(came - went), 0) from people where n <= m.n)::int as users,
         (select coalesce(sum(came - went), 0) from venues where n <= m.n)::int as tenants,
         (select coalesce(sum(came), 0) from people where n = m.n)::int as new_users,
         (select coalesce(sum(came), 0) from venues where n = m.n)::int as new_tenants,
         (select round(coalesce(sum(monthly), 0)) from money where m.n between first and last)::bigint as mrr
    from months m
   order by m.n`;

/** `mrr` is in kopecks. */
export async function listGrowth(db: Db, now: Date, months: number): Promise<GrowthMonth[]> {
  const { rows } = await db.raw(GROWTH, { now, months });
  return rows;
}

/** Sums in kopecks a month what was paid for the running periods, whatever plans cost today. Grants are no revenue. */
export async function sumRevenue(db: Db, now: Date): Promise<number> {
  const { rows } = await db.raw(
    `select round(coalesce(sum(p.monthly), 0))::bigint as mrr from subscription_periods p
      where p.starts_at < :now and p.ends_at >= :now and (p.closed_at is null or p.closed_at >= :now)
        and p.price > 0 and p.kind <> 'grant'`,
    { now },
  );
  return rows[0].mrr;
}
