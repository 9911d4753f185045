import type { AdminPayment, AdminRefund } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { AdminPaymentFilter } from '@ostatok/api/contract/subscriptions.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';

/** Money is in kopecks. */
export type AdminRefundRow = RowOf<AdminRefund, 'created_at' | 'settled_at'> & { payment_id: string; refused: boolean };
export type AdminPaymentRow = RowOf<
  Omit<AdminPayment, 'refunded' | 'problem' | 'refundable' | 'refunds'>,
  'created_at' | 'settled_at'
>;

const DAY_MS = 86_400_000;
const IS_LOST = `r.status = 'pending' and r.next_attempt_at is null`;

/** No refund that was made later stands in its place. */
const IS_REFUSED = `r.status = 'canceled' and not exists (
  select from refunds l
   where l.payment_id = r.payment_id and l.id <> r.id and l.status <> 'canceled' and l.created_at >= r.created_at)`;
/** For so many days a refused refund asks for attention: its money has become the owner's balance. */
const REFUSED_DAYS = 14;

const withRefund = (db: Db, which: string): Knex.QueryBuilder =>
  db('refunds as r').whereRaw(`r.payment_id = p.id and ${which}`).select(db.raw('1'));

function payments(db: Db, { id, status, user_id, search, q }: AdminPaymentFilter, now: Date) {
  const words = search || q;
  return db('payments as p').modify((rows: Knex.QueryBuilder) => {
    const lost = withRefund(db, IS_LOST);
    const failed = withRefund(db, IS_REFUSED);
    const since = new Date(now.getTime() - REFUSED_DAYS * DAY_MS);
    const failedLately = failed.clone().where('r.settled_at', '>', since);
    if (id) rows.whereIn('p.id', id);
    if (user_id) rows.where('p.user_id', user_id);
    if (words) rows.whereILike('p.payer_email', likeContaining(words));
    if (status === 'disputed') rows.where('p.outcome', 'disputed');
    else if (status === 'refund_lost') rows.whereExists(lost);
    else if (status === 'refund_failed') rows.whereExists(failed);
    else if (status === 'attention')
      rows.where((any) => any.where('p.outcome', 'disputed').orWhereExists(lost).orWhereExists(failedLately));
    else if (status === 'pending') rows.where({ 'p.status': 'pending', 'p.withdrawn_at': null });
    else if (status === 'withdrawn') rows.where('p.status', 'pending').whereNotNull('p.withdrawn_at');
    else if (status) rows.where('p.status', status);
  });
}

const listRefunds = (db: Db, paymentIds: string[]): Promise<AdminRefundRow[]> =>
  db('refunds as r')
    .whereIn('r.payment_id', paymentIds)
    .orderBy(['r.created_at', 'r.id'])
    .select('r.id', 'r.payment_id', 'r.amount', 'r.reason', 'r.status', 'r.error', 'r.created_at', 'r.settled_at')
    .select(db.raw(`${IS_LOST} as lost`), db.raw(`${IS_REFUSED} as refused`));

export async function listPayments(
  db: Db,
  filter: AdminPaymentFilter,
  { offset, limit, order }: { offset: number; limit: number; order: 'asc' | 'desc' },
  now: Date,
): Promise<{ rows: AdminPaymentRow[]; refunds: AdminRefundRow[]; total: number }> {
  const [counted] = await payments(db, filter, now).count({ total: '*' });
  const rows: AdminPaymentRow[] = await payments(db, filter, now)
    .join('plans as t', 't.id', 'p.plan_id')
    .select('p.id', 'p.user_id', 'p.payer_email', 'p.description', 'p.amount', 'p.currency', 'p.status', 'p.outcome')
    .select('p.created_at', 'p.settled_at', 't.display_name as plan_display_name', 'p.withdrawn_reason as withdrawn')
    .orderBy([
      { column: 'p.created_at', order },
      { column: 'p.id', order },
    ])
    .offset(offset)
    .limit(limit);
  const refunds = await listRefunds(
    db,
    rows.map(({ id }) => id),
  );
  return { rows, refunds, total: counted.total };
}
