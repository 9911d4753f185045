import type { CleanupAction, QuarantineItem } from '@ostatok/api/contract/cleanup.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';

export type QuarantineRow = RowOf<QuarantineItem, 'quarantined_at' | 'purge_at'> & {
  /** What an undo brings back; its shape is the action's own. */
  was: Record<string, unknown>;
  operation_id: string;
};

const OPEN = ['taking', 'kept', 'restoring', 'purging'] as const;
const table = (db: Db) => db<QuarantineRow>('quarantine');

/** What is set aside right now, or on its way there or back. */
export const openKeys = (db: Db, action: CleanupAction): Promise<string[]> =>
  table(db).where({ action }).whereIn('status', OPEN).pluck('key');

export const findOpen = (db: Db, action: CleanupAction, key: string): Promise<QuarantineRow | undefined> =>
  table(db).where({ action, key }).whereIn('status', OPEN).first();

export const findQuarantined = (db: Db, id: string): Promise<QuarantineRow | undefined> =>
  table(db).where({ id }).first();

export const insertQuarantined = async (db: Db, row: QuarantineRow): Promise<void> =>
  void (await table(db).insert({ ...row, was: JSON.stringify(row.was) as never }));

/** False: it was none of `from`. */
export const moveTo = async (
  db: Db,
  id: string,
  from: QuarantineItem['status'][],
  status: QuarantineItem['status'],
): Promise<boolean> => (await table(db).where({ id }).whereIn('status', from).update({ status })) > 0;

/** Waits its turn for one thing, across all api processes; ends with the transaction. */
export async function lockThing(trx: Knex.Transaction, action: CleanupAction, key: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtext(?), hashtext(?))', [`cleanup ${action}`, key]);
}

/** What a crash has left half-way, and what has been kept until `before`, where anything may go by that. */
export const pluckDue = (db: Db, before: Date | undefined): Promise<string[]> =>
  table(db)
    .whereIn('status', ['taking', 'restoring', 'purging'])
    .modify((due) => {
      if (before) due.orWhere((kept) => kept.where({ status: 'kept' }).where('purge_at', '<=', before));
    })
    .orderBy('quarantined_at')
    .pluck('id');

export async function listQuarantined(
  db: Db,
  query: {
    ids?: string[] | undefined;
    search?: string | undefined;
    action?: string | undefined;
    status?: string | undefined;
    sort: string;
    order: 'asc' | 'desc';
    offset: number;
    limit: number;
  },
): Promise<{ rows: QuarantineRow[]; total: number }> {
  const base = table(db).modify((rows) => {
    if (query.ids) rows.whereIn('id', query.ids);
    if (query.action) rows.where('action', query.action);
    if (query.status) rows.where('status', query.status);
    const like = likeContaining(query.search ?? '');
    if (query.search) rows.where((or) => or.whereILike('label', like).orWhereILike('key', like));
  });
  const [counted] = await base.clone().count({ n: '*' });
  const rows = await base
    .orderBy([
      { column: query.sort, order: query.order },
      { column: 'id', order: query.order },
    ])
    .offset(query.offset)
    .limit(query.limit);
  return { rows: rows as QuarantineRow[], total: Number(counted?.n ?? 0) };
}
