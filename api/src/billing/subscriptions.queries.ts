import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { StoredStatus, SubscriptionEvent } from './machine.ts';

/** The price and the limits of a plan, as billing needs them. */
export interface PlanRow {
  id: number;
  name: string;
  display_name: string;
  price_monthly: number | null;
  price_yearly: number | null;
  discount_percent: number;
  currency: string;
  sort_order: number;
  is_active: boolean;
  is_archived: boolean;
  max_instances: number;
}

/** The state that a grant puts aside; times are ISO strings. */
export interface BeforeGrant {
  plan_id: number;
  status: StoredStatus;
  billing_period: BillingPeriod;
  current_period_start: string;
  current_period_end: string | null;
  auto_renew: boolean;
  period_id: string | null;
  deferred_plan_id: number | null;
  deferred_billing_period: BillingPeriod | null;
  /** Absent in grants from before prices were kept. */
  deferred_price?: number | null;
  past_due_since: string | null;
  charge_attempts: number;
  granted_at: string;
}

/** The columns of a subscription that change; its status changes only through the state machine. */
export interface SubscriptionFields {
  plan_id: number;
  billing_period: BillingPeriod;
  current_period_start: Date;
  /** Null when the period has no end. */
  current_period_end: Date | null;
  auto_renew: boolean;
  period_id: string | null;
  deferred_plan_id: number | null;
  deferred_billing_period: BillingPeriod | null;
  /** In kopecks, as shown when the change was deferred. */
  deferred_price: number | null;
  payment_method_id: string | null;
  past_due_since: Date | null;
  charge_attempts: number;
  next_charge_at: Date | null;
  granted_until: Date | null;
  before_grant: BeforeGrant | null;
}

export interface SubscriptionRow extends SubscriptionFields {
  user_id: number;
  status: StoredStatus;
  plan: PlanRow & {
    features: { text: string; order: number }[];
    max_users_per_instance: number;
    max_storage_mb: number;
    max_memory_mb: number | null;
    max_cpu_percent: number | null;
    max_tasks: number | null;
  };
  owner: { email: string; name: string; status: 'active' | 'blocked'; deleted_at: string | null };
}

const subscriptions = (db: Db) =>
  db('subscriptions')
    .join('plans', 'plans.id', 'subscriptions.plan_id')
    .join('users', 'users.id', 'subscriptions.user_id')
    .select('subscriptions.*', db.raw('to_jsonb(plans) as plan'))
    .select(
      db.raw(
        `jsonb_build_object('email', users.email, 'name', users.name, 'status', users.status, 'deleted_at', users.deleted_at) as owner`,
      ),
    );

export const findSubscription = (db: Db, userId: number): Promise<SubscriptionRow | undefined> =>
  subscriptions(db).where('subscriptions.user_id', userId).first();

/** The lock for every change of an owner's money. */
export async function lockSubscription(
  trx: Knex.Transaction,
  userId: number,
  { skipLocked = false } = {},
): Promise<SubscriptionRow | undefined> {
  const lock = trx('subscriptions').where({ user_id: userId }).forUpdate();
  const locked = await (skipLocked ? lock.skipLocked() : lock).first('id');
  return locked && findSubscription(trx, userId);
}

/** Does nothing if a subscription exists. */
export async function insertSubscription(db: Db, userId: number, planName: string, at: Date): Promise<void> {
  await db('subscriptions')
    .insert({
      user_id: userId,
      plan_id: db('plans').where({ name: planName }).select('id'),
      current_period_start: at,
    })
    .onConflict('user_id')
    .ignore();
}

/** Only for `move`, which checks the state machine. */
export async function updateSubscription(
  trx: Knex.Transaction,
  userId: number,
  changes: Partial<SubscriptionFields> & { status: StoredStatus },
  at: Date,
): Promise<void> {
  const { before_grant, ...fields } = changes;
  await trx('subscriptions')
    .where({ user_id: userId })
    .update({
      ...fields,
      ...(before_grant !== undefined && { before_grant: before_grant && JSON.stringify(before_grant) }),
      updated_at: at,
    });
}

/** Sets the method for the next charge; the state does not change. */
export async function setPaymentMethod(trx: Knex.Transaction, userId: number, methodId: string | null): Promise<void> {
  await trx('subscriptions').where({ user_id: userId }).update({ payment_method_id: methodId });
}

