import type { Knex } from 'knex';

/** Troubles that administrators are alerted to, each from the moment it was first seen until it is over. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('alerts', (t) => {
    t.text('id').primary();
    t.text('text').notNullable();
    t.timestamp('seen_at').notNullable();
    /** How many things were affected when the last letter was sent. */
    t.integer('count').notNullable();
    t.timestamp('sent_at');
    t.timestamp('gone_at');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alerts');
}
