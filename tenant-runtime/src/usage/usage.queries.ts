import type { Db } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';
import { SQUARED_ERROR } from '../counts/seen-sql.ts';
import type { CountRow, ItemRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';
import type { ItemPeriod } from './variance.ts';

export type UsageCount = Pick<CountRow, 'id' | 'title' | 'closed_at'> & { lines: number };

/** Returns closed counts that changed the stock, the newest first: those of these ids, or the last ones. */
export const selectUsageCounts = (db: Db, { ids, limit }: { ids?: number[]; limit?: number }): Promise<UsageCount[]> =>
  db<CountRow>('counts')
    .where({ status: 'closed', spot: false })
    .modify((query) => void (ids && query.whereIn('id', ids)))
    .modify((query) => void (limit && query.limit(limit)))
    .orderBy([
      { column: 'closed_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select('id', 'title', 'closed_at', db.raw(`(coverage ->> 'counted')::int as lines`));

/**
 * Returns, by count, when its people were at work: the middle of the times that its lines were seen at, since a line that
 * is put right days later moves that little. Counts that nobody has entered anything in are missing.
 */
export async function selectSeenAt(db: Db, ids: number[]): Promise<Map<number, Date>> {
  const { rows } = await db.raw<{ rows: { count_id: number; at: Date }[] }>(
    `select count_id, percentile_disc(0.5) within group (order by seen_at) as at from count_lines
      where count_id = any(?) and seen_at is not null group by count_id`,
    [ids],
  );
  return new Map(rows.map(({ count_id, at }) => [count_id, at]));
}

/** An item between two counts, without what was sold. */
export interface PeriodRow extends ItemPeriod {
  item_id: number;
  name: string;
  category: string;
  group: ItemRow['group'];
  unit: Unit;
  supplier: string | null;
  cost: number | null;
}

/** When the item was seen by each of the two counts, and by how much either may be wrong. */
export interface SeenRow {
  opened_at: Date;
  closed_at: Date;
  opening_error: number;
  counted_error: number;
}

/**
 * What both counts have counted in the same unit, each with the time it was seen at and by how much it may be wrong. An
 * item that had no cost when the later count was closed has today's: the first delivery often comes after the count.
 */
const PAIRS = `
  select o.item_id, coalesce(o.seen_at, f.closed_at) as opened_at, coalesce(t.seen_at, n.closed_at) as closed_at,
         o.counted as opening, t.counted, coalesce(o.error, 0) as opening_error, coalesce(t.error, 0) as counted_error,
         t.name, t.category, t."group", t.unit, coalesce(t.cost, i.cost) as cost
    from count_lines o
    join counts f on f.id = o.count_id
    join count_lines t on t.count_id = :to and t.item_id = o.item_id and t.unit = o.unit and t.counted is not null
    join counts n on n.id = t.count_id
    left join items i on i.id = o.item_id and i.unit = t.unit
   where o.count_id = :from and o.counted is not null
     and coalesce(t.seen_at, n.closed_at) > coalesce(o.seen_at, f.closed_at)
     and (cast(:itemId as int) is null or o.item_id = :itemId)`;

const STANDS = 'c.undoes is null and not exists (select from changes r where r.undoes = c.id)';
/** What people wrote themselves; what a count or a stated quantity says is no movement. */
const WRITTEN = `c.method = 'delta' and c.source in ('web', 'scanner', 'scales', 'bot')`;

/** The changes that stand, each with what it is for this report. */
export const MOVES = `
  select c.item_id, c.at, c.delta, c.reason, c.id,
         case when d.change_id is not null then 'delivered'
              when c.reason is not null then c.reason
              when c.delta > 0 then 'added' else 'taken' end as kind
    from changes c
    left join delivery_changes d on d.change_id = c.id and d.purpose = 'goods'
    left join deliveries v on v.id = d.delivery_id
   where ${STANDS} and (v.status = 'posted' or ${WRITTEN})`;

/** Whole thousandths: PostgreSQL adds them several times faster than decimals, and the report's rows hold no texts of them. */
const thousandths = (quantity: string): string => `(${quantity} * 1000)::bigint`;
const summed = (of: string): string => `(sum(${thousandths('c.delta')}) filter (where ${of}))::bigint`;

/** The same changes summed by item and kind: those of deliveries apart, since few of all are theirs. */
const MOVED = `
  written as (
    select p.item_id,
           ${summed('c.reason is null and c.delta > 0')} as added,
           ${summed('c.reason is null and c.delta <= 0')} as taken,
           ${summed(`c.reason = 'waste'`)} as waste,
           ${summed(`c.reason = 'comp'`)} as comp,
           ${summed(`c.reason = 'transfer'`)} as transfer
      from pairs p join changes c on c.item_id = p.item_id and c.at > p.opened_at and c.at <= p.closed_at
     where ${STANDS} and ${WRITTEN}
     group by p.item_id),
  came as (
    select p.item_id, sum(${thousandths('c.delta')})::bigint as delivered
      from delivery_changes d
      join deliveries v on v.id = d.delivery_id and v.status = 'posted'
      join changes c on c.id = d.change_id
      join pairs p on p.item_id = c.item_id and c.at > p.opened_at and c.at <= p.closed_at
     where d.purpose = 'goods' and ${STANDS}
     group by p.item_id)`;

/** Returns who has brought items last. */
async function selectLastSuppliers(db: Db): Promise<Map<number, string>> {
  const { rows } = await db.raw<{ rows: { item_id: number; name: string }[] }>(
    `select distinct on (n.item_id) n.item_id, s.name
       from delivery_lines n
       join deliveries d on d.id = n.delivery_id and d.status = 'posted'
       join suppliers s on s.id = d.supplier_id
      where n.item_id is not null
      order by n.item_id, d.received_at desc`,
  );
  return new Map(rows.map(({ item_id, name }) => [item_id, name]));
}

/** Selects these columns of each pair, and what moved it. */
const periodOf = (columns: string): string => `
  with pairs as (${PAIRS}), ${MOVED}
  select ${columns}, sqrt(p.opening_error ^ 2 + p.counted_error ^ 2) * 1000 as error,
         ${thousandths('p.opening')} as opening, ${thousandths('p.counted')} as counted,
         coalesce(came.delivered, 0) as delivered, coalesce(w.added, 0) as added, coalesce(w.taken, 0) as taken,
         coalesce(w.waste, 0) as waste, coalesce(w.comp, 0) as comp, coalesce(w.transfer, 0) as transfer
    from pairs p
    left join written w on w.item_id = p.item_id
    left join came on came.item_id = p.item_id`;

const ITEM = 'p.item_id, p.name, p.category, p."group", p.unit, p.cost';
const SEEN = 'p.opened_at, p.closed_at, p.opening_error, p.counted_error';

/** Returns what lies between two counts of the same items; items that one of them has not counted are not in it. */
export async function selectPeriod(db: Db, from: number, to: number): Promise<PeriodRow[]> {
  const read = db.raw<{ rows: PeriodRow[] }>(periodOf(ITEM), { from, to, itemId: null });
  const [{ rows }, suppliers] = await Promise.all([read, selectLastSuppliers(db)]);
  // a copy of each of ten thousand rows would be a third of what this leaves for the garbage collector
  for (const row of rows) row.supplier = suppliers.get(row.item_id) ?? null;
  return rows;
}

/** Returns the same for one item. */
export async function selectItemPeriod(
  db: Db,
  from: number,
  to: number,
  itemId: number,
): Promise<(PeriodRow & SeenRow) | undefined> {
  const read = db.raw<{ rows: (PeriodRow & SeenRow)[] }>(periodOf(`${ITEM}, ${SEEN}`), { from, to, itemId });
  const [{ rows }, suppliers] = await Promise.all([read, selectLastSuppliers(db)]);
  const [row] = rows;
  return row && { ...row, supplier: suppliers.get(itemId) ?? null };
}

/** Counts items that one of the two counts has and the other has not, or in another unit. */
export async function countUnpaired(db: Db, from: number, to: number): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::int as unpaired from (
       select item_id from count_lines where count_id in (:from, :to) and counted is not null
        group by item_id having count(*) < 2 or min(unit) <> max(unit)) u`,
    { from, to },
  );
  return rows[0].unpaired;
}

export interface MoveRow {
  kind: 'delivered' | 'added' | 'taken' | 'waste' | 'comp' | 'transfer';
  at: Date;
  delta: string;
  /** Who wrote it, and what they said. */
  user: string | null;
  note: string | null;
  delivery: { id: number; number: string | null; supplier: string | null } | null;
}

/** Returns what moved the item between two moments, in the order of its times. */
export async function selectMoves(db: Db, itemId: number, from: Date, to: Date): Promise<MoveRow[]> {
  const { rows } = await db.raw(
    `select m.kind, m.at, m.delta, c.note, ${userName('u')} as "user",
            case when v.id is not null then jsonb_build_object('id', v.id, 'number', v.number, 'supplier', s.name) end
              as delivery
       from (${MOVES} and c.item_id = :itemId and c.at > :from and c.at <= :to) m
       join changes c on c.id = m.id
       left join users u on u.id = c.user_id
       left join delivery_changes d on d.change_id = m.id
       left join deliveries v on v.id = d.delivery_id
       left join suppliers s on s.id = v.supplier_id
      order by m.at, c.seq`,
    { itemId, from, to },
  );
  return rows;
}

/**
 * What was moved after a late weighing and logged before it: its result holds that too, which nobody has seen then. After
 * a statement of the stock it holds nothing: that was confirmed as the stock of its own time.
 */
const MOVED_BEFORE = `(
  select coalesce(sum(m.delta), 0) from changes m left join changes o on o.id = m.undoes
   where m.item_id = e.item_id and m.at > e.at and m.seq < e.seq and (m.undoes is null or o.at > e.at)
     and not exists (select from changes s where s.item_id = e.item_id and s.at > e.at and s.seq < e.seq and s.method <> 'delta'))`;

export interface Observation {
  at: Date;
  quantity: string;
  /** The spot check's title, or null where somebody stated or weighed the quantity. */
  title: string | null;
  error: number;
}

/** Returns when between two moments somebody saw how much of the item there was. */
export async function selectObservations(db: Db, itemId: number, from: Date, to: Date): Promise<Observation[]> {
  const { rows } = await db.raw(
    `with seen as (
       select coalesce(l.seen_at, n.closed_at) as at, l.counted as quantity, n.title, coalesce(l.error, 0) as error
         from count_lines l
         join counts n on n.id = l.count_id and n.status = 'closed'
         join items i on i.id = l.item_id
        where l.item_id = :itemId and l.counted is not null and l.unit = i.unit
       union all
       select e.at, case e.method when 'set' then e.given else e.after - ${MOVED_BEFORE} end, null,
              sqrt(${SQUARED_ERROR.replaceAll('e.quantity', 'e.after')})::float8
         from changes e join items i on i.id = e.item_id
        where e.item_id = :itemId and e.method <> 'delta' and e.source in ('web', 'scanner', 'scales', 'bot')
          and e.undoes is null and not exists (select from changes r where r.undoes = e.id))
     select at, quantity, title, error from seen where at > :from and at < :to order by at`,
    { itemId, from, to },
  );
  return rows;
}
