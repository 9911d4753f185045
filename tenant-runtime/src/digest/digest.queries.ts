import type { Db } from '@ostatok/kit/node/db.ts';

/** Returns the last Monday noon on the tenant's clock, the next one, and when anybody did anything first and last. */
export async function selectWeek(
  db: Db,
  now: Date,
  timezone: string,
): Promise<{ week: string; at: Date; next: Date; first: Date | null; last: Date | null; isMade: boolean }> {
  const { rows } = await db.raw(
    `with clock as (select cast(:now as timestamptz) at time zone :timezone - interval '12 hours' as at),
          monday as (select date_trunc('week', at) as at from clock)
     select to_char(monday.at - interval '7 days', 'YYYY-MM-DD') as week,
            (monday.at + interval '12 hours') at time zone :timezone as at,
            (monday.at + interval '7 days 12 hours') at time zone :timezone as next,
            (select at from changes order by seq limit 1) as first,
            (select at from changes order by seq desc limit 1) as last,
            exists (select from digests d where d.week = to_char(monday.at - interval '7 days', 'YYYY-MM-DD')) as "isMade"
       from monday`,
    { now, timezone },
  );
  return rows[0];
}

/** Returns false if another process has made it. */
export async function insertDigest(db: Db, week: string, now: Date): Promise<boolean> {
  const rows = await db('digests').insert({ week, made_at: now }).onConflict('week').ignore().returning('week');
  return rows.length > 0;
}

export interface Uncounted {
  items: number;
  /** The value of their stock at cost, in roubles. */
  value: number;
}

/** Counts the items in stock that no count has seen since then. */
export async function selectUncounted(db: Db, since: Date): Promise<Uncounted> {
  const { rows } = await db.raw(
    `select count(*)::int as items, coalesce(round(sum(quantity * coalesce(cost, 0))), 0)::float as kopecks from items i
      where deleted_at is null and quantity <> 0
        and not exists (select from count_entries e
                         where e.item_id = i.id and e.voided_at is null and e.created_at > :since)`,
    { since },
  );
  return { items: rows[0].items, value: rows[0].kopecks / 100 };
}

/** Returns how many counts were due in the week and not begun in time. */
export async function countMissed(db: Db, from: Date, to: Date): Promise<number> {
  const [row] = await db('due_counts')
    .where('due_at', '>=', from)
    .where('due_at', '<', to)
    .whereNotNull('missed_at')
    .whereNull('count_id')
    .count();
  return Number(row?.count ?? 0);
}
