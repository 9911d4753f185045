import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('settings', (t) => {
    t.text('name').primary();
    t.jsonb('value').notNullable();
    t.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('settings');
}
