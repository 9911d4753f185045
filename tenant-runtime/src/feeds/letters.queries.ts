import type { Db } from '@ostatok/kit/node/db.ts';
import type { FeedLetterRow } from '../tables.ts';

const letters = (db: Db) => db<FeedLetterRow>('feed_letters');

type Folder = Pick<FeedLetterRow, 'feed_id' | 'uid_validity'>;

/** Returns which of these letters were looked at, by their numbers in the folder. */
export const selectLetters = (
  db: Db,
  folder: Folder,
  uids: number[],
): Promise<Pick<FeedLetterRow, 'uid' | 'taken'>[]> =>
  letters(db).where(folder).whereRaw('uid = any(?)', [uids]).select('uid', 'taken');

export const findLetter = (db: Db, feedId: number, messageId: string): Promise<FeedLetterRow | undefined> =>
  letters(db).where({ feed_id: feedId, message_id: messageId }).first();

/** Remembers a letter; false where another process has done so. */
export async function insertLetter(db: Db, row: Omit<FeedLetterRow, 'id'>): Promise<boolean> {
  const added = await letters(db).insert(row).onConflict(['feed_id', 'message_id']).ignore().returning('id');
  return added.length > 0;
}

/** Returns what was not understood of the last letter that had anything to be understood. */
export async function lastProblem(db: Db, feedId: number): Promise<string | null> {
  const last = await letters(db)
    .where({ feed_id: feedId })
    .where((one) => void one.where('taken', '>', 0).orWhereNotNull('problem'))
    .orderBy([
      { column: 'received_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first('problem');
  return last?.problem ?? null;
}

export const deleteLettersBefore = (db: Db, feedId: number, moment: Date): Promise<number> =>
  letters(db).where({ feed_id: feedId }).where('received_at', '<', moment).delete();
