import type { Db } from '@ostatok/kit/node/db.ts';
import { DISH, ITEM } from '../sales/till-dishes-sql.ts';
import { REFUND_GIVES_BACK, USES_STOCK } from '../sales/uses-stock.ts';

/** Sales of one till dish that one recipe is for: between two days on which no recipe begins they are one row. */
export interface SoldRow {
  till_dish_id: number;
  name: string;
  size: string | null;
  dish_id: number | null;
  item_id: number | null;
  factor: string | null;
  ignored: boolean;
  /** The first of its days. */
  day: string;
  quantity: string;
  /** Kopecks. */
  paid: string;
}

/** The condition for a sale \`s\` of the source \`r\` that has taken from the stock, or brought back. */
const MOVES_STOCK = `(s.kind = any(:kinds) or s.kind = 'refund' and r.kind = any(:givesBack))`;
const kinds = { kinds: [...USES_STOCK], givesBack: [...REFUND_GIVES_BACK] };

/** Returns what was sold in these days, both included; `begins` are the days on which recipes begin. */
export async function selectSold(db: Db, first: string, last: string, begins: readonly string[]): Promise<SoldRow[]> {
  const { rows } = await db.raw(
    `select d.id as till_dish_id, d.name, d.size, ${DISH} as dish_id, ${ITEM} as item_id, d.factor, d.ignored,
            s.day, s.quantity, s.paid
       from (select s.till_dish_id, min(s.day) as day, coalesce(sum(s.quantity) filter (where ${MOVES_STOCK}), 0) as quantity,
                    coalesce(sum(s.paid), 0) as paid
               from sales s join sales_sources r on r.id = s.source_id
              where s.day between :first and :last
              group by s.till_dish_id, width_bucket(s.day, cast(:begins as text[]))) s
       join till_dishes d on d.id = s.till_dish_id`,
    { first, last, begins: [...begins], ...kinds },
  );
  return rows;
}

/**
 * Returns those of the days of which no sale is known, or none of a till that sells on these days and sold a week before: another
 * till's sales do not stand in for it. Each day is looked up, for its sales are thousands.
 */
export async function selectDaysWithout(db: Db, days: string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { day: string }[] }>(
    `with asked as (select d.day, to_char(d.day::date - 7, 'YYYY-MM-DD') as week_before from unnest(cast(? as text[])) as d(day)),
     tills as (select r.id from sales_sources r where r.removed_at is null
                  and exists (select from asked d join sales s on s.source_id = r.id and s.day = d.day))
     select d.day from asked d
      where not exists (select from sales s where s.day = d.day)
         or exists (select from tills r
                     where exists (select from sales s where s.source_id = r.id and s.day = d.week_before)
                       and not exists (select from sales s where s.source_id = r.id and s.day = d.day))
      order by d.day`,
    [days],
  );
  return rows.map(({ day }) => day);
}

/** Returns what was sold of till dishes of these ids, day by day. */
export async function selectSoldByDay(db: Db, ids: number[], first: string, last: string): Promise<SoldRow[]> {
  const { rows } = await db.raw(
    `select d.id as till_dish_id, d.name, d.size, ${DISH} as dish_id, ${ITEM} as item_id, d.factor, d.ignored, s.day,
            sum(s.quantity) as quantity, coalesce(sum(s.paid), 0) as paid
       from sales s join till_dishes d on d.id = s.till_dish_id join sales_sources r on r.id = s.source_id
      where s.till_dish_id = any(:ids) and s.day between :first and :last and ${MOVES_STOCK}
      group by d.id, s.day order by s.day, d.name`,
    { ids, first, last, ...kinds },
  );
  return rows;
}

/** Returns the first and the last of these days of which sales are known; null where there are none. */
export async function selectSoldSpan(
  db: Db,
  first: string,
  last: string,
): Promise<{ first: string; last: string } | null> {
  const { rows } = await db.raw(
    'select min(day) as first, max(day) as last from sales where day between :first and :last',
    { first, last },
  );
  return rows[0].first === null ? null : rows[0];
}
