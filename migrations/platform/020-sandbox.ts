import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('sandbox_bots', (t) => {
    t.specificType('id', 'bigint generated always as identity (start with 7100000001)').primary();
    t.text('username').notNullable();
    t.text('name').notNullable();
    t.text('token_hash').notNullable().unique();
    t.bigInteger('last_update_id').notNullable().defaultTo(0);
    t.text('webhook_url');
    t.text('webhook_secret');
    t.jsonb('allowed_updates').comment('null: all kinds');
    t.text('webhook_error');
    t.timestamp('webhook_error_at');
    t.jsonb('commands').notNullable().defaultTo('[]');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });
  await db.raw('create unique index sandbox_bots_username_key on sandbox_bots (lower(username))');

  await db.schema.createTable('sandbox_people', (t) => {
    t.specificType('id', 'bigint generated always as identity (start with 500000001)').primary();
    t.text('username').unique();
    t.text('first_name').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });

  await db.schema.createTable('sandbox_chats', (t) => {
    t.bigInteger('bot_id').notNullable().references('sandbox_bots.id').onDelete('CASCADE');
    t.bigInteger('person_id').notNullable().references('sandbox_people.id').onDelete('CASCADE');
    t.integer('last_message_id').notNullable().defaultTo(0);
    t.boolean('blocked').notNullable().defaultTo(false).comment('the person stopped the bot');
    t.primary(['bot_id', 'person_id']);
  });

  await db.schema.createTable('sandbox_messages', (t) => {
    t.bigInteger('bot_id').notNullable();
    t.bigInteger('person_id').notNullable();
    t.integer('message_id').notNullable();
    t.boolean('from_bot').notNullable();
    t.timestamp('date').notNullable();
    t.timestamp('edit_date');
    t.jsonb('body').notNullable().comment('text, entities, document … as the Bot API has them');
    t.primary(['bot_id', 'person_id', 'message_id']);
    t.foreign(['bot_id', 'person_id']).references(['bot_id', 'person_id']).inTable('sandbox_chats').onDelete('CASCADE');
  });

  await db.schema.createTable('sandbox_updates', (t) => {
    t.bigInteger('bot_id').notNullable().references('sandbox_bots.id').onDelete('CASCADE');
    t.bigInteger('update_id').notNullable();
    t.text('kind').notNullable();
    t.jsonb('payload').notNullable();
    t.primary(['bot_id', 'update_id']);
  });

  await db.schema.createTable('sandbox_callbacks', (t) => {
    t.text('id').primary();
    t.bigInteger('bot_id').notNullable().references('sandbox_bots.id').onDelete('CASCADE');
    t.bigInteger('person_id').notNullable();
    t.timestamp('answered_at');
  });

  await db.schema.createTable('sandbox_files', (t) => {
    t.text('id').primary();
    t.bigInteger('bot_id').notNullable().references('sandbox_bots.id').onDelete('CASCADE').index();
    t.text('name').notNullable();
    t.text('mime').notNullable();
    t.integer('size').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });

  await db.schema.createTable('sandbox_faults', (t) => {
    t.increments('id');
    t.bigInteger('bot_id').notNullable().references('sandbox_bots.id').onDelete('CASCADE').index();
    t.text('method').comment('lower case; null: any');
    t.text('kind').notNullable().checkIn(['rate_limit', 'error', 'cut']);
    t.integer('retry_after').notNullable().defaultTo(1).comment('seconds');
    t.integer('times').notNullable().defaultTo(1);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['faults', 'files', 'callbacks', 'updates', 'messages', 'chats', 'people', 'bots']) {
    await db.schema.dropTable(`sandbox_${table}`);
  }
}
