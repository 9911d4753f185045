import type { Knex } from '@ostatok/kit/node/db.ts';

/** What the chat remembers by the numbers of one bot's updates, messages and files, and who has stopped that bot. */
const OF_ONE_BOT = ['bot_messages', 'bot_replies', 'bot_undos', 'bot_files', 'bot_chats'];

/**
 * Forgets what was remembered of another bot, also where a backup brought it back: an answer to this bot's message 57
 * would be taken for one to the other's. Changes, people and counts stay.
 */
export const adoptBot = (db: Knex, generation: number): Promise<void> =>
  db.transaction(async (trx) => {
    const adopted = await trx('bot_generation').whereNot({ generation }).update({ generation });
    if (adopted === 0) return;
    for (const table of OF_ONE_BOT) await trx(table).delete();
  });
