import type { Knex } from 'knex';

/** The bot to which the chat's memory belongs: another bot numbers its updates and messages anew. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('bot_generation', (t) => {
    t.boolean('only').primary().defaultTo(true).checkIn(['true']);
    t.integer('generation').notNullable().comment("as the platform's tenants.bot_generation");
  });
  await db('bot_generation').insert({ generation: 0 });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('bot_generation');
}
