import type { Db } from '@ostatok/kit/node/db.ts';

export interface PlatformCounts {
  users: number;
  customers: number;
  tenants: number;
  active_tenants: number;
  /** Of plans that cost something. */
  subscriptions: number;
}

const COUNTS = `
  select
    (select count(*) from users where deleted_at is null) as users,
    (select count(*) from users where deleted_at is null and role = 'customer') as customers,
    (select count(*) from tenants where status <> 'deleted') as tenants,
    (select count(*) from tenants where status = 'active') as active_tenants,
    (select count(*)
       from subscriptions s join plans p on p.id = s.plan_id join users u on u.id = s.user_id
      where s.status = 'active' and p.name <> 'free' and u.deleted_at is null
        and (s.current_period_end is null or s.current_period_end > :now)) as subscriptions`;

export async function countPlatform(db: Db, now: Date): Promise<PlatformCounts> {
  const { rows } = await db.raw(COUNTS, { now });
  return rows[0];
}

/**
 * Kopecks a month of a paid period: a month's or a year's is what was paid for it; one that an administrator has made
 * longer or shorter, or of which a part was left after a gift, is worth what was paid for each of its days.
 */
const MONTHLY = `
  case
    when extract(epoch from p.ends_at - p.starts_at) between 27.9 * 86400 and 31.1 * 86400 then p.price
    when extract(epoch from p.ends_at - p.starts_at) between 364.9 * 86400 and 366.1 * 86400 then p.price / 12.0
    else p.price * (365.25 / 12 * 86400) / greatest(extract(epoch from p.ends_at - p.starts_at), 86400)
  end`;

const monthOf = (at: string): string => `date_trunc('month', ${at} at time zone 'Europe/Moscow')`;

export interface MonthRow {
  /** YYYY-MM */
  month: string;
  users: number;
  tenants: number;
  /** Kopecks. */
  mrr: number;
  new_users: number;
  new_tenants: number;
}

/** How many rows of a table came and went in each month: each is read once, however many months are asked for. */
const comings = (table: string): string => `
  select month, sum(came) as came, sum(went) as went from (
    select ${monthOf('created_at')} as month, count(*) as came, 0 as went from ${table} where created_at <= :now group by 1
    union all
    select ${monthOf('deleted_at')}, 0, count(*) from ${table} where deleted_at <= :now and created_at <= :now group by 1
  ) as moves group by month`;

/** Of the months before this one, as of their ends, and of this one, as of now; months are Moscow's. */
const GROWTH = `
  with months as (
    select month, least((month + interval '1 month') at time zone 'Europe/Moscow', :now::timestamptz) as until
      from (select ${monthOf(':now::timestamptz')} - n * interval '1 month' as month
              from generate_series(0, :months::int - 1) as n) as begun
  ),
  people as (${comings('users')}),
  venues as (${comings('tenants')}),
  money as (
    select m.month, sum(${MONTHLY}) as mrr
      from months m join subscription_periods p
        on p.starts_at < m.until and p.ends_at >= m.until and (p.closed_at is null or p.closed_at >= m.until)
       and p.price > 0 and p.kind <> 'grant'
     group by m.month
  )
  select to_char(m.month, 'YYYY-MM') as month,
         (select coalesce(sum(came - went), 0) from people where month <= m.month)::int as users,
         (select coalesce(sum(came - went), 0) from venues where month <= m.month)::int as tenants,
         (select coalesce(sum(came), 0) from people where month = m.month)::int as new_users,
         (select coalesce(sum(came), 0) from venues where month = m.month)::int as new_tenants,
         round(coalesce(money.mrr, 0))::bigint as mrr
    from months m left join money using (month)
   order by m.month`;

export async function listGrowth(db: Db, now: Date, months: number): Promise<MonthRow[]> {
  const { rows } = await db.raw(GROWTH, { now, months });
  return rows;
}

/** Kopecks a month of the paid periods that run now: what was paid, whatever plans cost today. What is given is no revenue. */
export async function sumRevenue(db: Db, now: Date): Promise<number> {
  const { rows } = await db.raw(
    `select round(coalesce(sum(${MONTHLY}), 0))::bigint as mrr from subscription_periods p
      where p.starts_at < :now and p.ends_at >= :now and (p.closed_at is null or p.closed_at >= :now)
        and p.price > 0 and p.kind <> 'grant'`,
    { now },
  );
  return rows[0].mrr;
}
