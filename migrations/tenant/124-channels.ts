import type { Knex } from 'knex';

const KEYED: [table: string, key: string[]][] = [
  ['bot_messages', ['update_id']],
  ['bot_undos', ['update_id']],
  ['bot_replies', ['chat_id', 'message_id']],
];

const keyOf = (columns: string[]): string => columns.map((column) => `"${column}"`).join(', ');

/**
 * The chat has several channels, each of which numbers its updates, chats and messages by itself: what is kept by such a
 * number carries the channel.
 */
export async function up(db: Knex): Promise<void> {
  for (const table of [...KEYED.map(([name]) => name), 'bot_files']) {
    await db.schema.alterTable(table, (t) => {
      t.text('channel').notNullable().defaultTo('telegram').checkIn(['telegram', 'own']);
    });
  }
  for (const [table, key] of KEYED) {
    await db.raw(`alter table ${table} drop constraint ${table}_pkey, add primary key (channel, ${keyOf(key)})`);
  }
  await db.schema.alterTable('bot_messages', (t) => {
    t.dropIndex(['chat_id', 'message_id']);
    t.index(['channel', 'chat_id', 'message_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of [...KEYED.map(([name]) => name), 'bot_files']) {
    await db(table).whereNot({ channel: 'telegram' }).delete();
  }
  await db.schema.alterTable('bot_messages', (t) => {
    t.dropIndex(['channel', 'chat_id', 'message_id']);
    t.index(['chat_id', 'message_id']);
  });
  for (const [table, key] of KEYED) {
    await db.raw(`alter table ${table} drop constraint ${table}_pkey, add primary key (${keyOf(key)})`);
  }
  for (const table of [...KEYED.map(([name]) => name), 'bot_files']) {
    await db.schema.alterTable(table, (t) => t.dropColumn('channel'));
  }
}
