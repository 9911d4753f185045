import type { Db } from '@ostatok/kit/node/db.ts';
import type { Channel } from './channel.ts';

/** A user whose messages are entries of a count. */
interface CounterRow {
  user_id: number;
  count_id: number;
  area_id: number | null;
  joined_at: Date;
}

/** Returns the count that the user takes part in, and the count that this update was already written to. */
export async function findCounter(
  db: Db,
  userId: number,
  { channel, updateId }: { channel: Channel; updateId: number },
): Promise<{ counter: Pick<CounterRow, 'count_id' | 'area_id'> | undefined; takenFor: number | undefined }> {
  const { rows } = await db.raw<{
    rows: { count_id: number | null; area_id: number | null; taken_for: number | null }[];
  }>(
    `select c.count_id, c.area_id, m.count_id as taken_for
       from (select 1) as one
       left join bot_counters c on c.user_id = ?
       left join bot_messages m on m.channel = ? and m.update_id = ?`,
    [userId, channel, updateId],
  );
  const [row] = rows;
  return {
    counter: row?.count_id ? { count_id: row.count_id, area_id: row.area_id } : undefined,
    takenFor: row?.taken_for ?? undefined,
  };
}

export async function joinCount(db: Db, row: CounterRow): Promise<void> {
  await db('bot_counters').insert(row).onConflict('user_id').merge();
}

/** Takes the user out of the count that they take part in, or out of this one only; returns how many they have left. */
export const leaveCount = (db: Db, userId: number, countId?: number): Promise<number> =>
  db('bot_counters')
    .where({ user_id: userId, ...(countId !== undefined && { count_id: countId }) })
    .delete();
