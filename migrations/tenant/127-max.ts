import type { Knex } from 'knex';

const NUMBERED = ['bot_messages', 'bot_undos', 'bot_replies', 'bot_files'];
const OF_PEOPLE: [table: string, key: string][] = [
  ['newcomers', 'telegram_id'],
  ['bot_chats', 'chat_id'],
];

const onlyChannels = (table: string, channels: string[]): string =>
  `alter table ${table} drop constraint ${table}_channel_check,
     add constraint ${table}_channel_check check (channel in (${channels.map((channel) => `'${channel}'`).join(', ')}))`;

/** MAX is a second messenger: people have numbers of their own there, which may be those of others in Telegram. */
export async function up(db: Knex): Promise<void> {
  for (const table of NUMBERED) await db.raw(onlyChannels(table, ['telegram', 'max', 'own']));
  for (const [table, key] of OF_PEOPLE) {
    await db.schema.alterTable(table, (t) => {
      t.text('channel').notNullable().defaultTo('telegram').checkIn(['telegram', 'max']);
    });
    await db.raw(`alter table ${table} drop constraint ${table}_pkey, add primary key (channel, ${key})`);
  }
  await db.schema.alterTable('users', (t) => {
    t.bigInteger('max_id').unique().comment('their number in MAX, as telegram_id in Telegram');
  });
  await db.schema.alterTable('telegram_links', (t) => {
    t.text('used_channel')
      .notNullable()
      .defaultTo('telegram')
      .checkIn(['telegram', 'max'])
      .comment('the messenger of used_by');
  });
  await db.schema.alterTable('bot_replies', (t) => {
    t.bigInteger('followed_by').comment("the person's first update after it: a quantity alone answers it");
    t.timestamp('followed_at');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_replies', (t) => t.dropColumns('followed_by', 'followed_at'));
  await db('telegram_links').where({ used_channel: 'max' }).delete();
  await db.schema.alterTable('telegram_links', (t) => t.dropColumn('used_channel'));
  await db.schema.alterTable('users', (t) => t.dropColumn('max_id'));
  for (const [table, key] of OF_PEOPLE) {
    await db(table).where({ channel: 'max' }).delete();
    await db.raw(`alter table ${table} drop constraint ${table}_pkey, add primary key (${key})`);
    await db.schema.alterTable(table, (t) => t.dropColumn('channel'));
  }
  for (const table of NUMBERED) {
    await db(table).where({ channel: 'max' }).delete();
    await db.raw(onlyChannels(table, ['telegram', 'own']));
  }
}
