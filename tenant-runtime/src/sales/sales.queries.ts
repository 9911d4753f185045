import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SaleKind, SalesFilesFilter } from '../../contract/sales.ts';
import type { SalesFileRow, SalesSourceRow } from '../tables.ts';
import { selectFetched } from './likeness.queries.ts';
import { FETCHED, REPLACED } from './replaced-sql.ts';
import { OPEN } from './till-dishes-sql.ts';

export type ListedSource = SalesSourceRow & { last_day: string | null; open: number };

const sources = (db: Db) =>
  db('sales_sources as s')
    .whereNull('s.removed_at')
    .select<ListedSource[]>(
      's.*',
      db.raw('(select max(day) from sales x where x.source_id = s.id) as last_day'),
      db.raw(
        `(select count(*)::int from till_dishes d where d.source_id = s.id and ${OPEN}
            and exists (select from sales x where x.till_dish_id = d.id)) as open`,
      ),
    );

export const selectSources = (db: Db): Promise<ListedSource[]> => sources(db).orderBy('s.id');
export const findSource = (db: Db, id: number): Promise<ListedSource | undefined> =>
  sources(db).where('s.id', id).first();

export async function addSource(db: Db, row: { kind: string; name: string; created_at: Date }): Promise<number> {
  const [added] = await db('sales_sources').insert(row).returning('id');
  return (added as { id: number }).id;
}

export const updateSource = (db: Db, id: number, fields: object): Promise<number> =>
  Object.keys(fields).length === 0
    ? Promise.resolve(1)
    : db('sales_sources').where({ id }).whereNull('removed_at').update(fields);

export type ListedFile = SalesFileRow & {
  source_name: string;
  superseded: boolean;
  feed_name: string | null;
  /** Whether its feed is fetched from a till, which it names. */
  is_fetched: boolean;
};

const files = (db: Db) =>
  db('sales_files as f')
    .join('sales_sources as s', 's.id', 'f.source_id')
    .leftJoin('feeds as e', 'e.id', 'f.feed_id')
    .select<ListedFile[]>(
      'f.*',
      's.name as source_name',
      'e.name as feed_name',
      db.raw(`coalesce(${FETCHED}, false) as is_fetched`),
      db.raw(
        `f.status = 'applied' and f.rows > 0 and not exists (select from sales x where x.file_id = f.id) as superseded`,
      ),
    );

export async function listFiles(
  db: Db,
  { source }: SalesFilesFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedFile[]; total: number }> {
  const filter = (query: Knex.QueryBuilder): void => {
    if (source !== undefined) query.where('f.source_id', source);
  };
  const [counted] = await db('sales_files as f').where(filter).count<{ count: number }[]>('* as count');
  const rows = await files(db).where(filter).orderBy('f.id', page.order).offset(page.offset).limit(page.limit);
  return { rows, total: Number(counted?.count ?? 0) };
}

export const findFile = (db: Db, id: number): Promise<ListedFile | undefined> => files(db).where('f.id', id).first();
export const findFileByKey = (db: Db, key: string): Promise<ListedFile | undefined> =>
  files(db).where('f.key', key).first();

/** Locks a file behind its source, so that two files of one source are applied one after the other. */
export async function lockFile(trx: Knex.Transaction, id: number): Promise<SalesFileRow | undefined> {
  await trx.raw('select from sales_sources where id = (select source_id from sales_files where id = ?) for update', [
    id,
  ]);
  return trx<SalesFileRow>('sales_files').where({ id }).forUpdate().first();
}

export const updateFile = (trx: Knex.Transaction, id: number, fields: Partial<SalesFileRow>): Promise<number> =>
  trx('sales_files').where({ id }).update(fields);

export interface KindSums {
  kind: SaleKind;
  quantity: string;
  paid: number;
}

const linesOf = (status: SalesFileRow['status']): string => (status === 'draft' ? 'sales_draft_lines' : 'sales');

export const selectFileKinds = (db: Db, { id, status }: Pick<SalesFileRow, 'id' | 'status'>): Promise<KindSums[]> =>
  db(linesOf(status))
    .where({ file_id: id })
    .groupBy('kind')
    .orderBy('kind')
    .select<KindSums[]>('kind', db.raw('sum(quantity) as quantity, coalesce(sum(paid), 0)::bigint as paid'));

