import type { Knex } from 'knex';

/** A bot of MAX whose mini app has been opened has one; MAX itself does not say so. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('max_bots', (t) => {
    t.timestamp('mini_app_at').comment('when its mini app was first opened; null until then');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('max_bots', (t) => t.dropColumn('mini_app_at'));
}
