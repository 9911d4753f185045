import type { Knex } from 'knex';

/** Where each tenant was last started, so that they can be moved to another host one by one. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.text('hosting').comment('where it was last started; null while it never was');
  });
  // there was no other host before this release; where there is, they start there next
  await db('tenants').whereNotNull('version').update({ hosting: 'process' });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.dropColumn('hosting');
  });
}
