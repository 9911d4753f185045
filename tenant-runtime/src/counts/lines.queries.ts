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

/** Lines as they are called now while the count is open, and as they were called then once it is not. */
const LINES = `
  select l.item_id, l.round, l.counted as frozen_counted, l.book, l.expected as frozen_expected, l.cost as frozen_cost,
         case when :open then i.name else l.name end as name,
         case when :open then i.category else l.category end as category,
         case when :open then i."group" else l."group" end as "group",
         case when :open then i.unit else l.unit end as unit,
         i.quantity, i.expected, i.cost, i.ean, i.search_name, i.deleted_at is not null as deleted
    from count_lines l join items i on i.id = l.item_id
   where l.count_id = :countId`;

/**
 * Of each line the latest round that has entries not taken back: when its last one was made, whoever made it, and what they
 * amount to, as far as one may see them. Looked up line by line: what is not counted yet has no statistics to join by.
 */
const counted = (lines: string): string => `
  select p.*, n.counted_round, n.last_at, n.counted, coalesce(n.entries, 0) as entries, n.methods, n.users
    from (${lines}) p left join lateral (
      select e.round as counted_round, max(e.at) as last_at,
             sum(e.quantity) filter (where ${SEEN}) as counted, count(*) filter (where ${SEEN})::int as entries,
             array_agg(distinct e.entry) filter (where ${SEEN}) as methods,
             array_agg(distinct e.user_id) filter (where ${SEEN}) as users
        from count_entries e
       where e.count_id = :countId and e.item_id = p.item_id and e.voided_at is null
       group by e.round order by e.round desc limit 1) n on true`;
const SEEN = '(e.user_id = :userId or e.item_id <> all(:hidden))';

/** What the stock of the line \`p\` has moved by since its last entry; everything older than the opening is passed over. */
const SINCE = `c.item_id = p.item_id and c.at > p.last_at
  and c.seq > case when p.last_at >= :openedAt then cast(:openedSeq as bigint) else 0 end`;
const MOVED = `(select coalesce(sum(c.delta), 0) from changes c where ${SINCE})`;

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
              and ${SEEN}`;

const IN_ORDER = 'order by lower(category), lower(name), item_id';

/** By category and name. Only a page's lines are looked up and compared, unless their state is asked for. */
export async function listLines(
  db: Db,
  count: OpenedCount,
  sight: Sight,
  filter: LinesFilter & { words: string[] },
  page: { offset: number; limit: number },
): Promise<{ rows: MeasuredLine[]; total: number }> {
  const bindings = { ...bindingsOf(count, sight), offset: page.offset, limit: page.limit };
  const where = conditionsOf(filter, bindings);
  const matching = `select * from (${filter.state ? counted(LINES) : LINES}) p where ${where}`;
  const paged = `${matching} ${IN_ORDER} offset :offset limit :limit`;
  const [{ rows: totals }, { rows }] = await Promise.all([
    db.raw(`select count(*) as total from (${matching}) matching`, bindings),
    db.raw(`select ${SELECTED} from (${filter.state ? paged : counted(paged)}) p ${IN_ORDER}`, bindings),
  ]);
  return { rows, total: totals[0].total };
}

export async function selectLines(
  db: Db,
  count: OpenedCount,
  sight: Sight,
  itemIds: number[],
): Promise<MeasuredLine[]> {
  const { rows } = await db.raw(`select ${SELECTED} from (${counted(`${LINES} and l.item_id = any(:itemIds)`)}) p`, {
    ...bindingsOf(count, sight),
    itemIds,
  });
  return rows;
}

const everything: Sight = { userId: 0, hidden: [] };

/** Raises the round of lines whose latest round was counted; answers how many. */
export async function raiseRounds(
  trx: Knex.Transaction,
  count: OpenedCount,
  { itemIds, threshold, first, at }: { itemIds?: number[]; threshold?: number; first?: boolean; at: Date },
): Promise<number> {
  const asked = itemIds ? 'p.item_id = any(:itemIds)' : `abs(${DIFFERENCE}) >= cast(:threshold as numeric)`;
  const { rows } = await trx.raw(
    `select p.item_id from (${counted(LINES)}) p
      where p.counted_round = p.round and (not :first or p.round = 1) and ${asked}`,
    {
      ...bindingsOf(count, everything),
      itemIds: itemIds ?? [],
      threshold: threshold ?? 0,
      first: first ?? false,
    },
  );
  const ids = rows.map(({ item_id }: { item_id: number }) => item_id);
  return trx('count_lines')
    .where({ count_id: count.id })
    .whereRaw('item_id = any(?)', [ids])
    .update({ round: trx.raw('round + 1'), recount_at: at });
}

/** A line at the closing. */
export interface LineAtClosing extends MeasuredLine {
  book: string;
  /** Somebody has said since the last entry how much there is. */
  restated: boolean;
}

/** Every line, its items locked. */
export async function selectAtClosing(trx: Knex.Transaction, count: OpenedCount): Promise<LineAtClosing[]> {
  const { rows } = await trx.raw(
    `select ${SELECTED}, exists (
       select from changes c where ${SINCE} and c.method <> 'delta'
          and not exists (select from changes r where r.undoes = c.id)) as restated
       from (${counted(LINES)}) p order by p.item_id`,
    bindingsOf(count, everything),
  );
  return rows;
}

/** Writes into the lines what they say at the closing, and lets their items go. */
export async function freezeLines(trx: Knex.Transaction, countId: number, lines: LineAtClosing[]): Promise<void> {
  const column = (key: keyof LineAtClosing): Knex.Value => lines.map((line) => line[key]) as string[];
  await trx.raw(
    `update count_lines l
        set counted = m.counted, book = m.book, expected = m.expected, cost = m.cost, held = false,
            name = m.name, category = m.category, "group" = m."group", unit = m.unit
       from unnest(?::int[], ?::numeric[], ?::numeric[], ?::numeric[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[])
            as m(item_id, counted, book, expected, cost, name, category, "group", unit)
      where l.count_id = ? and l.item_id = m.item_id`,
    [
      column('item_id'),
      column('counted'),
      column('book'),
      column('expected'),
      column('cost'),
      column('name'),
      column('category'),
      column('group'),
      column('unit'),
      countId,
    ],
  );
}

export const unfreezeLines = (trx: Knex.Transaction, countId: number, held: boolean): Promise<unknown> =>
  trx('count_lines')
    .where({ count_id: countId })
    .update({ counted: null, book: null, expected: null, cost: null, held });

export const releaseLines = (trx: Knex.Transaction, countId: number): Promise<unknown> =>
  trx('count_lines').where({ count_id: countId, held: true }).update({ held: false });
