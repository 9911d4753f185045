import type { Db } from '@ostatok/kit/node/db.ts';
import type { Unit } from '../../contract/items.ts';
import { LARGE, PRICE_JUMP } from '../../contract/plausibility.ts';
import type { StagingTable } from './staging-sql.ts';

/** A staged row with an amount or a price that may be a slip; numeric values are text, money is in kopecks. */
export interface QuestionableRow {
  row: number;
  item_id: number;
  name: string;
  unit: Unit;
  action: 'create' | 'update';
  quantity: string | null;
  expected: string | null;
  par: string | null;
  cost: string | null;
  /** The item's present values; `past_most` is the largest quantity or difference in its log. */
  was: (Record<'quantity' | 'expected' | 'par' | 'cost' | 'past_most', string | null> & { unit: Unit }) | null;
}

/** Kopecks below which no price is too high, in any unit. */
const CHEAP_KOPECKS = 5_000_000;
const large = Object.entries(LARGE)
  .map(([unit, amount]) => `when '${unit}' then ${amount}`)
  .join(' ');

/** The largest quantity or difference in the log of the item `i`. */
const PAST_MOST = `(select max(greatest(abs(h.after), abs(h.delta))) from changes h
                     where h.item_id = i.id and h.undoes is null and not exists (select from changes u where u.undoes = h.id))`;

/** The condition that one of the two amounts is exactly ten times the other. */
const IS_TENFOLD = (amount: string, known: string): string =>
  `(${amount} > 0 and (${amount} = ${known} * 10 or ${amount} * 10 = ${known}))`;

/** Rows are read in the order of these. */
type Place = Pick<QuestionableRow, 'row' | 'item_id'>;

/** Returns rows after `from`, in their order, with an amount or a price that has to be checked. */
export async function selectQuestionable(
  db: Db,
  table: StagingTable,
  importId: string,
  { from, limit }: { from: Place; limit: number },
): Promise<QuestionableRow[]> {
  const { rows } = await db.raw(
    `select r.row, r.item_id, r.name, coalesce(r.unit, i.unit, 'шт') as unit, r.action, r.quantity, r.expected, r.par, r.cost,
            case when i.id is not null then jsonb_build_object(
              'unit', i.unit, 'quantity', i.quantity, 'expected', i.expected, 'par', i.par, 'cost', i.cost,
              'past_most', ${PAST_MOST}
            ) end as was
       from ${table} r left join items i on i.id = r.item_id and r.action = 'update'
      where r.import_id = :importId and (r.row, r.item_id) > (:row, :item) and r.action in ('create', 'update')
        and (greatest(abs(r.quantity), abs(r.expected), r.par)
               >= case coalesce(r.unit, i.unit, 'шт') ${large} end
             or ${IS_TENFOLD('r.expected', 'i.quantity')} or ${IS_TENFOLD('r.expected', 'i.expected')}
             or ${IS_TENFOLD('r.par', 'i.par')}
             or r.cost >= ${CHEAP_KOPECKS}
             or (i.cost > 0 and (r.cost >= i.cost * ${PRICE_JUMP} or r.cost * ${PRICE_JUMP} <= i.cost)))
      order by r.row, r.item_id limit :limit`,
    { importId, row: from.row, item: from.item_id, limit },
  );
  return rows;
}

export async function writeDoubts(
  db: Db,
  table: StagingTable,
  importId: string,
  doubts: (Place & { question: string })[],
): Promise<void> {
  await db.raw(
    `update ${table} r set doubt = d.question from unnest(?::int[], ?::int[], ?::text[]) as d(row, item_id, question)
      where r.import_id = ? and r.row = d.row and r.item_id = d.item_id`,
    [
      doubts.map(({ row }) => row),
      doubts.map(({ item_id }) => item_id),
      doubts.map(({ question }) => question),
      importId,
    ],
  );
}

/** A quantity that the file says was found of an item that was there before. */
export interface CountedQuantity {
  row: number;
  name: string;
  unit: Unit;
  quantity: string;
  was: Record<'quantity' | 'expected' | 'par' | 'past_most', string | null>;
}

/** Returns the quantities that have to be checked, those of one item together, by their first rows. */
export async function selectSuspectCounted(db: Db, importId: string): Promise<CountedQuantity[]> {
  const { rows } = await db.raw(
    `select c.row, i.name, coalesce(c.unit, i.unit) as unit, c.quantity, jsonb_build_object(
              'quantity', i.quantity, 'expected', i.expected, 'par', i.par, 'past_most', ${PAST_MOST}) as was
       from (select item_id, min(row) as row, min(unit) as unit, sum(quantity) as quantity from import_rows
              where import_id = ? and action in ('update', 'unchanged') and quantity > 0 group by item_id) c
       join items i on i.id = c.item_id
      where c.quantity >= case coalesce(c.unit, i.unit) ${large} end or ${IS_TENFOLD('c.quantity', 'i.quantity')}
      order by c.row`,
    [importId],
  );
  return rows;
}

/** Excludes the doubtful rows that have not been confirmed. */
export async function holdDoubtful(db: Db, importId: string, confirmed: readonly number[]): Promise<number> {
  const { rowCount } = await db.raw(
    `update import_rows set action = 'error', field = null, message = 'Не загружена: количество или цену не подтвердили'
      where import_id = ? and doubt is not null and action in ('create', 'update') and not (row = any(?::int[]))`,
    [importId, [...confirmed]],
  );
  return rowCount;
}
