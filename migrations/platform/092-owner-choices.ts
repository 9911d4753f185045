import type { Knex } from 'knex';

/** Owners restore tenants they have deleted, and choose which tenants stay active when a plan allows fewer. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.string('deleted_by', 13).comment(
      'who deleted it: owner or administrator; null: a cleanup, an account, a failure',
    );
    t.boolean('kept_first').notNullable().defaultTo(false).comment('runs before the others where a plan allows fewer');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => t.dropColumns('deleted_by', 'kept_first'));
}
