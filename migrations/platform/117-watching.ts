import type { Knex } from 'knex';

/**
 * What each tenant takes of the machine, as last measured: lists are sorted by it without measuring anything. And the
 * messages about troubles that wait for the administrators' chat.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('tenant_resources', (t) => {
    t.text('tenant_id').primary().references('tenants.id').onDelete('CASCADE');
    t.bigInteger('database_bytes');
    t.timestamp('database_measured_at');
    t.bigInteger('disk_bytes');
    t.integer('cpu_percent').comment('of one core');
    t.bigInteger('memory_bytes');
    t.timestamp('load_measured_at').comment('null while it sleeps');
  });
  await db.schema.createTable('alert_messages', (t) => {
    t.bigIncrements('id').comment('in the order they are sent');
    t.text('text').notNullable();
    t.timestamp('created_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alert_messages');
  await db.schema.dropTable('tenant_resources');
}
