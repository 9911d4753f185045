import type { Knex } from '@ostatok/kit/node/db.ts';

/** Tables that refer to one bot's updates, messages and files, or record who has blocked that bot. */
const OF_ONE_BOT = ['bot_messages', 'bot_replies', 'bot_undos', 'bot_files'];

/**
 * Deletes what was stored for another bot, also when a backup brought it back: otherwise an answer to this bot's
 * message 57 would be taken for an answer to the other bot's. Changes, users and counts stay.
 */
export const adoptBot = (db: Knex, generation: number): Promise<void> =>
  db.transaction(async (trx) => {
    const adopted = await trx('bot_generation').whereNot({ generation }).update({ generation });
    if (adopted === 0) return;
    for (const table of OF_ONE_BOT) await trx(table).where({ channel: 'telegram' }).delete();
    await trx('bot_chats').where({ channel: 'telegram' }).delete();
  });
