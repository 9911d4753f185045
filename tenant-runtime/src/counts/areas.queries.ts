import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { CountAreaRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';

const areas = (db: Db) => db<CountAreaRow>('count_areas');

export const selectAreas = (db: Db, countId: number): Promise<(CountAreaRow & { user_name: string | null })[]> =>
  db('count_areas as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .where('a.count_id', countId)
    .orderBy('a.id')
    .select<(CountAreaRow & { user_name: string | null })[]>('a.*', db.raw(`${userName('u')} as user_name`));

export async function insertAreas(
  trx: Knex.Transaction,
  countId: number,
  given: { name: string; userId: number | null }[],
): Promise<void> {
  if (given.length === 0) return;
  await areas(trx).insert(given.map(({ name, userId }) => ({ count_id: countId, name, user_id: userId })));
}

export const updateArea = (
  trx: Knex.Transaction,
  id: number,
  fields: Partial<Pick<CountAreaRow, 'name' | 'user_id' | 'done_at'>>,
): Promise<number> => areas(trx).where({ id }).update(fields);

export const deleteAreas = (trx: Knex.Transaction, ids: number[]): Promise<number> =>
  areas(trx).whereIn('id', ids).delete();

/** Returns the names of those areas that have entries. */
export async function selectUsedAreas(trx: Knex.Transaction, ids: number[]): Promise<string[]> {
  const rows = await trx('count_areas as a')
    .whereIn('a.id', ids)
    .whereExists(trx('count_entries as e').whereRaw('e.area_id = a.id'))
    .select('a.name');
  return rows.map(({ name }) => name);
}

/** Returns those of the users who have not been removed. */
export async function selectPresent(db: Db, userIds: number[]): Promise<number[]> {
  const rows = await db('users').whereIn('id', userIds).whereNull('removed_at').select('id');
  return rows.map(({ id }) => id);
}
