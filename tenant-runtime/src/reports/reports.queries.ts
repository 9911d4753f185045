import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Reason } from '../../contract/changes.ts';
import type { DiscrepanciesQuery, LossesQuery } from '../../contract/reports.ts';
import { ON_ORDER } from '../orders/on-order-sql.ts';
import { ITEM_SOURCE } from '../suppliers/source-sql.ts';
import type { ItemRow } from '../tables.ts';
import { LOSSES } from './losses-sql.ts';

function compared(db: Db, { group, deviation }: DiscrepanciesQuery): Knex.QueryBuilder {
  const query = db('items').whereNull('deleted_at').whereNotNull('expected');
  if (group !== 'all') query.where({ group });
  if (deviation === 'zero') query.whereRaw('quantity = expected');
  else if (deviation !== 'all') query.whereRaw('abs(quantity - expected) >= ?::numeric', [deviation]);
  return query;
}

export type ComparedRow = Pick<ItemRow, 'id' | 'name' | 'category' | 'group' | 'unit' | 'quantity' | 'cost'> & {
  expected: string;
};

/**
 * Returns rows in no order: sorting 10,000 rows by a computed numeric and a text takes the database longer than reading
 * them.
 */
export const selectDiscrepancies = (db: Db, query: DiscrepanciesQuery): Promise<ComparedRow[]> =>
  compared(db, query).select<ComparedRow[]>('id', 'name', 'category', 'group', 'unit', 'quantity', 'expected', 'cost');

/** Counts the group's items without an expected quantity. */
export async function countUnknown(db: Db, { group }: DiscrepanciesQuery): Promise<number> {
  const query = db('items').whereNull('deleted_at').whereNull('expected');
  if (group !== 'all') query.where({ group });
  const [counted] = await query.count<{ count: number }[]>('* as count');
  return Number(counted?.count ?? 0);
}

export type BelowParRow = Pick<
  ItemRow,
  'id' | 'name' | 'article' | 'category' | 'unit' | 'volume_ml' | 'quantity' | 'par' | 'cost'
> & {
  supplier_id: number | null;
  supplier_name: string | null;
  /** What open orders will still bring. */
  on_order: string;
  /** Kopecks for a unit, as it was last bought. */
  price: number | null;
  brought_unit: string | null;
  factor: string | null;
  brought: string | null;
  packs: string | null;
  in_pack: string | null;
};

export async function selectBelowPar(db: Db): Promise<BelowParRow[]> {
  const { rows } = await db.raw<{ rows: BelowParRow[] }>(
    `select i.id, i.name, i.article, i.category, i.unit, i.volume_ml, i.quantity, i.par, i.cost,
            coalesce(o.quantity, 0) as on_order, s.id as supplier_id, s.name as supplier_name, last.price,
            last.unit as brought_unit, last.factor, last.quantity as brought, last.packs, last.in_pack
       from items i left join (${ON_ORDER}) o on o.item_id = i.id ${ITEM_SOURCE}
      where i.deleted_at is null and i.quantity < i.par
      order by i.category, i.search_name, i.id`,
  );
  return rows;
}

export async function countWithoutPar(db: Db): Promise<number> {
  const [counted] = await db('items').whereNull('deleted_at').whereNull('par').count<{ count: number }[]>('* as count');
  return Number(counted?.count ?? 0);
}

type LossRow = Pick<ItemRow, 'id' | 'name' | 'category' | 'unit' | 'cost'> & {
  reason: Reason;
  quantity: string;
  changes: number;
};

/** Returns losses, the largest amount of money first. */
export async function selectLosses(db: Db, { from, to }: LossesQuery, timezone: string): Promise<LossRow[]> {
  const { rows } = await db.raw<{ rows: LossRow[] }>(
    `select i.id, i.name, i.category, i.unit, i.cost, c.reason, c.quantity, c.changes
       from (${LOSSES}) c
       join items i on i.id = c.item_id
      order by c.reason, c.quantity * coalesce(i.cost, 0), i.search_name, i.id`,
    { from: from ?? null, to: to ?? null, timezone },
  );
  return rows;
}
