import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export interface PaymentRow {
  id: string;
  user_id: number | null;
  payer_email: string;
  /** A `card` payment saves a card and is refunded at once. */
  kind: 'purchase' | 'upgrade' | 'renewal' | 'card';
  plan_id: number;
  billing_period: BillingPeriod;
  basis_period_id: string | null;
  /** The price of the whole period in kopecks; `amount` is what is charged for it. */
  price: number;
  amount: number;
  currency: string;
  description: string;
  status: 'pending' | 'succeeded' | 'canceled';
  outcome: 'applied' | 'refunded' | 'disputed' | null;
  provider: string;
  provider_payment_id: string | null;
  idempotence_key: string;
  confirmation_url: string | null;
  payment_method_id: string | null;
  cancellation_reason: string | null;
  created_at: Date;
  checked_at: Date | null;
  settled_at: Date | null;
  receipt_sent_at: Date | null;
  /** When the payment was given up; money that arrives nevertheless is refunded. */
  withdrawn_at: Date | null;
  withdrawn_reason: 'abandoned' | 'superseded' | null;
}

export type NewPayment = Omit<
  PaymentRow,
  | 'status'
  | 'outcome'
  | 'provider_payment_id'
  | 'confirmation_url'
  | 'cancellation_reason'
  | 'checked_at'
  | 'settled_at'
  | 'receipt_sent_at'
  | 'withdrawn_at'
  | 'withdrawn_reason'
>;

export async function insertPayment(trx: Knex.Transaction, payment: NewPayment): Promise<PaymentRow> {
  const [row] = await trx('payments').insert(payment).returning('*');
  return row;
}

export const findPayment = (db: Db, id: string): Promise<PaymentRow | undefined> =>
  db('payments').where({ id }).first();

export const lockPayment = (trx: Knex.Transaction, id: string): Promise<PaymentRow | undefined> =>
  trx('payments').where({ id }).forUpdate().first();

