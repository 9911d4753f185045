import type { Knex } from 'knex';

/** The venue's own chat: what people and the bot have written, and what people have sent that awaits its answer. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('chats', (t) => {
    t.integer('user_id').primary().references('users.id').comment('whose conversation with the bot it is');
    t.bigInteger('version').notNullable().defaultTo(0).comment('of the latest message written or changed in it');
    t.bigInteger('read_id').notNullable().defaultTo(0).comment('chat_messages.id: the last one the person has seen');
  });

  await db.schema.createTable('chat_files', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id');
    t.text('name').notNullable();
    t.text('type').notNullable().comment('the media type');
    t.binary('bytes').notNullable();
    t.timestamp('created_at').notNullable().index();
  });

  await db.schema.createTable('chat_messages', (t) => {
    t.bigIncrements('id');
    t.integer('user_id').notNullable().references('chats.user_id');
    t.bigInteger('version').notNullable().comment('chats.version when it was written or changed');
    t.text('key').comment('by which it is written once: of the client, or of the update and the place in its answer');
    t.boolean('from_bot').notNullable();
    t.jsonb('body').notNullable().comment('text, buttons, files, as of the Bot API');
    t.timestamp('written_at').notNullable().comment('by the clock of its writer, which may have been offline');
    t.timestamp('edited_at');
    t.unique(['user_id', 'key']);
    t.index(['user_id', 'version']);
  });

  await db.schema.createTable('chat_updates', (t) => {
    t.bigIncrements('id');
    t.integer('user_id').notNullable().references('chats.user_id');
    t.uuid('key').notNullable().comment('of the client: sent again, it is the same update');
    t.text('kind').notNullable().checkIn(['message', 'edit', 'press']);
    t.bigInteger('message_id').notNullable().references('chat_messages.id').onDelete('CASCADE');
    t.text('text').comment('what an edit says, or the data of a pressed button');
    t.timestamp('created_at').notNullable().index();
    t.timestamp('handled_at');
    t.jsonb('toast').comment('what is shown over the chat to whoever has pressed: {text, alert}');
    t.unique(['user_id', 'key']);
  });
  await db.raw('create index chat_updates_waiting on chat_updates (user_id, id) where handled_at is null');
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['chat_updates', 'chat_messages', 'chat_files', 'chats']) await db.schema.dropTable(table);
}
