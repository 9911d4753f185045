import type { SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import { daysUntil } from '@ostatok/api/contract/pricing.ts';
import type {
  PlanSubscriptions,
  SubscriptionHistoryEntry,
  SubscriptionUser,
} from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { SubscriptionFilter } from '@ostatok/api/contract/subscriptions.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Billing } from '../billing/billing.service.ts';
import {
  countByPlan,
  findPeriodOf,
  listPeriods,
  listSubscriptionUsers,
  type PeriodRow,
  type SubscriptionPage,
  type SubscriptionUserRow,
  subscriberNumbers,
} from './subscriptions.queries.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Reasons of a period that ended by itself or was renewed; any other reason means that it was cut short. */
const overByItself = new Set<string | null>(['ended', 'renewed', 'grant_ended']);

interface ChangedSubscription {
  user: SubscriptionUser;
  done_before: string | null;
}

interface SubscriptionsOptions {
  db: Knex;
  billing: Pick<Billing, 'extend' | 'grant' | 'setPlan'>;
  now?: () => Date;
}

/** Subscriptions as administrators see and change them. */
export function createSubscriptions({ db, billing, now = () => new Date() }: SubscriptionsOptions) {
  const toUser = (row: SubscriptionUserRow): SubscriptionUser => ({
    ...row,
    price_monthly: row.price_monthly === null ? null : row.price_monthly / 100,
    current_period_start: iso(row.current_period_start),
    current_period_end: iso(row.current_period_end),
    granted_until: iso(row.granted_until),
    auto_renew: row.auto_renew ?? false,
    days_remaining: row.current_period_end && daysUntil(row.current_period_end, now()),
  });

  async function get(userId: number): Promise<SubscriptionUser> {
    const page = { sort: 'id', order: 'asc', offset: 0, limit: 1 } as const;
    const [row] = (await listSubscriptionUsers(db, { id: [userId] }, page, now())).rows;
    if (!row) throw new NotFound('Пользователь не найден', 'user_not_found');
    return toUser(row);
  }

  function toEntry(period: PeriodRow, runs: SubscriptionStatus | null): SubscriptionHistoryEntry {
    const { id, plan_display_name, kind, price, starts_at, ends_at, closed_at, closed_by } = period;
    const end = closed_at && closed_at < ends_at ? closed_at : ends_at;
    return {
      id,
      plan_display_name,
      current_period_start: starts_at.toISOString(),
      current_period_end: end.toISOString(),
      status: runs ?? (overByItself.has(closed_by) ? 'expired' : 'canceled'),
      kind,
      price: price / 100,
    };
  }

  /** A plan without a period: the free one, or one that the platform gives without end. */
  const withoutPeriod = (user: SubscriptionUser): SubscriptionHistoryEntry => ({
    id: `subscription-${user.subscription_id}`,
    plan_display_name: user.plan_display_name ?? '',
    current_period_start: user.current_period_start ?? '',
    current_period_end: user.current_period_end,
    status: user.subscription_status ?? 'active',
    kind: 'free',
    price: 0,
  });

  /** Returns the user after a request, and when it was carried out if that was before. */
  async function changed(userId: number, work: () => Promise<Date | undefined>): Promise<ChangedSubscription> {
    await get(userId);
    const before = await work();
    return { user: await get(userId), done_before: iso(before ?? null) };
  }

  return {
    stats: (): Promise<PlanSubscriptions[]> => countByPlan(db, now()),

    get,

    async list(
      filter: SubscriptionFilter,
      page: SubscriptionPage,
      reader: Knex = db,
    ): Promise<{ users: SubscriptionUser[]; total: number }> {
      const { rows, total } = await listSubscriptionUsers(reader, filter, page, now());
      return { users: rows.map(toUser), total };
    },

    numbers: (
      trx: Knex.Transaction,
      filter: SubscriptionFilter,
      by: Pick<SubscriptionPage, 'sort' | 'order'>,
      size: number,
    ): AsyncGenerator<{ id: number }[], void> => subscriberNumbers(trx, filter, by, size, now()),

    /** `key` is the request's idempotency key, here and below. */
    extend: (actorId: number, userId: number, days: number, key?: string): Promise<ChangedSubscription> =>
      changed(userId, () => billing.extend(actorId, userId, days, key)),

    grant: (
      actorId: number,
      userId: number,
      given: { planId: number; days: number },
      key?: string,
    ): Promise<ChangedSubscription> => changed(userId, () => billing.grant(actorId, userId, given, key)),

    setPlan: (actorId: number, userId: number, planId: number, key?: string): Promise<ChangedSubscription> =>
      changed(userId, () => billing.setPlan(actorId, userId, planId, key)),

    /** Returns the newest first; the present plan is the first, even when nothing was paid for it. */
    async history(userId: number): Promise<SubscriptionHistoryEntry[]> {
      const user = await get(userId);
      if (user.subscription_id === null) return [];
      const running = (await findPeriodOf(db, userId))?.period_id ?? null;
      const periods = await listPeriods(db, userId);
      const entries = periods.map((period) => toEntry(period, period.id === running ? user.subscription_status : null));
      const over = user.subscription_status === 'expired' && entries.length > 0;
      return running || over ? entries : [withoutPeriod(user), ...entries];
    },
  };
}
export type Subscriptions = ReturnType<typeof createSubscriptions>;
