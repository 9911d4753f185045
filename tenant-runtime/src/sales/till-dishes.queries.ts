import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';
import type { TillDishesFilter, TillDishState } from '../../contract/sales.ts';
import type { TillDishRow } from '../tables.ts';
import { DISH, OPEN, STATE } from './till-dishes-sql.ts';

export type ListedTillDish = TillDishRow & {
  state: TillDishState;
  item_name: string | null;
  item_unit: Unit | null;
  dish_name: string | null;
  quantity: string;
  paid: number;
  last_day: string | null;
};

/** Sums of every dish that was sold. */
const SOLD = `select x.till_dish_id, sum(x.quantity) as quantity, coalesce(sum(x.paid), 0)::bigint as paid, max(x.day) as last_day
                from sales x group by x.till_dish_id`;

const listed = (db: Db) =>
  db('till_dishes as d')
    .leftJoin(db.raw(`(${SOLD}) as t on t.till_dish_id = d.id`))
    .leftJoin('items as i', (on) => on.on('i.id', 'd.item_id').onNull('i.deleted_at'))
    .leftJoin('dishes as r', (on) => on.on('r.id', db.raw(DISH)))
    .select<ListedTillDish[]>(
      'd.*',
      'r.id as dish_id',
      'r.name as dish_name',
      'i.name as item_name',
      'i.unit as item_unit',
      db.raw(`${STATE} as state, coalesce(t.quantity, 0) as quantity, coalesce(t.paid, 0)::bigint as paid, t.last_day`),
    );

export async function listTillDishes(
  db: Db,
  { source, state }: TillDishesFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedTillDish[]; total: number }> {
  const filter = (query: Knex.QueryBuilder): void => {
    query.whereRaw('exists (select from sales x where x.till_dish_id = d.id)');
    if (source !== undefined) query.where('d.source_id', source);
    if (state !== undefined) query.whereRaw(`${STATE} = ?`, [state]);
  };
  const [counted] = await db('till_dishes as d').where(filter).count<{ count: number }[]>('* as count');
  const rows = await listed(db)
    .where(filter)
    .orderByRaw(`paid ${page.order}, d.id ${page.order === 'desc' ? 'asc' : 'desc'}`)
    .offset(page.offset)
    .limit(page.limit);
  return { rows, total: Number(counted?.count ?? 0) };
}

export const selectTillDishes = (db: Db, ids: readonly number[]): Promise<ListedTillDish[]> =>
  listed(db).whereIn('d.id', ids).orderBy('d.id');

/** Returns kopecks of all sales, and of those whose dish is open. */
export async function selectPaid(db: Db): Promise<{ all: number; open: number }> {
  const { rows } = await db.raw<{ rows: { all: number; open: number }[] }>(
    `with sold as materialized (select till_dish_id, sum(paid) as paid from sales group by 1)
     select coalesce(sum(x.paid), 0)::bigint as "all", coalesce(sum(x.paid) filter (where ${OPEN}), 0)::bigint as "open"
       from sold x join till_dishes d on d.id = x.till_dish_id`,
  );
  return rows[0] as { all: number; open: number };
}

export interface ItemOfDish {
  id: number;
  unit: Unit;
  volume_ml: number | null;
}

export const selectItems = (db: Db, ids: readonly number[]): Promise<ItemOfDish[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db('items').whereIn('id', ids).whereNull('deleted_at').select('id', 'unit', 'volume_ml');

/** Counts those of the dishes with recipes that are still there. */
export async function countDishes(db: Db, ids: readonly number[]): Promise<number> {
  const [counted] = await db('dishes')
    .whereIn('id', ids)
    .whereNull('removed_at')
    .count<{ count: number }[]>('* as count');
  return Number(counted?.count ?? 0);
}

/** Returns the dishes in the order of their ids, locked. */
export const lockTillDishes = (trx: Knex.Transaction, ids: readonly number[]): Promise<TillDishRow[]> =>
  trx<TillDishRow>('till_dishes').whereIn('id', ids).orderBy('id').forUpdate().select('*');

export const updateTillDish = (trx: Knex.Transaction, id: number, fields: Partial<TillDishRow>): Promise<number> =>
  trx('till_dishes').where({ id }).update(fields);
