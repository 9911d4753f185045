import type { Knex } from 'knex';

/** What nginx does not take, where a platform keeps files of sites for it. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('site_problems', (t) => {
    t.text('place').primary().comment('the machine and the folder');
    t.text('problem').notNullable().comment('Russian, for a person');
    t.timestamp('since').notNullable();
    t.timestamp('seen_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('site_problems');
}
