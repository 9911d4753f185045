import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import type {
  OperationFilter,
  OperationItemFilter,
  OperationKind,
  OperationStatus,
} from '@ostatok/api/contract/operations.ts';
import { type Db, type Knex, likeContaining, type RowOf } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';

export type OperationRow = RowOf<Omit<Operation, 'started_by'>, 'created_at' | 'started_at' | 'finished_at'> & {
  number: number;
  input: Record<string, unknown>;
  unique_key: string | null;
  started_by: number | null;
};

/** An operation with the address of the person who started it. */
export type ListedOperation = OperationRow & { email: string | null };

export interface NewItem {
  key: string;
  label: string;
  payload?: unknown;
}

type Page = ListPage;

const ITEMS_AT_ONCE = 1000;

/** Returns false when an operation with this unique key is under way. */
export async function insertOperation(
  trx: Knex.Transaction,
  operation: Pick<OperationRow, 'id' | 'kind' | 'title' | 'unique_key' | 'total' | 'started_by' | 'created_at'> & {
    input: string;
  },
): Promise<boolean> {
  const rows = await trx('operations')
    .insert(operation)
    .onConflict(trx.raw('(unique_key) where finished_at is null'))
    .ignore()
    .returning('id');
  return rows.length > 0;
}

export async function insertItems(trx: Knex.Transaction, operationId: string, items: NewItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const rows = items.slice(from, from + ITEMS_AT_ONCE).map(({ key, label, payload }, index) => ({
      operation_id: operationId,
      position: from + index,
      key,
      label,
      payload: payload === undefined ? null : JSON.stringify(payload),
    }));
    await trx('operation_items').insert(rows);
  }
}

const listed = (db: Db): Knex.QueryBuilder => db('operations').leftJoin('users', 'users.id', 'operations.started_by');

export const findOperation = (db: Db, id: string): Promise<ListedOperation | undefined> =>
  listed(db).where({ 'operations.id': id }).first('operations.*', 'users.email');

export const lockOperation = (trx: Knex.Transaction, id: string): Promise<OperationRow | undefined> =>
  trx('operations').where({ id }).forUpdate().first();

export async function listOperations(
  db: Db,
  { id, kind, status, search, q }: OperationFilter,
  { sort, order, offset, limit }: Page,
): Promise<{ rows: ListedOperation[]; total: number }> {
  const narrow = (rows: Knex.QueryBuilder): void => {
    if (id) rows.whereIn('operations.id', id);
    if (kind) rows.where('operations.kind', kind);
    if (status) rows.where('operations.status', status);
    const words = search || q;
    if (words) rows.whereILike('operations.title', likeContaining(words));
  };
  const [counted] = await db('operations').modify(narrow).count({ n: '*' });
  const rows = await listed(db)
    .modify(narrow)
    .select('operations.*', 'users.email')
    .orderBy([
      { column: `operations.${sort}`, order },
      { column: 'operations.number', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total: Number(counted?.n ?? 0) };
}

/** Finds the newest of a kind whose input has these values. */
export const findLast = (db: Db, kind: OperationKind, input: object): Promise<ListedOperation | undefined> =>
  listed(db)
    .where({ kind })
    .whereRaw('operations.input @> ?::jsonb', [JSON.stringify(input)])
    .orderBy('operations.number', 'desc')
    .first('operations.*', 'users.email');

/** The order of items by state: those that need attention come first. */
const LOOKED_AT_FIRST: OperationItem['status'][] = ['failed', 'running', 'waiting', 'done', 'skipped'];

export async function listItems(
  db: Db,
  operationId: string,
  { status }: OperationItemFilter,
  { sort, order, offset, limit }: Page,
): Promise<{ rows: OperationItem[]; total: number }> {
  const items = db('operation_items').where({ operation_id: operationId, ...(status && { status }) });
  const [counted] = await items.clone().count({ n: '*' });
  const column = sort === 'status' ? db.raw('array_position(?::text[], status)', [LOOKED_AT_FIRST]) : sort;
  const rows = await items
    .select('key', 'label', 'status', 'message', 'result', 'ms')
    .orderBy([{ column, order }, { column: 'position' }])
    .offset(offset)
    .limit(limit);
  return { rows, total: Number(counted?.n ?? 0) };
}

/** Unfinished operations, the oldest first, with canceled ones that have not ended. */
export const pluckUnfinished = (db: Db): Promise<string[]> =>
  db('operations').whereNull('finished_at').whereNot({ status: 'paused' }).orderBy('number').pluck('id');

export async function isOpen(db: Db, kind: OperationKind): Promise<boolean> {
  return (await db('operations').where({ kind }).whereNull('finished_at').first('id')) !== undefined;
}

export const setStatus = (trx: Knex.Transaction, id: string, status: OperationStatus): Promise<number> =>
  trx('operations').where({ id }).update({ status });

export async function deleteFinished(db: Db, before: Date): Promise<number> {
  return db('operations').where('finished_at', '<', before).delete();
}

interface UnfinishedOperations {
  kind: string;
  status: string;
  count: number;
  /** The age of the oldest. */
  seconds: number;
}

export async function countUnfinished(db: Db, now: Date): Promise<UnfinishedOperations[]> {
  const { rows } = await db.raw(
    `select kind, status, count(*) as count,
       greatest(0, extract(epoch from ?::timestamptz - min(created_at)))::float8 as seconds
     from operations where finished_at is null group by kind, status`,
    [now],
  );
  return rows;
}

/** Counts the operations of the last day that failed, wholly or in part, and were not repeated with success since. */
export async function countFailed(db: Db, now: Date): Promise<{ kind: string; count: number }[]> {
  const { rows } = await db.raw(
    `select o.kind, count(*) as count from operations o
      where o.finished_at > ?::timestamptz - interval '1 day'
        and (o.status = 'failed' or o.status = 'done' and o.failed > 0) and not exists (
          select from operations later where later.kind = o.kind and later.title = o.title
            and later.number > o.number and later.status = 'done' and later.failed = 0)
      group by o.kind`,
    [now],
  );
  return rows;
}
