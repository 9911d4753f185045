import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export type PeriodKind = 'purchase' | 'upgrade' | 'renewal' | 'grant' | 'administrator';

export interface PeriodRow {
  id: string;
  user_id: number | null;
  plan_id: number;
  billing_period: BillingPeriod;
  kind: PeriodKind;
  /** In kopecks, paid for the whole period. */
  price: number;
  /** In kopecks, for the next period; null: the price of a bought one, and nothing is agreed for the others. */
  agreed_price: number | null;
  starts_at: Date;
  ends_at: Date;
  anchor_day: number;
  closed_at: Date | null;
  closed_by: string | null;
  created_at: Date;
}

export const findPeriod = (db: Db, id: string): Promise<PeriodRow | undefined> =>
  db('subscription_periods').where({ id }).first();

/** The period that was closed last. */
export const findLastClosed = (db: Db, userId: number): Promise<PeriodRow | undefined> =>
  db('subscription_periods')
    .where({ user_id: userId })
    .whereNotNull('closed_at')
    .orderBy([
      { column: 'closed_at', order: 'desc' },
      { column: 'starts_at', order: 'desc' },
    ])
    .first();

export async function insertPeriod(
  trx: Knex.Transaction,
  period: Omit<PeriodRow, 'closed_at' | 'closed_by'>,
): Promise<void> {
  await trx('subscription_periods').insert(period);
}

export async function closePeriod(trx: Knex.Transaction, id: string, at: Date, by: string): Promise<void> {
  await trx('subscription_periods').where({ id }).whereNull('closed_at').update({ closed_at: at, closed_by: by });
}

/** Changes only a period that nothing was paid for: the price of a paid one depends on its days. */
export async function prolongGrant(trx: Knex.Transaction, id: string, endsAt: Date): Promise<void> {
  await trx('subscription_periods').where({ id, kind: 'grant' }).update({ ends_at: endsAt });
}

interface LedgerEntry {
  user_id: number | null;
  at: Date;
  kind: 'payment' | 'credit' | 'period' | 'refund' | 'compensation';
  /** In kopecks; positive for incoming money. */
  amount: number;
  payment_id?: string;
  refund_id?: string;
  period_id?: string;
}

/** Inserts no entry for a zero amount. */
export async function insertEntry(trx: Knex.Transaction, entry: LedgerEntry): Promise<void> {
  if (entry.amount !== 0) await trx('billing_ledger').insert(entry);
}

/** The balance in kopecks, which the next charges use up first. */
export async function balanceOf(db: Db, userId: number): Promise<number> {
  const row = await db('billing_ledger').where({ user_id: userId }).sum('amount as balance').first();
  return Number(row?.balance ?? 0);
}

/** Whether the refund was goodwill, beyond the owner's balance. */
export async function isCompensated(db: Db, refundId: string): Promise<boolean> {
  return Boolean(await db('billing_ledger').where({ refund_id: refundId, kind: 'compensation' }).first('id'));
}
