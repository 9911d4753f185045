import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { MessengerPerson } from '../../contract/messengers.ts';
import { findUser } from '../find-user.queries.ts';
import { messengerColumns } from '../messenger-columns.ts';
import type { UserRow } from '../tables.ts';

const users = (db: Db) => db<UserRow>('users');

export const findUserByUsername = (db: Db, username: string): Promise<UserRow | undefined> =>
  users(db).where({ username }).whereNull('removed_at').first();

/** Returns the user of this username if no chat in Telegram is linked to them. */
export const findUnlinkedUser = (db: Db, username: string): Promise<UserRow | undefined> =>
  users(db).where({ username, telegram_id: null, support: false }).whereNull('removed_at').first();

export const findUserByChat = (db: Db, { channel, id }: MessengerPerson): Promise<UserRow | undefined> =>
  users(db)
    .where({ [messengerColumns[channel]]: id })
    .whereNull('removed_at')
    .first();

export const selectUsers = (db: Db): Promise<UserRow[]> =>
  users(db).whereNull('removed_at').where({ support: false }).orderBy('id');

/**
 * Locks all users' rows, so that two requests can neither both take the last place nor both remove the last
 * administrator.
 */
export async function lockUsers(trx: Knex.Transaction): Promise<UserRow[]> {
  await trx.raw('lock table users in share row exclusive mode');
  return users(trx).whereNull('removed_at').where({ support: false }).orderBy('id');
}

export async function insertUser(
  db: Db,
  row: Pick<UserRow, 'username' | 'name' | 'role' | 'password_hash'>,
): Promise<UserRow> {
  const [user] = await users(db).insert(row).returning('*');
  return user as UserRow;
}

export async function updateUserRow(
  db: Db,
  id: number,
  fields: Partial<Pick<UserRow, 'name' | 'role' | 'telegram_id' | 'max_id' | 'link_only'>>,
): Promise<UserRow | undefined> {
  if (Object.keys(fields).length === 0) return findUser(db, id);
  const [user] = await users(db).where({ id, support: false }).whereNull('removed_at').update(fields).returning('*');
  return user;
}

/** Stores a new password; raising `token_version` ends every session of the user. */
export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<UserRow | undefined> {
  const [user] = await users(db)
    .where({ id, support: false })
    .whereNull('removed_at')
    .update({ password_hash: passwordHash, token_version: db.raw('token_version + 1') })
    .returning('*');
  return user;
}

/** Ends every session of the user; returns false if the user is gone. */
export const raiseTokenVersion = async (db: Db, id: number): Promise<boolean> =>
  (await users(db).where({ id }).whereNull('removed_at').increment('token_version')) > 0;

/** Marks the user as removed. The row stays for the log of changes, and the person's messengers can be added anew. */
export const markUserRemoved = (db: Db, id: number): Promise<number> =>
  users(db)
    .where({ id })
    .update({ removed_at: db.fn.now(), telegram_id: null, max_id: null, token_version: db.raw('token_version + 1') });
