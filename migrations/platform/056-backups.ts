import type { Knex } from 'knex';

/**
 * The backup files on the disk, as the pages list them; a description lies beside each file in case this table is lost.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('backups', (t) => {
    t.uuid('id').primary();
    t.text('tenant_id').comment("tenants.id; null: the platform's own database");
    t.text('subdomain').comment('as it was then');
    t.text('status').notNullable().defaultTo('running').checkIn(['running', 'done', 'failed']);
    t.bigInteger('bytes').notNullable().defaultTo(0);
    t.text('sha256').comment('of the file, which has been read back');
    t.timestamp('verified_at').comment('last restored for trial, and all of it was there');
    t.text('error').comment('Russian, for a person');
    t.timestamp('created_at').notNullable().index();
    t.timestamp('finished_at');
    t.index(['tenant_id', 'created_at']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('backups');
}
