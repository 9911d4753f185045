import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Method } from '../../contract/changes.ts';
import type { LinesFilter } from '../../contract/counts.ts';
import type { CountRow, ItemRow } from '../tables.ts';

/** Whose entries of which items one may see: `hidden` items only their own. */
export interface Sight {
  userId: number;
  hidden: number[];
}

export type OpenedCount = Pick<CountRow, 'id' | 'status' | 'opened_at' | 'opened_seq'>;

/**
 * `newest`: of each item the latest round that has entries not taken back. `last_at`, whoever made them; what they amount
 * to, as far as one may see it.
 */
const NEWEST = `
  rounds as (
    select e.item_id, e.round, max(e.at) as last_at,
           sum(e.quantity) filter (where e.seen) as counted, count(*) filter (where e.seen)::int as entries,
           array_agg(distinct e.entry) filter (where e.seen) as methods,
           array_agg(distinct e.user_id) filter (where e.seen) as users
      from (select *, user_id = :userId or item_id <> all(:hidden) as seen
              from count_entries where count_id = :countId and voided_at is null) e
     group by e.item_id, e.round),
  newest as (select distinct on (item_id) * from rounds order by item_id, round desc)`;

/** What the stock of the line \`p\` has moved by since its last entry; everything older than the opening is passed over. */
const SINCE = `c.item_id = p.item_id and c.at > p.last_at
  and c.seq > case when p.last_at >= :openedAt then cast(:openedSeq as bigint) else 0 end`;
const MOVED = `(select coalesce(sum(c.delta), 0) from changes c where ${SINCE})`;

/** Lines as they are called now while the count is open, and as they were called then once it is not. */
const LINES = `
  lines as (
    select l.item_id, l.round, l.counted as frozen_counted, l.book, l.expected as frozen_expected, l.cost as frozen_cost,
           case when :open then i.name else l.name end as name,
           case when :open then i.category else l.category end as category,
           case when :open then i."group" else l."group" end as "group",
           case when :open then i.unit else l.unit end as unit,
           i.quantity, i.expected, i.cost, i.ean, i.search_name, i.deleted_at is not null as deleted,
           n.round as counted_round, n.last_at, n.counted, coalesce(n.entries, 0) as entries, n.methods, n.users
      from count_lines l join items i on i.id = l.item_id left join newest n on n.item_id = l.item_id
     where l.count_id = :countId)`;

const COMPARED = `case when :open then coalesce(p.expected, p.quantity - ${MOVED}) else coalesce(p.frozen_expected, p.book) end`;
const COUNTED = `case when :closed and p.item_id <> all(:hidden) then p.frozen_counted else p.counted end`;
const DIFFERENCE = `(${COUNTED} - ${COMPARED})`;
/** A deleted item that nobody has counted is no longer waited for. */
const AWAITED = '(p.counted_round is not null or not p.deleted or not :open)';

const states: Record<NonNullable<LinesFilter['state']>, string> = {
  counted: 'p.counted_round is not null',
  uncounted: `p.counted_round is null and ${AWAITED}`,
  recount: 'p.counted_round < p.round',
  differs: `p.item_id <> all(:hidden) and ${DIFFERENCE} <> 0`,
};

function bindingsOf(count: OpenedCount, { userId, hidden }: Sight): Record<string, Knex.Value> {
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
  /** By the accounts, and what our own stock was at the last entry, or is. */
  expected: string | null;
  book: string | null;
  cost: number | null;
}

const SELECTED = `
  p.item_id, p.name, p.category, p."group", p.unit, p.deleted, p.round, p.counted_round, ${COUNTED} as counted, p.entries,
  p.methods, (select array_agg(coalesce(nullif(u.name, ''), u.username) order by u.id) from users u
               where u.id = any(p.users)) as counters,
  case when :open then p.expected else p.frozen_expected end as expected,
  case when :open then p.quantity - ${MOVED} else p.book end as book,
  case when :open then p.cost else p.frozen_cost end as cost`;

const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function conditionsOf(filter: LinesFilter & { words: string[] }, bindings: Record<string, Knex.Value>): string {
  const { state, category, area, user, words } = filter;
  const conditions: string[] = [];
  if (state) conditions.push(states[state]);
  if (category !== undefined) conditions.push('p.category = :category');
  if (area !== undefined) conditions.push(`exists (${BY} and e.area_id = :area)`);
  if (user !== undefined) conditions.push(`exists (${BY} and e.user_id = :user)`);
  words.forEach((word, index) => {
    conditions.push(`(p.search_name like :word${index} or p.ean = :exact${index})`);
    Object.assign(bindings, { [`word${index}`]: `%${likeLiteral(word)}%`, [`exact${index}`]: word });
  });
  Object.assign(bindings, { category: category ?? null, area: area ?? null, user: user ?? null });
  return conditions.join(' and ') || 'true';
}
const BY = `select from count_entries e where e.count_id = :countId and e.item_id = p.item_id and e.voided_at is null
              and (e.user_id = :userId or e.item_id <> all(:hidden))`;

