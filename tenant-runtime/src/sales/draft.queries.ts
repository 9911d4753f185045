import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SalesKind } from '../../contract/sales.ts';
import type { proposalsFor } from '../deliveries/proposals.ts';
import type { ItemRow, LineProposal, SaleRow, SalesFileRow, TillDishRow } from '../tables.ts';
import type { FileDish } from './files/sales-file.ts';

/** Adds a source; a name that another one has gets a number behind it. */
export async function insertSource(
  db: Db,
  { kind, name, at }: { kind: SalesKind; name: string; at: string },
): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `insert into sales_sources (kind, name, created_at)
     select :kind, candidate, :at
       from (select case when n = 1 then :name else :name || ' ' || n end as candidate, n
               from generate_series(1, 1000) as n) as named
      where not exists (select from sales_sources s where lower(s.name) = lower(candidate) and s.removed_at is null)
      order by n limit 1
     returning id`,
    { kind, name, at },
  );
  return (rows[0] as { id: number }).id;
}

export async function findFileIdByKey(db: Db, key: string): Promise<number | undefined> {
  return (await db<SalesFileRow>('sales_files').where({ key }).first('id'))?.id;
}

type NewFile = Pick<
  SalesFileRow,
  | 'key'
  | 'source_id'
  | 'kind'
  | 'file'
  | 'from_day'
  | 'to_day'
  | 'stores'
  | 'rows'
  | 'totals'
  | 'warnings'
  | 'created_by'
  | 'created_at'
  | 'feed_id'
  | 'source_unsure'
>;

/** Returns undefined if a file with this key is there already. */
export async function insertFile(trx: Knex.Transaction, row: NewFile): Promise<number | undefined> {
  const [added] = await trx('sales_files')
    .insert({ ...row, totals: JSON.stringify(row.totals), warnings: JSON.stringify(row.warnings) })
    .onConflict('key')
    .ignore()
    .returning('id');
  return added?.id;
}

/** Writes the dishes of a file, or what it calls those that are known; returns their ids by key. */
export async function upsertTillDishes(
  trx: Knex.Transaction,
  sourceId: number,
  dishes: ReadonlyMap<string, FileDish>,
): Promise<Map<string, number>> {
  const all = [...dishes];
  // Knex types the elements of a bound array as texts, and the driver writes null as well
  const column = (field: keyof FileDish) => all.map(([, dish]) => dish[field]) as string[];
  const { rows } = await trx.raw<{ rows: { id: number; key: string }[] }>(
    `insert into till_dishes (source_id, key, code, name, size, "group", unit)
     select ?, * from unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
     on conflict (source_id, key) do update
       set name = excluded.name, "group" = coalesce(excluded."group", till_dishes."group"),
           unit = coalesce(excluded.unit, till_dishes.unit)
     returning id, key`,
    [
      sourceId,
      all.map(([key]) => key),
      column('code'),
      column('name'),
      column('size'),
      column('group'),
      column('unit'),
    ],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

export type DraftLine = Omit<SaleRow, 'source_id' | 'file_id'>;

export async function insertDraftLines(trx: Knex.Transaction, fileId: number, lines: DraftLine[]): Promise<void> {
  const column = (field: keyof DraftLine) => lines.map((line) => line[field]) as string[];
  await trx.raw(
    `insert into sales_draft_lines (file_id, store, day, till_dish_id, kind, quantity, paid, listed, cost)
     select ?, * from unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::numeric[], ?::bigint[], ?::bigint[], ?::bigint[])`,
    [
      fileId,
      column('store'),
      column('day'),
      column('till_dish_id'),
      column('kind'),
      column('quantity'),
      column('paid'),
      column('listed'),
      column('cost'),
    ],
  );
}

type ComparedItem = Parameters<typeof proposalsFor>[1][number];

/** Returns the open dishes of a source for which no item was found so far: there may be one by now. */
export const selectUncompared = (db: Db, sourceId: number): Promise<Pick<TillDishRow, 'id' | 'name'>[]> =>
  db<TillDishRow>('till_dishes')
    .where({ source_id: sourceId, ignored: false })
    .whereNull('item_id')
    .whereNull('dish_id')
    .whereRaw(`coalesce(proposals, '[]') = '[]'`)
    .orderBy('id')
    .select('id', 'name');

export const selectComparedItems = (db: Db): Promise<ComparedItem[]> =>
  db<ItemRow>('items')
    .whereNull('deleted_at')
    .orderBy('id')
    .select('id', 'name', 'search_name', 'names', 'ean', 'codes', 'alias_ean', 'alias_names', 'volume_ml', 'category');

export async function updateProposals(
  trx: Knex.Transaction,
  dishes: { id: number; proposals: LineProposal[] }[],
): Promise<void> {
  await trx.raw(
    `update till_dishes d set proposals = g.proposals
       from unnest(?::int[], ?::jsonb[]) as g(id, proposals) where d.id = g.id`,
    [dishes.map(({ id }) => id), dishes.map(({ proposals }) => JSON.stringify(proposals))],
  );
}
