import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { MessengerPerson } from '../../contract/messengers.ts';
import type { TelegramLinkRow } from '../tables.ts';

const links = (db: Db) => db<TelegramLinkRow>('telegram_links');

/** Replaces the user's previous link, whether used or not. */
export const replaceLink = (trx: Knex.Transaction, row: Omit<TelegramLinkRow, 'used_channel'>): Promise<unknown> =>
  links(trx).insert(row).onConflict('user_id').merge();

export const findLink = (db: Db, hash: string): Promise<TelegramLinkRow | undefined> =>
  links(db).where({ hash }).first();

export const markLinkUsed = (trx: Knex.Transaction, hash: string, { channel, id }: MessengerPerson): Promise<number> =>
  links(trx).where({ hash }).update({ used_by: id, used_channel: channel });

export const deleteLinkOf = (trx: Knex.Transaction, userId: number): Promise<number> =>
  links(trx).where({ user_id: userId }).delete();
