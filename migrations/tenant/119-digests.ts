import type { Knex } from 'knex';

/** The weeks whose digest has been sent, or passed over. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('digests', (t) => {
    t.text('week').primary().comment('2026-11-23: the Monday on which it begins');
    t.timestamp('made_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('digests');
}
