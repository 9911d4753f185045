import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';
import type { LinesFilter } from '../../contract/counts.ts';
import {
  bindingsOf,
  counted,
  DIFFERENCE,
  everything,
  LINES,
  type MeasuredLine,
  type OpenedCount,
  SEEN,
  SELECTED,
  type Sight,
  states,
} from './line-sql.ts';

function conditionsOf(filter: LinesFilter & { words: string[] }, bindings: Record<string, Knex.Value>): string {
  const { state, category, area, user, words } = filter;
  const conditions: string[] = [];
  if (state) conditions.push(states[state]);
  if (category !== undefined) conditions.push('p.category = :category');
  if (area !== undefined) conditions.push(`exists (${BY} and e.area_id = :area)`);
  if (user !== undefined) conditions.push(`exists (${BY} and e.user_id = :user)`);
  words.forEach((word, index) => {
    conditions.push(`(p.search_name like :word${index} or p.ean = :exact${index})`);
    Object.assign(bindings, { [`word${index}`]: likeContaining(word), [`exact${index}`]: word });
  });
  Object.assign(bindings, { category: category ?? null, area: area ?? null, user: user ?? null });
  return conditions.join(' and ') || 'true';
}
const BY = `select from count_entries e where e.count_id = :countId and e.item_id = p.item_id and e.voided_at is null
              and ${SEEN}`;

/**
 * Adds to each line when its item was first entered in the last closed count that has entries in an area of the same
 * name: people walk the same way each time.
 */
const WALKED_LINES = `
  select l.*, walk.at as walked_at, walk.seq as walked_seq from (${LINES}) l left join (
    select e.item_id, min(e.at) as at, min(e.seq) as seq
      from (select a.id, a.count_id from count_areas a
              join counts c on c.id = a.count_id and c.status = 'closed' and not c.spot
             where lower(a.name) = (select lower(name) from count_areas where id = :walk)
               and exists (select from count_entries f
                            where f.count_id = a.count_id and f.area_id = a.id and f.voided_at is null)
             order by c.closed_at desc limit 1) last
      join count_entries e on e.count_id = last.count_id and e.area_id = last.id and e.voided_at is null
     group by e.item_id) walk on walk.item_id = l.item_id`;

const IN_ORDER = 'order by lower(category), lower(name), item_id';
const AS_WALKED = 'order by walked_at nulls last, walked_seq, lower(name), item_id';

/**
 * Lists lines by category and name, or as an area was walked. Only a page's lines are looked up and compared, unless
 * the filter asks for their state.
 */
export async function listLines(
  db: Db,
  count: OpenedCount,
  sight: Sight,
  filter: LinesFilter & { words: string[] },
  page: { offset: number; limit: number },
): Promise<{ rows: MeasuredLine[]; total: number }> {
  const bindings = { ...bindingsOf(count, sight), ...page, walk: filter.walk ?? null };
  const where = conditionsOf(filter, bindings);
  const [lines, order] = filter.walk ? [WALKED_LINES, AS_WALKED] : [LINES, IN_ORDER];
  const matching = `select * from (${filter.state ? counted(lines) : lines}) p where ${where}`;
  const paged = `${matching} ${order} offset :offset limit :limit`;
  const [{ rows: totals }, { rows }] = await Promise.all([
    db.raw(`select count(*) as total from (${matching}) matching`, bindings),
    db.raw(`select ${SELECTED} from (${filter.state ? paged : counted(paged)}) p ${order}`, bindings),
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

/** Raises the round of lines whose latest round was counted, and returns their number. */
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

/** Returns every item of the count. */
export async function selectLineItems(db: Db, countId: number): Promise<number[]> {
  const rows = await db('count_lines').where({ count_id: countId }).select('item_id');
  return rows.map(({ item_id }) => item_id);
}