export async function selectOpenOf(
  db: Db,
  { id, status }: Pick<SalesFileRow, 'id' | 'status'>,
): Promise<{ dishes: number; paid: number }> {
  const { rows } = await db.raw<{ rows: { dishes: number; paid: number }[] }>(
    // summed first: without statistics of what was just written, the planner would look through all lines for each dish
    `with sold as materialized (select till_dish_id, sum(paid) as paid from ${linesOf(status)} where file_id = ? group by 1)
     select count(*)::int as dishes, coalesce(sum(l.paid), 0)::bigint as paid
       from sold l join till_dishes d on d.id = l.till_dish_id where ${OPEN}`,
    [id],
  );
  return rows[0] as { dishes: number; paid: number };
}

/** Puts the lines of a draft in the place of what it replaces. */
export async function replaceSales(trx: Knex.Transaction, fileId: number): Promise<void> {
  const fetched = await selectFetched(trx, fileId);
  await trx.raw(`delete from sales x using sales_files f where f.id = :fileId and ${REPLACED}`, { fileId, fetched });
  await trx.raw(
    `insert into sales (source_id, store, day, till_dish_id, kind, quantity, paid, listed, cost, file_id)
     select f.source_id, l.store, l.day, l.till_dish_id, l.kind, l.quantity, l.paid, l.listed, l.cost, f.id
       from sales_draft_lines l join sales_files f on f.id = l.file_id where f.id = ?`,
    [fileId],
  );
  await trx('sales_draft_lines').where({ file_id: fileId }).delete();
}

export const deleteSalesOf = (trx: Knex.Transaction, fileId: number): Promise<number> =>
  trx('sales').where({ file_id: fileId }).delete();
export async function deleteDraftFile(trx: Knex.Transaction, id: number): Promise<void> {
  await trx('sales_draft_lines').where({ file_id: id }).delete();
  await trx('sales_files').where({ id }).delete();
}

/** Deletes dishes that no file brings any more and nobody has decided. */
export const deleteUnsoldDishes = (trx: Knex.Transaction, sourceId: number): Promise<unknown> =>
  trx.raw(
    `delete from till_dishes d where d.source_id = ? and d.decided_at is null
        and not exists (select from sales x where x.till_dish_id = d.id)
        and not exists (select from sales_draft_lines l where l.till_dish_id = d.id)`,
    [sourceId],
  );

/** Deletes files that a feed has brought and that later ones have replaced whole: one comes every day. */
export const deleteReplacedFiles = (trx: Knex.Transaction, feedId: number): Promise<number> =>
  trx<SalesFileRow>('sales_files as f')
    .where({ feed_id: feedId, status: 'applied' })
    .whereNotExists(trx('sales as x').whereRaw('x.file_id = f.id').select(trx.raw('1')))
    .delete();

export interface DayKind extends KindSums {
  day: string;
}
export interface DishKind extends KindSums {
  till_dish_id: number;
  source_kind: SalesFileRow['kind'];
}

const sums = (db: Db) => db.raw('sum(x.quantity) as quantity, coalesce(sum(x.paid), 0)::bigint as paid');

export const selectByDay = (db: Db, { from, to }: { from: string; to: string }): Promise<DayKind[]> =>
  db('sales as x')
    .whereBetween('x.day', [from, to])
    .groupBy('x.day', 'x.kind')
    .orderBy(['x.day', 'x.kind'])
    .select<DayKind[]>('x.day', 'x.kind', sums(db));

export const selectByDish = (db: Db, { from, to }: { from: string; to: string }): Promise<DishKind[]> =>
  db('sales as x')
    .join('sales_sources as s', 's.id', 'x.source_id')
    .whereBetween('x.day', [from, to])
    .groupBy('x.till_dish_id', 'x.kind', 's.kind')
    .orderBy(['x.till_dish_id', 'x.kind'])
    .select<DishKind[]>('x.till_dish_id', 'x.kind', 's.kind as source_kind', sums(db));
