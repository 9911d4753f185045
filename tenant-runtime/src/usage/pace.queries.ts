import type { Db } from '@ostatok/kit/node/db.ts';
import type { ItemRow } from '../tables.ts';
import { MOVES } from './usage.queries.ts';

export type PaceRow = Pick<ItemRow, 'id' | 'name' | 'category' | 'unit' | 'volume_ml' | 'quantity' | 'par' | 'cost'> & {
  /** What people wrote as gone since then: without a reason, and as waste or comp; at most zero. */
  taken: string;
  lost: string;
};

/** Returns the items that exist, each with what people wrote as gone since then. */
export async function selectPace(db: Db, since: Date): Promise<PaceRow[]> {
  const { rows } = await db.raw<{ rows: PaceRow[] }>(
    `with moved as (
       select m.item_id, sum(m.delta) filter (where m.kind = 'taken') as taken,
              sum(m.delta) filter (where m.kind in ('waste', 'comp') and m.delta < 0) as lost
         from (${MOVES} and c.at > :since) m group by m.item_id)
     select i.id, i.name, i.category, i.unit, i.volume_ml, i.quantity, i.par, i.cost,
            coalesce(m.taken, 0) as taken, coalesce(m.lost, 0) as lost
       from items i left join moved m on m.item_id = i.id
      where i.deleted_at is null order by i.id`,
    { since },
  );
  return rows;
}

/** Returns the first day of which anything is known: a change, or a sale. */
export async function selectFirstDay(db: Db, timezone: string): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { day: string | null }[] }>(
    `select least((select to_char(min(at) at time zone :timezone, 'YYYY-MM-DD') from changes),
                  (select min(day) from sales)) as day`,
    { timezone },
  );
  return rows[0]?.day ?? null;
}
