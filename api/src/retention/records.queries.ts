import type { Db, Knex } from '@ostatok/kit/node/db.ts';

const BATCH = 5000;

/** Deletes in batches, so that nothing waits behind a long delete. */
async function deleteInBatches(
  db: Db,
  table: string,
  key: string,
  which: (rows: Knex.QueryBuilder) => void,
): Promise<number> {
  let total = 0;
  for (;;) {
    const batch = db(table).modify(which).limit(BATCH).select(key);
    const deleted = await db(table).whereIn(key, batch).delete();
    total += deleted;
    if (deleted < BATCH) return total;
  }
}

/** Deletes old rows; the table's own trigger refuses any row younger than the purge declares. */
async function deleteKept(db: Knex, table: string, before: Date): Promise<void> {
  const deleteBatch = () =>
    db.transaction(async (trx): Promise<number> => {
      await trx.raw(`select set_config('ostatok.activity_before', ?, true)`, [before.toISOString()]);
      const oldest = trx(table).where('at', '<', before).orderBy('id').limit(BATCH).select('id');
      return trx(table).whereIn('id', oldest).delete();
    });
  while ((await deleteBatch()) === BATCH);
}

export async function deleteActivity(db: Knex, before: Date): Promise<void> {
  for (const table of ['activity', 'security_events']) await deleteKept(db, table, before);
}

/** Letters that wait to be sent stay. */
export const deleteLetters = (db: Db, before: Date): Promise<number> =>
  deleteInBatches(
    db,
    'mails',
    'id',
    (rows) => void rows.where('created_at', '<', before).whereIn('status', ['sent', 'failed']),
  );

export const deleteSessions = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, 'sessions', 'id', (rows) => void rows.where('expires_at', '<', now));

export const deleteLinks = (db: Db, now: Date): Promise<number> =>
  deleteInBatches(db, 'link_tokens', 'id', (rows) => void rows.where('expires_at', '<', now));

/** The payments that are deleted at once with their dependents. */
const PAYMENTS = 500;

/**
 * Deletes one batch of payment documents of erased people; returns whether there may be more. A payment goes with its
 * refunds and ledger entries when the youngest of all these is old enough; then the periods that nothing refers to go.
 */
export async function deletePaymentDocuments(trx: Knex.Transaction, before: Date): Promise<boolean> {
  const old = trx('payments as p')
    .whereNull('p.user_id')
    .whereRaw('coalesce(p.settled_at, p.created_at) < ?', [before])
    .whereNot({ 'p.status': 'pending' })
    .whereNotExists(
      trx('refunds as r')
        .whereRaw('r.payment_id = p.id')
        .whereRaw(
          `(r.next_attempt_at is not null and r.status = 'pending' or coalesce(r.settled_at, r.created_at) >= ?)`,
          [before],
        ),
    );
  const payments: string[] = await old.orderBy('p.id').limit(PAYMENTS).pluck('p.id');
  const refunds: string[] = await trx('refunds').whereIn('payment_id', payments).pluck('id');
  await trx('billing_ledger')
    .whereNull('user_id')
    .where((entries) =>
      entries
        .whereIn('payment_id', payments)
        .orWhereIn('refund_id', refunds)
        .orWhere((of) => of.whereNotNull('period_id').where('at', '<', before)),
    )
    .delete();
  await trx('refunds').whereIn('id', refunds).delete();
  await trx('payments').whereIn('id', payments).delete();
  await trx('subscription_periods as s')
    .whereNull('s.user_id')
    .where('s.ends_at', '<', before)
    .whereNotExists(trx('billing_ledger as l').whereRaw('l.period_id = s.id'))
    .delete();
  return payments.length === PAYMENTS;
}