interface BillingEvent {
  user_id: number;
  at: Date;
  event: SubscriptionEvent;
  from_state: string;
  to_state: string;
  data: Record<string, unknown>;
}

export async function insertEvent(trx: Knex.Transaction, event: BillingEvent): Promise<void> {
  await trx('billing_events').insert({ ...event, data: JSON.stringify(event.data) });
}

/** Owners with due work, by id from `after` on. */
export function listDue(db: Db, now: Date, after: number, limit: number): Promise<number[]> {
  return db('subscriptions')
    .where('user_id', '>', after)
    .where((due) =>
      due
        .where((grant) => grant.where('status', 'active').where('granted_until', '<=', now))
        .orWhere((ended) =>
          ended
            .whereIn('status', ['active', 'canceled'])
            .whereNull('granted_until')
            .where('current_period_end', '<=', now),
        )
        .orWhere((unpaid) => unpaid.where('status', 'past_due').where('next_charge_at', '<=', now)),
    )
    .orderBy('user_id')
    .limit(limit)
    .pluck('user_id');
}

/** Owners whose period ends between the two times, by id from `after` on. */
export function listEnding(db: Db, from: Date, to: Date, after: number, limit: number): Promise<number[]> {
  return db('subscriptions')
    .where('user_id', '>', after)
    .whereIn('status', ['active', 'canceled'])
    .whereRaw('coalesce(granted_until, current_period_end) > ?', [from])
    .whereRaw('coalesce(granted_until, current_period_end) <= ?', [to])
    .orderBy('user_id')
    .limit(limit)
    .pluck('user_id');
}

export async function findPlan(db: Db, id: number): Promise<PlanRow | undefined> {
  return db('plans').where({ id }).first();
}

export async function findFreePlan(db: Db): Promise<PlanRow> {
  const plan = await db('plans').where({ name: 'free' }).first();
  if (!plan) throw new Error('There is no plan named free');
  return plan;
}

/**
 * Paying owners whose next period costs more by the price list than they were notified of, by id from `after` on.
 * Prices are whole roubles, as in `chargeOf`.
 */
export async function listDearer(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { user_id: number }[] }>(
    `select s.user_id
       from subscriptions s
       join subscription_periods p on p.id = s.period_id
       join plans on plans.id = coalesce(s.deferred_plan_id, s.plan_id)
       cross join lateral (select coalesce(p.agreed_price, case when p.kind in ('purchase', 'upgrade', 'renewal') then p.price end) as price) agreed
      cross join lateral (select coalesce(s.deferred_billing_period, s.billing_period) as period) next
       cross join lateral (select case next.period when 'yearly' then plans.price_yearly else plans.price_monthly end as whole) list
      where s.user_id > :after and s.status = 'active' and s.auto_renew and s.granted_until is null
        and (s.deferred_price is not null or s.deferred_plan_id is null and agreed.price is not null
          and p.plan_id = plans.id and p.billing_period = next.period)
        and list.whole * (100 - plans.discount_percent) / 100 >= coalesce(s.deferred_price, agreed.price) + 100
        and not exists (select from billing_notices n
                         where n.user_id = s.user_id and n.kind = 'price_rise'
                           and n.about like plans.id || ' ' || next.period || ' %'
                           and split_part(n.about, ' ', 3)::bigint <= list.whole * (100 - plans.discount_percent) / 100
                           and split_part(n.about, ' ', 3)::bigint > list.whole * (100 - plans.discount_percent) / 100 - 100)
      order by s.user_id limit :limit`,
    { after, limit },
  );
  return rows.map(({ user_id }) => user_id);
}

/** Notices of this kind that were sent, with their times. */
export const listNotices = (db: Db, userId: number, kind: string): Promise<{ about: string; at: Date }[]> =>
  db('billing_notices').where({ user_id: userId, kind }).select('about', 'at');

/** Returns whether it is the first notice of this kind about this subject. */
export async function insertNotice(
  trx: Knex.Transaction,
  notice: { user_id: number; kind: string; about: string; at: Date },
): Promise<boolean> {
  const rows = await trx('billing_notices').insert(notice).onConflict().ignore().returning('user_id');
  return rows.length > 0;
}

export async function hasNotice(db: Db, notice: { user_id: number; kind: string; about: string }): Promise<boolean> {
  return Boolean(await db('billing_notices').where(notice).first('user_id'));
}
