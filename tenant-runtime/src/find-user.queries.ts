import type { Db } from '@ostatok/kit/node/db.ts';
import type { UserRow } from './tables.ts';

export const findUser = (db: Db, id: number): Promise<UserRow | undefined> =>
  db<UserRow>('users').where({ id }).whereNull('removed_at').first();
