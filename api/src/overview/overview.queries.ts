import type { Db } from '@ostatok/kit/node/db.ts';

export interface PlatformCounts {
  users: number;
  customers: number;
  tenants: number;
  active_tenants: number;
  /** Of plans that cost something. */
  subscriptions: number;
  /** Kopecks a month; what the platform granted without end is no revenue. */
  mrr: number;
}

const COUNTS = `
  with running as (
    select p.price_monthly, p.price_yearly, p.discount_percent, s.billing_period, s.current_period_end
    from subscriptions s join plans p on p.id = s.plan_id join users u on u.id = s.user_id
    where s.status = 'active' and p.name <> 'free' and u.deleted_at is null
      and (s.current_period_end is null or s.current_period_end > now())
  )
  select
    (select count(*) from users where deleted_at is null) as users,
    (select count(*) from users where deleted_at is null and role = 'customer') as customers,
    (select count(*) from tenants where status <> 'deleted') as tenants,
    (select count(*) from tenants where status = 'active') as active_tenants,
    (select count(*) from running) as subscriptions,
    (select coalesce(round(sum(
       case billing_period
         when 'yearly' then price_yearly / 12.0
         else price_monthly * (100 - discount_percent) / 100.0
       end)), 0)::bigint from running where current_period_end is not null) as mrr`;

export async function countPlatform(db: Db): Promise<PlatformCounts> {
  const { rows } = await db.raw(COUNTS);
  return rows[0];
}
