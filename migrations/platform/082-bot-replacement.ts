import type { Knex } from 'knex';

/**
 * A tenant's bot can be replaced by a new token of the same bot, or by another bot, whose chats and ids are different.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.integer('bot_token_version').notNullable().defaultTo(0).comment('grows with every new token');
    t.integer('bot_generation').notNullable().defaultTo(0).comment('grows with every other bot');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => t.dropColumns('bot_token_version', 'bot_generation'));
}
