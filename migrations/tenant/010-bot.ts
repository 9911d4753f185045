import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('bot_questions', (t) => {
    t.increments('id');
    t.uuid('change_id').notNullable().unique().comment('of the change that the answer makes, so that it is made once');
    t.integer('user_id').notNullable().references('users.id');
    t.text('name').notNullable().comment('what was looked for');
    t.jsonb('amounts').notNullable().comment('as written, for an item still to be created');
    t.jsonb('options').notNullable().comment('[{itemId, delta}] in the order of the buttons');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now()).index();
    t.timestamp('answered_at');
  });

  await db.schema.createTable('bot_undos', (t) => {
    t.bigInteger('update_id').primary().comment('of /undo: delivered again, it undoes the same change');
    t.uuid('change_id').notNullable().references('changes.id');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });

  await db.schema.createTable('newcomers', (t) => {
    t.bigInteger('telegram_id').primary();
    t.text('username');
    t.text('name').notNullable();
    t.timestamp('asked_at').comment('when the administrators were last asked; null: there was nobody to ask');
    t.timestamp('refused_at');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });

  await db.schema.createTable('bot_chats', (t) => {
    t.bigInteger('chat_id').primary();
    t.timestamp('blocked_at').comment('the person has stopped the bot; null again when they are back');
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['bot_chats', 'newcomers', 'bot_undos', 'bot_questions']) await db.schema.dropTable(table);
}
