import type { Knex } from 'knex';

/**
 * What api processes know of one another: who lives and what each of them sees, which of them runs a tenant, and which
 * tenants are to take a release that they could not take at once. The secret of a tenant is sent to it no more, as soon as
 * its release was seen to know the platform by signatures.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('api_processes', (t) => {
    t.uuid('id').primary();
    t.text('name').notNullable().comment('its machine and its pid, for people');
    t.timestamp('seen_at').notNullable();
    t.jsonb('report').notNullable().comment('what it alone knows of the platform’s health');
  });
  await db.schema.alterTable('tenants', (t) => {
    t.uuid('run_by').comment('the api process that has started it last');
    t.text('update_due').comment('the release that it is to take as soon as it can');
  });
  await db.schema.alterTable('releases', (t) => {
    t.boolean('takes_signed_calls').notNullable().defaultTo(false).comment('as a tenant of it has shown');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('releases', (t) => t.dropColumn('takes_signed_calls'));
  await db.schema.alterTable('tenants', (t) => t.dropColumns('run_by', 'update_due'));
  await db.schema.dropTable('api_processes');
}
