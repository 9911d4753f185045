import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';
import { CLOSING } from '../counts/closing-sql.ts';
import type { ItemRow } from '../tables.ts';
import type { CostLine } from './costs.ts';
import type { DeliveryDay, Statement } from './moment.ts';

export type LockedItem = Pick<ItemRow, 'id' | 'name' | 'unit' | 'quantity' | 'cost' | 'deleted_at'>;

/** Locks items in the order in which every writer locks them. */
export async function lockItems(trx: Knex.Transaction, ids: number[]): Promise<Map<number, LockedItem>> {
  const rows: LockedItem[] = await trx('items')
    .whereIn('id', ids)
    .orderBy('id')
    .forUpdate()
    .select('id', 'name', 'unit', 'quantity', 'cost', 'deleted_at');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the day by the tenant's clock; without one, and for one that is still to come, it is today. */
export async function selectDay(
  trx: Knex.Transaction,
  { day, now, timezone }: { day: string | null; now: Date; timezone: string },
): Promise<DeliveryDay> {
  const { rows } = await trx.raw(
    `select day::timestamp at time zone :timezone as starts, (day + time '12:00') at time zone :timezone as noon,
            day = today as is_today
       from (select least(coalesce(cast(:day as date), today), today) as day, today
               from (select (cast(:now as timestamptz) at time zone :timezone)::date as today) as clock) as days`,
    { day, now, timezone },
  );
  return rows[0];
}

/**
 * The time of the last valid entry of a line's newest round; a line that was taken for zero was seen at the closing.
 */
const COUNTED_AT = `coalesce(
  (select max(e.at) from count_entries e where e.count_id = n.id and e.item_id = l.item_id and e.voided_at is null
    group by e.round order by e.round desc limit 1), n.closed_at)`;
const STANDS = 'not exists (select from changes r where r.undoes = c.id)';

/**
 * Of a line of a closed count `n`: another count has seen the item later and was closed earlier, as when an older sheet is
 * loaded. This one found the stock settled and changed nothing.
 */
const IS_SETTLED = `exists (
  select from count_lines o join counts m on m.id = o.count_id and m.status = 'closed' and not m.spot
   where o.item_id = l.item_id and o.counted is not null and m.id <> n.id
     and coalesce(o.seen_at, m.closed_at) > ${COUNTED_AT} and ${CLOSING('m.id')} < ${CLOSING('n.id')})`;

/**
 * Returns when the stock of these items was counted or stated since a moment, in that order. A count whose line gave
 * way to another statement changed nothing, so that statement alone counts.
 */
export async function selectStatements(trx: Knex.Transaction, ids: number[], since: Date): Promise<Statement[]> {
  const { rows } = await trx.raw(
    `select s.*, i.name as item_name from (
       select l.item_id, ${COUNTED_AT} as at, n.id as count_id, null::uuid as change_id, n.title,
              n.status = 'open' as is_open, n.closed_at
         from count_lines l join counts n on n.id = l.count_id and not n.spot
        where l.item_id = any(:ids)
          and (n.status = 'closed' and l.counted is not null and not ${IS_SETTLED} or n.status = 'open')
       union all
       select c.item_id, c.at, null, c.id, null, false, null from changes c
        where c.item_id = any(:ids) and c.method <> 'delta' and c.undoes is null and ${STANDS}) s
       join items i on i.id = s.item_id
      where s.at > :since
        and not exists (select from changes c where s.closed_at is not null and c.item_id = s.item_id and c.method <> 'delta'
                           and c.at > s.at and c.at <= s.closed_at and ${STANDS})
      order by s.at, s.item_id`,
    { ids, since },
  );
  return rows;
}

export const updateCosts = async (trx: Knex.Transaction, costs: readonly (readonly [number, number | null])[]) =>
  void (await trx.raw(
    `update items i set cost = given.cost, updated_at = now() from unnest(?::int[], ?::bigint[]) as given(id, cost)
      where i.id = given.id and i.cost is distinct from given.cost`,
    [costs.map(([id]) => id), costs.map(([, cost]) => cost) as number[]],
  ));

export type PostedLine = { place: number; stock_unit: Unit | null } & Omit<CostLine, 'delivery_id'>;

/** Fills lines at posting; the order of costs is that of the lines. Their items are locked. */
export async function fillLines(
  trx: Knex.Transaction,
  deliveryId: number,
  lines: readonly PostedLine[],
): Promise<void> {
  const column = (key: keyof PostedLine): Knex.Value => lines.map((line) => line[key]) as string[];
  await trx.raw(
    `with given as (
       select * from unnest(?::int[], ?::numeric[], ?::bigint[], ?::numeric[], ?::bigint[], ?::bigint[], ?::text[]) with ordinality
         as given(place, stock_quantity, worth, stock_before, cost_before, cost_after, stock_unit, turn)),
     newest as (select coalesce(max(p.cost_seq), 0) as seq from delivery_lines p
                 where p.item_id in (select item_id from delivery_lines where delivery_id = ?))
     update delivery_lines l
        set stock_quantity = given.stock_quantity, worth = given.worth, stock_before = given.stock_before,
            cost_before = given.cost_before, cost_after = given.cost_after, stock_unit = given.stock_unit, cost_seq = newest.seq + given.turn
       from given cross join newest
      where l.delivery_id = ? and l.place = given.place`,
    [
      column('place'),
      column('stock_quantity'),
      column('worth'),
      column('stock_before'),
      column('cost_before'),
      column('cost_after'),
      column('stock_unit'),
      deliveryId,
      deliveryId,
    ],
  );
}

/** Returns the posted lines of each item of a delivery from its first one in it on, in the order of posting. */
export async function selectCostLines(
  trx: Knex.Transaction,
  itemIds: number[],
  deliveryId: number,
): Promise<(CostLine & { item_id: number })[]> {
  const { rows } = await trx.raw(
    `select l.item_id, l.delivery_id, l.place, l.stock_quantity, l.worth, l.stock_before, l.cost_before, l.cost_after
       from (select item_id, min(cost_seq) as seq from delivery_lines
              where delivery_id = :deliveryId and item_id = any(:itemIds) and cost_seq is not null group by item_id) own
       join delivery_lines l on l.item_id = own.item_id and l.cost_seq >= own.seq
       join deliveries d on d.id = l.delivery_id and d.status = 'posted'
      order by l.item_id, l.cost_seq`,
    { itemIds, deliveryId },
  );
  return rows;
}

/** Writes what lines would have met without a delivery that is taken back. */
export const updateCostLines = async (trx: Knex.Transaction, lines: readonly CostLine[]): Promise<void> =>
  void (await trx.raw(
    `update delivery_lines l
        set stock_before = given.stock_before, cost_before = given.cost_before, cost_after = given.cost_after
       from unnest(?::int[], ?::int[], ?::numeric[], ?::bigint[], ?::bigint[])
         as given(delivery_id, place, stock_before, cost_before, cost_after)
      where l.delivery_id = given.delivery_id and l.place = given.place`,
    [
      lines.map(({ delivery_id }) => delivery_id),
      lines.map(({ place }) => place),
      lines.map(({ stock_before }) => stock_before),
      lines.map(({ cost_before }) => cost_before) as number[],
      lines.map(({ cost_after }) => cost_after) as number[],
    ],
  ));

export interface DeliveryChange {
  change_id: string;
  delivery_id: number;
  place: number;
  purpose: 'goods' | 'reverse' | 'absorbed';
  statement: string | null;
}

const BATCH = 1000;

export const insertDeliveryChanges = async (trx: Knex.Transaction, rows: DeliveryChange[]): Promise<void> =>
  void (await trx.batchInsert('delivery_changes', rows, BATCH));

export interface GoodsChange {
  id: string;
  item_id: number;
  delta: string;
  at: Date;
  place: number;
  /** The item's at that time; null: not noted. */
  stock_unit: Unit | null;
}

/** Returns what posting a delivery has added, line by line. */
export async function selectGoods(trx: Knex.Transaction, deliveryId: number): Promise<GoodsChange[]> {
  return trx('delivery_changes as d')
    .join('changes as c', 'c.id', 'd.change_id')
    .join('delivery_lines as l', { 'l.delivery_id': 'd.delivery_id', 'l.place': 'd.place' })
    .where({ 'd.delivery_id': deliveryId, 'd.purpose': 'goods' })
    .orderBy('d.place')
    .select('c.id', 'c.item_id', 'c.delta', 'c.at', 'd.place', 'l.stock_unit');
}