/** By category and name; only a page's lines are compared with the stock. */
export async function listLines(
  db: Db,
  count: OpenedCount,
  sight: Sight,
  filter: LinesFilter & { words: string[] },
  page: { offset: number; limit: number },
): Promise<{ rows: MeasuredLine[]; total: number }> {
  const bindings = { ...bindingsOf(count, sight), offset: page.offset, limit: page.limit };
  const where = conditionsOf(filter, bindings);
  const [{ rows: counted }, { rows }] = await Promise.all([
    db.raw(`with ${NEWEST}, ${LINES} select count(*) as total from lines p where ${where}`, bindings),
    db.raw(
      `with ${NEWEST}, ${LINES},
         page as (select * from lines p where ${where} order by lower(category), lower(name), item_id
                   offset :offset limit :limit)
       select ${SELECTED} from page p order by lower(category), lower(name), item_id`,
      bindings,
    ),
  ]);
  return { rows, total: counted[0].total };
}

export async function selectLines(
  db: Db,
  count: OpenedCount,
  sight: Sight,
  itemIds: number[],
): Promise<MeasuredLine[]> {
  const { rows } = await db.raw(
    `with ${NEWEST}, ${LINES} select ${SELECTED} from lines p where p.item_id = any(:itemIds)`,
    { ...bindingsOf(count, sight), itemIds },
  );
  return rows;
}

/** Raises the round of lines whose latest round was counted; answers how many. */
export async function raiseRounds(
  trx: Knex.Transaction,
  count: OpenedCount,
  { itemIds, threshold, first, at }: { itemIds?: number[]; threshold?: number; first?: boolean; at: Date },
): Promise<number> {
  const asked = itemIds ? 'p.item_id = any(:itemIds)' : `abs(${DIFFERENCE}) >= cast(:threshold as numeric)`;
  const { rowCount } = await trx.raw(
    `with ${NEWEST}, ${LINES}
     update count_lines l set round = l.round + 1, recount_at = :at from lines p
      where l.count_id = :countId and l.item_id = p.item_id and p.counted_round = p.round
        and (not :first or p.round = 1) and ${asked}`,
    {
      ...bindingsOf(count, { userId: 0, hidden: [] }),
      itemIds: itemIds ?? [],
      threshold: threshold ?? 0,
      first: first ?? false,
      at,
    },
  );
  return rowCount;
}

export interface FrozenLine {
  item_id: number;
  unit: ItemRow['unit'];
  counted: string | null;
  book: string;
  expected: string | null;
  cost: number | null;
  deleted: boolean;
  /** Somebody has said since how much there is. */
  restated: boolean;
}

/** Writes into every line what it says at the closing. Its items are locked. */
export async function freezeLines(
  trx: Knex.Transaction,
  count: OpenedCount,
  uncounted: 'keep' | 'zero',
): Promise<FrozenLine[]> {
  const { rows } = await trx.raw(
    `with ${NEWEST}, ${LINES},
       measured as (
         select p.*, p.quantity - coalesce(since.moved, 0) as stock, coalesce(since.restated, false) as restated
           from lines p left join lateral (
             select sum(c.delta) as moved,
                    bool_or(c.method <> 'delta' and not exists (select from changes r where r.undoes = c.id)) as restated
               from changes c where ${SINCE}) since on true)
     update count_lines l
        set counted = case when m.counted_round is null and :zero and not m.deleted then 0 else m.counted end,
            book = m.stock, expected = m.expected, cost = m.cost, held = false,
            name = m.name, category = m.category, "group" = m."group", unit = m.unit
       from measured m where l.count_id = :countId and l.item_id = m.item_id
     returning l.item_id, l.unit, l.counted, l.book, l.expected, l.cost, m.deleted, m.restated`,
    { ...bindingsOf(count, { userId: 0, hidden: [] }), zero: uncounted === 'zero' },
  );
  return rows;
}

export const unfreezeLines = (trx: Knex.Transaction, countId: number, held: boolean): Promise<unknown> =>
  trx('count_lines')
    .where({ count_id: countId })
    .update({ counted: null, book: null, expected: null, cost: null, held });

export const releaseLines = (trx: Knex.Transaction, countId: number): Promise<unknown> =>
  trx('count_lines').where({ count_id: countId, held: true }).update({ held: false });
