import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { type Db, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';

export type QuarantineRow = RowOf<QuarantineItem, 'quarantined_at' | 'purge_at'> & {
  /** The state that a restore brings back; its shape depends on the action. */
  was: Record<string, unknown>;
  operation_id: string;
};

/** The name under which it is set aside: the key and the date. */
export const asideOf = ({ key, quarantined_at }: QuarantineRow): string =>
  `quarantine_${key}_${quarantined_at.toISOString().slice(0, 10).replaceAll('-', '')}`;

const OPEN = ['taking', 'kept', 'restoring', 'purging'] as const;
const table = (db: Db) => db<QuarantineRow>('quarantine');

/** Keys that are in quarantine, or on their way in or out. */
export const openKeys = (db: Db, action: CleanupAction): Promise<string[]> =>
  table(db).where({ action }).whereIn('status', OPEN).pluck('key');

export const findOpen = (db: Db, action: CleanupAction, key: string): Promise<QuarantineRow | undefined> =>
  table(db).where({ action, key }).whereIn('status', OPEN).first();

export const findQuarantined = (db: Db, id: string): Promise<QuarantineRow | undefined> =>
  table(db).where({ id }).first();

export const listKept = (db: Db, action: CleanupAction): Promise<QuarantineRow[]> =>
  table(db).where({ action, status: 'kept' });

/** All entries of these keys, the oldest first. */
export const listByKeys = (db: Db, action: CleanupAction, keys: string[]): Promise<QuarantineRow[]> =>
  table(db).where({ action }).whereIn('key', keys).orderBy('quarantined_at');

export const insertQuarantined = async (db: Db, row: QuarantineRow): Promise<void> =>
  void (await table(db).insert({ ...row, was: JSON.stringify(row.was) as never }));

/** Returns false when the status was none of `from`. */
export const moveTo = async (
  db: Db,
  id: string,
  from: QuarantineItem['status'][],
  status: QuarantineItem['status'],
): Promise<boolean> => (await table(db).where({ id }).whereIn('status', from).update({ status })) > 0;

/**
 * Entries that a crash has interrupted, and entries whose term ended by `before`; without `before` no term counts as
 * ended.
 */
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
