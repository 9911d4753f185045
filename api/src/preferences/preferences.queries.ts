import type { Db, Knex } from '@ostatok/kit/node/db.ts';

export const listPreferences = (db: Db, userId: number): Promise<{ key: string; value: unknown }[]> =>
  db('admin_preferences').where({ user_id: userId }).orderBy('key').select('key', 'value');

/** Serialises changes of one person's settings: two at once must not both take the last place. */
export async function lockPreferences(trx: Knex.Transaction, userId: number): Promise<void> {
  await trx('users').where({ id: userId }).forNoKeyUpdate().first('id');
}

export async function countOthers(trx: Knex.Transaction, userId: number, key: string): Promise<number> {
  const [counted] = await trx('admin_preferences').where({ user_id: userId }).whereNot({ key }).count({ total: '*' });
  return Number(counted?.total ?? 0);
}

export async function savePreference(db: Db, userId: number, key: string, value: string, at: Date): Promise<void> {
  await db('admin_preferences')
    .insert({ user_id: userId, key, value, updated_at: at })
    .onConflict(['user_id', 'key'])
    .merge(['value', 'updated_at']);
}

export const deletePreference = (db: Db, userId: number, key: string): Promise<number> =>
  db('admin_preferences').where({ user_id: userId, key }).delete();
