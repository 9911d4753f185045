import type { Knex } from 'knex';

/**
 * Chats that wrote to a bot while its tenant was suspended: they are notified once a day, and again when the tenant
 * works.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('suspended_chats', (t) => {
    t.text('tenant_id').notNullable().references('tenants.id').onDelete('CASCADE');
    t.bigInteger('chat_id').notNullable();
    t.integer('bot_generation').notNullable();
    t.integer('missed').notNullable().defaultTo(0).comment('messages that were not brought to the venue');
    t.bigInteger('last_update_id').notNullable().comment('an update that comes again is not counted again');
    t.timestamp('first_at').notNullable();
    t.timestamp('last_at').notNullable();
    t.timestamp('explained_at').comment('when the bot last said that the venue is suspended');
    t.primary(['tenant_id', 'chat_id']);
  });
  await db.schema.alterTable('tenants', (t) => {
    t.timestamp('last_suspended_at').comment('with last_resumed_at, when it was suspended last');
    t.timestamp('last_resumed_at').comment('what was written before this, and since then, was not brought to it');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => t.dropColumns('last_suspended_at', 'last_resumed_at'));
  await db.schema.dropTable('suspended_chats');
}
