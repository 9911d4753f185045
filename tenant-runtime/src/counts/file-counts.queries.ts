import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { CountRow } from '../tables.ts';

export interface CountedItem {
  item_id: number;
  /** Not below zero. */
  quantity: string;
}

const columnsOf = (items: readonly CountedItem[]) => ({
  itemIds: items.map(({ item_id }) => item_id),
  quantities: items.map(({ quantity }) => quantity),
});

/** Writes a typed entry for each item. */
export const insertFileEntries = async (
  trx: Knex.Transaction,
  { id, at, note, userId }: { id: number; at: Date; note: string; userId: number },
  items: readonly CountedItem[],
): Promise<void> =>
  void (await trx.raw(
    `insert into count_entries (id, count_id, item_id, round, user_id, quantity, entry, source, note, at)
     select gen_random_uuid(), cast(:id as int), item_id, 1, cast(:userId as int), quantity, 'typed', 'web',
            cast(:note as text), cast(:at as timestamptz)
       from unnest(cast(:itemIds as int[]), cast(:quantities as numeric[])) as given(item_id, quantity)`,
    { id, at, note, userId, ...columnsOf(items) },
  ));

/** Returns those items of the open count whose stock a closed count or a file has stated after its last entry: that stands. */
export async function selectStatedSince(db: Db, countId: number): Promise<Set<number>> {
  const { rows } = await db.raw<{ rows: { item_id: number }[] }>(
    `with entered as (
       select item_id, max(at) as at from count_entries where count_id = :countId and voided_at is null group by item_id)
     select e.item_id from entered e
       join count_lines l on l.item_id = e.item_id and l.counted is not null
       join counts n on n.id = l.count_id and n.status = 'closed' and not n.spot
      where coalesce(l.seen_at, n.closed_at) > e.at
     union
     select e.item_id from entered e join changes c on c.item_id = e.item_id
      where c.source = 'import' and c.at > e.at and c.undoes is null`,
    { countId },
  );
  return new Set(rows.map(({ item_id }) => item_id));
}

/** Whether a file has made the count: it was closed for the first time at the moment that the paper speaks of. */
export async function isOfFile(db: Db, { id, opened_at }: Pick<CountRow, 'id' | 'opened_at'>): Promise<boolean> {
  const closed = { count_id: id, kind: 'closed', at: opened_at };
  return Boolean(await db('count_events').where(closed).first('id'));
}

export const voidAllEntries = (trx: Knex.Transaction, countId: number, by: number, at: Date): Promise<number> =>
  trx('count_entries').where({ count_id: countId }).whereNull('voided_at').update({ voided_at: at, voided_by: by });

/** Of counts that are asked for by what brought their file. */
export const selectCountsByKeys = (
  db: Db,
  keys: readonly string[],
): Promise<Pick<CountRow, 'key' | 'id' | 'opened_at'>[]> =>
  db<CountRow>('counts')
    .whereIn('key', [...keys])
    .select('key', 'id', 'opened_at');

/** Returns a count that has counted one of the items at that very time. */
export async function findCountedAt(
  db: Db,
  itemIds: readonly number[],
  at: Date,
): Promise<{ title: string } | undefined> {
  const { rows } = await db.raw<{ rows: { title: string }[] }>(
    `select n.title from counts n join count_lines l on l.count_id = n.id
      where n.status = 'closed' and not n.spot and n.closed_at = :at and l.counted is not null
        and l.item_id = any(:itemIds) limit 1`,
    { itemIds: [...itemIds], at },
  );
  return rows[0];
}
