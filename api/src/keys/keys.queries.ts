import type { Db } from '@ostatok/kit/node/db.ts';

/** A column of sealed texts and their purpose. Its table has an `id`. */
export interface SealedColumn {
  table: string;
  column: string;
  purpose: string;
}

export interface SealedText {
  id: string | number;
  sealed: string;
}

/** Lists up to `limit` texts that another key than the one with this prefix has sealed, by id after `after`. */
export const listSealedOtherwise = (
  db: Db,
  { table, column }: SealedColumn,
  prefix: string,
  after: string | number | undefined,
  limit: number,
): Promise<SealedText[]> =>
  db(table)
    .whereNotNull(column)
    .whereNot(column, '')
    .whereRaw('not starts_with(??, ?)', [column, prefix])
    .modify((rows) => {
      if (after !== undefined) rows.where('id', '>', after);
    })
    .orderBy('id')
    .limit(limit)
    .select('id', { sealed: column });

/** Counts the texts that another key than the one with this prefix has sealed. */
export async function countSealedOtherwise(db: Db, { table, column }: SealedColumn, prefix: string): Promise<number> {
  const [row] = await db(table)
    .whereNotNull(column)
    .whereNot(column, '')
    .whereRaw('not starts_with(??, ?)', [column, prefix])
    .count({ n: '*' });
  return Number(row?.n ?? 0);
}

/** Replaces the text unless it has been changed since. */
export const replaceSealed = (db: Db, { table, column }: SealedColumn, { id, sealed }: SealedText, anew: string) =>
  db(table)
    .where({ id, [column]: sealed })
    .update({ [column]: anew });

/** Inserts a retired key; a known one stays as it is. */
export async function insertRetiredKey(
  db: Db,
  key: { key_id: string; purpose: string; key_sealed: string },
): Promise<void> {
  await db('retired_keys').insert(key).onConflict(['key_id', 'purpose']).ignore();
}

export const listRetiredKeys = (db: Db): Promise<{ key_id: string; purpose: string; key_sealed: string }[]> =>
  db('retired_keys').select('key_id', 'purpose', 'key_sealed');
