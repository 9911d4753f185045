import type { Db } from '@ostatok/kit/node/db.ts';
import { FETCHED, REPLACED } from './replaced-sql.ts';

/** Servings of the draft `f` by day and dish: a dish is known by its name, for formats have codes of their own. */
const OF_DRAFT = `select l.day, lower(d.name) as dish, sum(l.quantity) as quantity
  from sales_draft_lines l join till_dishes d on d.id = l.till_dish_id
 where l.file_id = :fileId and l.kind <> 'void' group by 1, 2`;

/** So much of sales has to be equal for them to be of one till. */
const ALIKE = 2 / 3;
/** Fewer equal dishes may be by chance. */
const LEAST_EQUAL = 3;

/** Returns the files that the feed of a file has fetched from a till of its days. */
export async function selectFetched(db: Db, fileId: number): Promise<number[]> {
  const { rows } = await db.raw<{ rows: { id: number }[] }>(
    `select o.id from sales_files f join feeds e on e.id = f.feed_id and ${FETCHED}
       join sales_files o on o.feed_id = f.feed_id and o.status = 'applied'
        and o.from_day <= f.to_day and o.to_day >= f.from_day
      where f.id = ?`,
    [fileId],
  );
  return rows.map(({ id }) => id);
}

export interface Replaced {
  days: number;
  paid: number;
  /** Whether the draft may well be of the till whose sales it replaces. */
  isAlike: boolean;
}

/** Sums what a draft replaces. What came while its day was not over yet may have grown since. */
export async function sumReplaced(db: Db, fileId: number, timezone: string): Promise<Replaced> {
  const { rows } = await db.raw<{ rows: { days: number; paid: number; lines: number; kept: number }[] }>(
    `with gone as materialized (
       select x.day, lower(d.name) as dish, sum(x.quantity) filter (where x.kind <> 'void') as quantity,
              coalesce(sum(x.paid), 0) as paid, max(o.created_at) as came
         from sales_files f join sales x on ${REPLACED} join sales_files o on o.id = x.file_id
         join till_dishes d on d.id = x.till_dish_id where f.id = :fileId group by 1, 2),
     draft as (${OF_DRAFT})
     select count(distinct g.day)::int as days, coalesce(sum(g.paid), 0)::bigint as paid,
            count(g.quantity)::int as lines,
            count(*) filter (where n.quantity = g.quantity
              or n.quantity > g.quantity and to_char(g.came at time zone :timezone, 'YYYY-MM-DD') <= g.day)::int as kept
       from gone g left join draft n on n.day = g.day and n.dish = g.dish`,
    { fileId, timezone, fetched: await selectFetched(db, fileId) },
  );
  const { days, paid, lines, kept } = rows[0] as (typeof rows)[number];
  return { days, paid, isAlike: kept >= lines * ALIKE };
}

export interface SameSales {
  id: number;
  name: string;
  /** Days that both have. */
  days: number;
}

/** Finds another source that has largely the sales of a draft; not one that a person has said is another till. */
export async function findSameSales(db: Db, fileId: number): Promise<SameSales | undefined> {
  const { rows } = await db.raw<{ rows: SameSales[] }>(
    `with others as materialized (
       select x.source_id, x.day, lower(d.name) as dish, sum(x.quantity) as quantity
         from sales_files f join sales_sources own on own.id = f.source_id
         join sales x on x.day between f.from_day and f.to_day and x.source_id <> f.source_id
          and x.source_id <> all(own.apart_from) and x.kind <> 'void'
         join till_dishes d on d.id = x.till_dish_id
        where f.id = :fileId and not (${REPLACED}) group by 1, 2, 3),
     draft as materialized (${OF_DRAFT}),
     compared as (
       select b.source_id, count(distinct n.day)::int as days, count(*) as lines,
              count(*) filter (where o.quantity = n.quantity) as equal
         from (select distinct source_id, day from others) b join draft n on n.day = b.day
         left join others o on o.source_id = b.source_id and o.day = n.day and o.dish = n.dish
        group by 1)
     select s.id, s.name, c.days from compared c join sales_sources s on s.id = c.source_id
      where c.equal >= ${LEAST_EQUAL} and c.equal >= c.lines * ${ALIKE} order by c.equal desc, s.id limit 1`,
    { fileId, fetched: await selectFetched(db, fileId) },
  );
  return rows[0];
}
