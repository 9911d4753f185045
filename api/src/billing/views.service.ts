import type { BillingStats, Invoice, PaymentView, Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import { DUNNING_DAYS, type SubscriptionStatus } from '@ostatok/api/contract/billing.ts';
import { dueOf, roublesOf, timeLeft } from '@ostatok/api/contract/pricing.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { toInvoice, toPaymentView } from './invoices.ts';
import { stateOfRow } from './locked-subscription.ts';
import { statusOf } from './machine.ts';
import { statusForPayer } from './payment-labels.ts';
import { claimCheck, findMethod } from './payments.queries.ts';
import type { Payments } from './payments.service.ts';
import { balanceOf } from './periods.queries.ts';
import { isFreePlan, stateAt } from './quote.ts';
import { nextPeriodOf, renewalPrice } from './renewal-price.ts';
import { findPlan, findSubscription, type PlanRow, type SubscriptionRow } from './subscriptions.queries.ts';
import { findInvoice, listInvoices, paidBy } from './views.queries.ts';

const DAY_MS = 86_400_000;
const EXPIRING_SOON_DAYS = 7;
/** A page that waits for its payment polls often; the provider is asked at most once in this time. */
const CHECK_MS = 3000;

/** The limits of an owner's plan. */
export interface PlanLimits {
  planName: string;
  status: SubscriptionStatus;
  /** False while the subscription is expired or unpaid: nothing new may be created. */
  mayCreate: boolean;
  maxInstances: number;
  maxUsersPerInstance: number;
  maxStorageMb: number;
  /** What one tenant may take of the machine; null: as much as any other. */
  maxMemoryMb: number | null;
  maxCpuPercent: number | null;
  maxTasks: number | null;
}

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

const statusAt = (row: SubscriptionRow, now: Date): SubscriptionStatus =>
  statusOf(stateAt({ state: stateOfRow(row), endsAt: row.current_period_end, autoRenew: row.auto_renew }, now));

const planOf = ({ plan }: SubscriptionRow): Subscription['plan'] => ({
  name: plan.name,
  display_name: plan.display_name,
  features: plan.features.toSorted((a, b) => a.order - b.order),
  max_instances: plan.max_instances,
  max_users_per_instance: plan.max_users_per_instance,
});

/** The charge at the end of the period, in kopecks, and its method. */
interface NextCharge {
  deferred: PlanRow | undefined;
  /** The plan that returns when a grant ends. */
  returning: PlanRow | undefined;
  balance: number;
  /** Null when nothing will be charged. */
  amount: number | null;
  method: { title: string } | null;
}

interface ViewsDeps {
  db: Knex;
  now: () => Date;
  payments: Payments;
  log?: Pick<Logger, 'warn'>;
}

async function rowOf(reader: Db, userId: number): Promise<SubscriptionRow> {
  const row = await findSubscription(reader, userId);
  if (!row) throw new NotFound('Подписки нет', 'no_subscription');
  return row;
}

async function nextCharge({ db }: ViewsDeps, row: SubscriptionRow): Promise<NextCharge> {
  const [deferred, returning, balance, method] = await Promise.all([
    row.deferred_plan_id === null ? undefined : findPlan(db, row.deferred_plan_id),
    row.before_grant === null ? undefined : findPlan(db, row.before_grant.plan_id),
    balanceOf(db, row.user_id),
    row.payment_method_id === null ? undefined : findMethod(db, row.payment_method_id),
  ]);
  const renews = row.auto_renew && row.current_period_end !== null;
  const next = await nextPeriodOf(db, row);
  const price = next ? await renewalPrice(db, row, next) : null;
  return {
    deferred,
    returning,
    balance,
    amount: renews && price !== null ? dueOf(price, balance) : null,
    method: method && !method.removed_at ? { title: method.title } : null,
  };
}

function toSubscription({ now }: ViewsDeps, row: SubscriptionRow, coming: NextCharge): Subscription {
  const at = now();
  const { deferred, returning, balance, amount, method } = coming;
  const left = row.current_period_end ? timeLeft(row.current_period_end, at) : null;
  const prolonged = row.auto_renew && (method !== null || amount === 0 || (deferred && isFreePlan(deferred)));
  const since = row.past_due_since;
  const untilMs = since && Math.max(since.getTime() + DUNNING_DAYS * DAY_MS, row.next_charge_at?.getTime() ?? 0);
  return {
    status: statusAt(row, at),
    plan_id: row.plan_id,
    plan: planOf(row),
    billing_period: row.billing_period,
    current_period_start: row.current_period_start.toISOString(),
    current_period_end: isoOf(row.current_period_end),
    is_free_plan: isFreePlan(row.plan),
    is_expiring_soon: left !== null && left.days <= EXPIRING_SOON_DAYS && !prolonged,
    days_remaining: left?.days ?? null,
    hours_remaining: left?.hours ?? null,
    auto_renew: row.auto_renew,
    deferred_plan_id: row.deferred_plan_id,
    deferred_plan_name: deferred?.name ?? null,
    deferred_plan_display_name: deferred?.display_name ?? null,
    deferred_billing_period: row.deferred_billing_period,
    deferred_max_instances: deferred?.max_instances ?? null,
    balance: roublesOf(balance),
    next_charge: amount === null ? null : roublesOf(amount),
    payment_method: method,
    past_due_until: untilMs ? new Date(untilMs).toISOString() : null,
    granted_until: isoOf(row.granted_until),
    returns_to: row.granted_until ? (returning?.display_name ?? null) : null,
  };
}

/** Pass the transaction in which the limit is used, so that the check and the change are consistent. */
async function limitsOf({ db, now }: ViewsDeps, userId: number, reader: Db = db): Promise<PlanLimits> {
  const row = await rowOf(reader, userId);
  const status = statusAt(row, now());
  return {
    planName: row.plan.name,
    status,
    mayCreate: status === 'active' || status === 'canceled',
    maxInstances: row.plan.max_instances,
    maxUsersPerInstance: row.plan.max_users_per_instance,
    maxStorageMb: row.plan.max_storage_mb,
    maxMemoryMb: row.plan.max_memory_mb,
    maxCpuPercent: row.plan.max_cpu_percent,
    maxTasks: row.plan.max_tasks,
  };
}

async function statsOf(deps: ViewsDeps, userId: number): Promise<BillingStats> {
  const row = await rowOf(deps.db, userId);
  const [paid, { amount }] = await Promise.all([paidBy(deps.db, userId), nextCharge(deps, row)]);
  return {
    total_paid: roublesOf(paid.total),
    invoices: paid.invoices,
    last_payment_at: isoOf(paid.last_payment_at),
    next_charge_at: amount === null ? null : isoOf(row.next_charge_at ?? row.current_period_end),
    next_charge: amount === null ? null : roublesOf(amount),
  };
}

/**
 * For anybody who has the payment's id. While the outcome is unknown the provider is asked, but not on every call.
 */
async function paymentStatus({ payments, now, db, log }: ViewsDeps, id: string): Promise<PaymentView> {
  const payment = await payments.find(id);
  const at = now();
  const since = new Date(at.getTime() - CHECK_MS);
  // an abandoned payment is over for the caller
  const isOpen = statusForPayer(payment) === 'pending' && payment.provider_payment_id !== null;
  if (isOpen && (await claimCheck(db, id, at, since)))
    await payments.settlePayment(id).catch((error) => log?.warn({ err: error, paymentId: id }, 'payment not checked'));
  const seen = await findInvoice(db, id);
  if (!seen) throw new NotFound('Платеж не найден', 'payment_not_found');
  return toPaymentView(seen);
}

/** Read views of subscriptions and payments. */
export function createViews(deps: ViewsDeps) {
  const { db } = deps;

  return {
    async subscriptionOf(userId: number): Promise<Subscription> {
      const row = await rowOf(db, userId);
      return toSubscription(deps, row, await nextCharge(deps, row));
    },

    limitsOf: (userId: number, reader?: Db) => limitsOf(deps, userId, reader),

    async invoicesOf(
      userId: number,
      page: { limit: number; offset: number },
    ): Promise<{ invoices: Invoice[]; total: number }> {
      const [{ rows, total }, sub] = await Promise.all([listInvoices(db, userId, page), rowOf(db, userId)]);
      return { invoices: rows.map((row) => toInvoice(row, sub)), total };
    },

    statsOf: (userId: number) => statsOf(deps, userId),

    paymentStatus: (id: string) => paymentStatus(deps, id),
  };
}