export const findPaymentOfProvider = (
  db: Db,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> =>
  db('payments').where({ provider, provider_payment_id: providerPaymentId }).first();

/** For this long the provider's payment page is certain to exist. */
const PAGE_MS = 50 * 60_000;

/** Finds a payment for exactly the same thing that still waits for its payer. */
export const findOpenPayment = (
  trx: Knex.Transaction,
  same: Partial<PaymentRow> & { user_id: number; provider: string },
  kinds: PaymentRow['kind'][],
  now: Date,
): Promise<PaymentRow | undefined> =>
  trx('payments')
    .where({ ...same, status: 'pending', withdrawn_at: null })
    .whereIn('kind', kinds)
    .where('created_at', '>', new Date(now.getTime() - PAGE_MS))
    .orderBy('created_at', 'desc')
    .first();

/**
 * Gives up payments for a plan that still wait for their payer. `checked_at` is reset so that the provider is asked at
 * once.
 */
export async function withdrawPayments(
  trx: Knex.Transaction,
  which: { user_id: number; id?: string },
  reason: NonNullable<PaymentRow['withdrawn_reason']>,
  at: Date,
): Promise<void> {
  const rows = trx('payments').where({ ...which, status: 'pending', withdrawn_at: null });
  await (which.id ? rows : rows.whereIn('kind', ['purchase', 'upgrade'])).update({
    withdrawn_at: at,
    withdrawn_reason: reason,
    checked_at: null,
  });
}

/** Payments that were given up but may still be open at their provider. */
export const listWithdrawn = (db: Db, userId: number): Promise<string[]> =>
  db('payments')
    .where({ user_id: userId, status: 'pending' })
    .whereNotNull('withdrawn_at')
    .whereNotNull('provider_payment_id')
    .pluck('id');

/** Charges for the period after this one; charges for earlier periods block nothing. */
const renewalsAfter = (db: Db, userId: number, basisPeriodId: string | null) =>
  db('payments')
    .where({ user_id: userId, kind: 'renewal' })
    .whereNotNull('basis_period_id')
    .where('basis_period_id', basisPeriodId)
    .orderBy('created_at');

/** The charge whose outcome is unknown yet. */
export const findOpenRenewal = (
  db: Db,
  userId: number,
  basisPeriodId: string | null,
): Promise<PaymentRow | undefined> => renewalsAfter(db, userId, basisPeriodId).where({ status: 'pending' }).first();

/** Also finds a disputed charge: until an administrator has looked, another one could take the money twice. */
export const findUnclearRenewal = (
  db: Db,
  userId: number,
  basisPeriodId: string | null,
): Promise<PaymentRow | undefined> =>
  renewalsAfter(db, userId, basisPeriodId)
    .where((unclear) => unclear.where({ status: 'pending' }).orWhere({ outcome: 'disputed' }))
    .first();

/**
 * Keeps the id stored first, because a payment has one payment at its provider. Returns false when another id is
 * stored.
 */
export async function storeProviderPayment(
  db: Db,
  id: string,
  answer: { id: string; confirmationUrl: string | null },
  at: Date,
): Promise<boolean> {
  const changed = await db('payments')
    .where({ id })
    .where((same) => same.whereNull('provider_payment_id').orWhere('provider_payment_id', answer.id))
    .update({
      provider_payment_id: answer.id,
      confirmation_url: db.raw('coalesce(confirmation_url, ?)', [answer.confirmationUrl]),
      checked_at: at,
    });
  return changed > 0;
}

export async function updatePayment(db: Db, id: string, changes: Partial<PaymentRow>): Promise<void> {
  await db('payments').where({ id }).update(changes);
}

/** A later time than this was written by a clock that ran ahead and has been corrected since. */
const ahead = (now: Date): Date => new Date(now.getTime() + 60_000);

/** Whether this caller may ask the provider now; the limit is one check since `notSince`. */
export async function claimCheck(db: Db, id: string, now: Date, notSince: Date): Promise<boolean> {
  const changed = await db('payments')
    .where({ id, status: 'pending' })
    .where((due) =>
      due.whereNull('checked_at').orWhere('checked_at', '<=', notSince).orWhere('checked_at', '>', ahead(now)),
    )
    .update({ checked_at: now });
  return changed > 0;
}

/**
 * Pending payments, in case their webhook was lost: checked first after a minute, later at growing intervals of at most
 * six hours.
 */
export function listUnsettled(db: Db, now: Date, after: string | undefined, limit: number): Promise<string[]> {
  const rows = db('payments')
    .where({ status: 'pending' })
    .whereNotBetween('created_at', [new Date(now.getTime() - 30_000), ahead(now)])
    .whereRaw(
      `(checked_at is null or checked_at > ?
        or checked_at + greatest(interval '1 minute', least(interval '6 hours', (checked_at - created_at) / 5)) <= ?)`,
      [ahead(now), now],
    )
    .orderBy('id')
    .limit(limit);
  return (after ? rows.where('id', '>', after) : rows).pluck('id');
}

export interface MethodRow {
  id: string;
  user_id: number;
  provider: string;
  provider_method_id: string;
  title: string;
  removed_at: Date | null;
}

/** Also finds a removed method: a charge under way on it is repeated under its key. */
export const findMethod = (db: Db, id: string): Promise<MethodRow | undefined> =>
  db('payment_methods').where({ id }).first();

/** Saves the method once and returns its id; undefined when it belongs to another owner. */
export async function saveMethod(
  trx: Knex.Transaction,
  method: Omit<MethodRow, 'removed_at'> & { created_at: Date },
): Promise<string | undefined> {
  const [row] = await trx('payment_methods')
    .insert(method)
    .onConflict(['provider', 'provider_method_id'])
    .merge({ title: method.title, removed_at: null, removed_reason: null })
    .where('payment_methods.user_id', method.user_id)
    .returning('id');
  return row?.id;
}

/** Also removes methods that earlier payments saved; a late payment may save one again. */
export async function removeMethodsOf(trx: Knex.Transaction, userId: number, at: Date, reason: string): Promise<void> {
  await trx('payment_methods')
    .where({ user_id: userId })
    .whereNull('removed_at')
    .update({ removed_at: at, removed_reason: reason });
}

export async function removeMethod(trx: Knex.Transaction, id: string, at: Date, reason: string): Promise<void> {
  await trx('payment_methods').where({ id }).whereNull('removed_at').update({ removed_at: at, removed_reason: reason });
}
