import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { CountRow } from '../tables.ts';
import { CLOSING } from './closing-sql.ts';
import {
  bindingsOf,
  counted,
  everything,
  LINES,
  type MeasuredLine,
  type OpenedCount,
  SELECTED,
  SINCE,
} from './line-sql.ts';
import { LAST_ROUNDS } from './seen-sql.ts';

/** Locks all items of the count, in the order in which every writer locks them. */
export const lockLineItems = async (trx: Knex.Transaction, countId: number): Promise<void> =>
  void (await trx.raw(
    `select 1 from items where id in (select item_id from count_lines where count_id = ?) order by id for update`,
    [countId],
  ));

const IS_UNDONE = (change: string): string => `exists (select from changes r where r.undoes = ${change}.id)`;

/**
 * Returns the adjustments from the count's closing that have not been undone, for items that still exist. One after which
 * somebody has stated the stock is not among them: their word stands, whatever becomes of the count. So it does where a
 * statement that is later than the entries came late, after the closing.
 */
export async function selectAdjustments(
  trx: Knex.Transaction,
  countId: number,
): Promise<{ id: string; item_id: number; delta: string }[]> {
  const { rows } = await trx.raw(
    `select c.id, c.item_id, c.delta from changes c join items i on i.id = c.item_id and i.deleted_at is null
      where c.count_id = ? and c.undoes is null and not ${IS_UNDONE('c')}
        and not exists (select from changes s
                         where s.item_id = c.item_id and s.method <> 'delta' and not ${IS_UNDONE('s')}
                           and (s.at > c.at or s.seq > c.seq and s.at > (
                             select max(e.at) from count_entries e
                              where e.count_id = c.count_id and e.item_id = c.item_id and e.voided_at is null)))
      order by c.seq`,
    [countId],
  );
  return rows;
}

/**
 * Finds a count closed later that has counted any of the same items and so builds on this one's adjustments. «Later»
 * means the order of writing, because the server's clock may have been set back between the two.
 */
export async function findLaterCount(db: Db, countId: number): Promise<{ title: string; name: string } | undefined> {
  const { rows } = await db.raw<{ rows: { title: string; name: string }[] }>(
    `select c.title, own.name from counts c
       join count_lines l on l.count_id = c.id and l.counted is not null
       join count_lines own on own.count_id = :countId and own.item_id = l.item_id and own.counted is not null
      where c.status = 'closed' and not c.spot and c.id <> :countId and ${CLOSING('c.id')} > ${CLOSING(':countId')}
      order by ${CLOSING('c.id')} desc limit 1`,
    { countId },
  );
  return rows[0];
}

/** A line at the closing. */
export interface LineAtClosing extends MeasuredLine {
  book: string;
  /** True if the stock has been stated, not merely changed, since the last entry. */
  restated: boolean;
  /** What an earlier closing of this count has written since the last entry, and nobody has taken back. */
  adjusted: string;
}

/**
 * Returns every line; their items are already locked. A line that an earlier closing took for zero is compared as of that
 * closing where it is taken for zero again.
 */
export async function selectAtClosing(
  trx: Knex.Transaction,
  count: OpenedCount,
  uncounted: 'keep' | 'zero',
): Promise<LineAtClosing[]> {
  const lastAt = uncounted === 'zero' ? 'coalesce(n.last_at, p.zero_at)' : 'n.last_at';
  const { rows } = await trx.raw(
    `select ${SELECTED}, exists (
       select from changes c where ${SINCE} and c.method <> 'delta' and not ${IS_UNDONE('c')}) as restated,
       (select coalesce(sum(c.delta), 0) from changes c
         where ${SINCE} and c.count_id = :countId and c.undoes is null and not ${IS_UNDONE('c')}) as adjusted
       from (${counted(LINES, lastAt)}) p order by p.item_id`,
    bindingsOf(count, everything),
  );
  return rows;
}

/** Writes the values at closing into the lines, and releases their items. What is taken for zero again was seen so then. */
export async function freezeLines(trx: Knex.Transaction, countId: number, lines: LineAtClosing[]): Promise<void> {
  const column = (key: keyof LineAtClosing): Knex.Value => lines.map((line) => line[key]) as string[];
  await trx.raw(
    `update count_lines l
        set counted = m.counted, book = m.book, expected = m.expected, cost = m.cost, held = false,
            name = m.name, category = m.category, "group" = m."group", unit = m.unit, error = r.error,
            seen_at = coalesce(r.at, case when m.counted is not null then l.zero_at end)
       from unnest(cast(:itemIds as int[]), cast(:counted as numeric[]), cast(:book as numeric[]),
                   cast(:expected as numeric[]), cast(:cost as bigint[]), cast(:names as text[]),
                   cast(:categories as text[]), cast(:groups as text[]), cast(:units as text[]))
            as m(item_id, counted, book, expected, cost, name, category, "group", unit)
       left join (${LAST_ROUNDS}) r on r.item_id = m.item_id
      where l.count_id = :countId and l.item_id = m.item_id`,
    {
      itemIds: column('item_id'),
      counted: column('counted'),
      book: column('book'),
      expected: column('expected'),
      cost: column('cost'),
      names: column('name'),
      categories: column('category'),
      groups: column('group'),
      units: column('unit'),
      countId,
    },
  );
}

/** Forgets the values at closing. `closedAt` is kept of lines that were taken for zero without an entry. */
export const unfreezeLines = (
  trx: Knex.Transaction,
  { id, closed_at }: Pick<CountRow, 'id' | 'closed_at'>,
  held: boolean,
): Promise<unknown> =>
  trx('count_lines')
    .where({ count_id: id })
    .update({
      ...{ counted: null, book: null, expected: null, cost: null, seen_at: null, error: null, held },
      zero_at: trx.raw(
        `case when counted is not null then coalesce(zero_at, case when seen_at is null then ?::timestamptz end) end`,
        [closed_at],
      ),
    });

export const releaseLines = (trx: Knex.Transaction, countId: number): Promise<unknown> =>
  trx('count_lines').where({ count_id: countId, held: true }).update({ held: false });
