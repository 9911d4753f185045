import type { Knex } from 'knex';

/** Which waiting release a tenant was backed up for, so that each wait costs one backup, and none is forgotten. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.text('backed_up_for').comment('the release that it waits for, where it was backed up for it');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => t.dropColumns('backed_up_for'));
}
