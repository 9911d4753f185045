import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Method } from '../../contract/changes.ts';
import type { LinesFilter } from '../../contract/counts.ts';
import type { CountRow, ItemRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

/** The entries that the caller may see: for `hidden` items only their own. */
export interface Sight {
  userId: number;
  hidden: number[];
}

export type OpenedCount = Pick<CountRow, 'id' | 'status' | 'opened_at' | 'opened_seq'>;

/** Selects lines with their items' present names while the count is open, and with the names at its end afterwards. */
export const LINES = `
  select l.item_id, l.round, l.zero_at, l.counted as frozen_counted, l.book, l.expected as frozen_expected, l.cost as frozen_cost,
         case when :open then i.name else l.name end as name,
         case when :open then i.category else l.category end as category,
         case when :open then i."group" else l."group" end as "group",
         case when :open then i.unit else l.unit end as unit,
         i.quantity, i.expected, i.cost, i.ean, i.search_name, i.deleted_at is not null as deleted
    from count_lines l join items i on i.id = l.item_id
   where l.count_id = :countId`;

/**
 * Adds to each line its latest round with valid entries: the time of the last one by any user, and their sum as far as
 * the caller may see it. It is looked up line by line, because an uncounted line has no statistics to join by. `lastAt` is
 * the time that the stock is compared as of.
 */
export const counted = (lines: string, lastAt = 'n.last_at'): string => `
  select p.*, n.counted_round, ${lastAt} as last_at, n.counted, coalesce(n.entries, 0) as entries, n.methods, n.users
    from (${lines}) p left join lateral (
      select e.round as counted_round, max(e.at) as last_at,
             sum(e.quantity) filter (where ${SEEN}) as counted, count(*) filter (where ${SEEN})::int as entries,
             array_agg(distinct e.entry) filter (where ${SEEN}) as methods,
             array_agg(distinct e.user_id) filter (where ${SEEN}) as users
        from count_entries e
       where e.count_id = :countId and e.item_id = p.item_id and e.voided_at is null
       group by e.round order by e.round desc limit 1) n on true`;
export const SEEN = '(e.user_id = :userId or e.item_id <> all(:hidden))';

/** The condition for changes to the line \`p\` since its last entry; everything older than the opening is skipped. */
export const SINCE = `c.item_id = p.item_id and c.at > p.last_at
  and c.seq > case when p.last_at >= :openedAt then cast(:openedSeq as bigint) else 0 end`;
/**
 * Sums those changes. A reverse of a change logged before the entry is left out, because it moved nothing on the shelf:
 * the counter saw the stock without that slip.
 */
const MOVED = `(select coalesce(sum(c.delta), 0) from changes c left join changes o on o.id = c.undoes
  where ${SINCE} and (c.undoes is null or o.at > p.last_at))`;

const COMPARED = `case when :open then coalesce(p.expected, p.quantity - ${MOVED}) else coalesce(p.frozen_expected, p.book) end`;
const COUNTED = `case when :closed and p.item_id <> all(:hidden) then p.frozen_counted else p.counted end`;
export const DIFFERENCE = `(${COUNTED} - ${COMPARED})`;
/** A deleted item without entries no longer has to be counted. */
const AWAITED = '(p.counted_round is not null or not p.deleted or not :open)';

export const states: Record<NonNullable<LinesFilter['state']>, string> = {
  counted: 'p.counted_round is not null',
  uncounted: `p.counted_round is null and ${AWAITED}`,
  recount: 'p.counted_round < p.round',
  differs: `p.item_id <> all(:hidden) and ${DIFFERENCE} <> 0`,
};

export function bindingsOf(count: OpenedCount, { userId, hidden }: Sight): Record<string, Knex.Value> {
  return {
    countId: count.id,
    open: count.status === 'open',
    closed: count.status === 'closed',
    openedAt: count.opened_at,
    openedSeq: count.opened_seq,
    userId,
    hidden,
  };
}

export interface MeasuredLine {
  item_id: number;
  name: string;
  category: string;
  group: ItemRow['group'];
  unit: ItemRow['unit'];
  deleted: boolean;
  round: number;
  counted_round: number | null;
  counted: string | null;
  entries: number;
  methods: Method[] | null;
  counters: string[] | null;
  /** `expected` is the accounts' quantity, and `book` our own stock at the last entry, or the present one. */
  expected: string | null;
  book: string | null;
  cost: number | null;
}

export const SELECTED = `
  p.item_id, p.name, p.category, p."group", p.unit, p.deleted, p.round, p.counted_round, ${COUNTED} as counted, p.entries,
  p.methods, (select array_agg(${userName('u')} order by u.id) from users u
               where u.id = any(p.users)) as counters,
  case when :open then p.expected else p.frozen_expected end as expected,
  case when :open then p.quantity - ${MOVED} else p.book end as book,
  case when :open then p.cost else p.frozen_cost end as cost`;

/** The sight of the server itself. */
export const everything: Sight = { userId: 0, hidden: [] };
