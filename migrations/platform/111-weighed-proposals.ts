import type { Knex } from 'knex';

/** A proposal may rest on weighings of a venue, whose number an administrator sees. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_proposals', (t) => {
    t.integer('weighings').comment('how often the venue has weighed the bottle; null: not at all');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_proposals', (t) => t.dropColumn('weighings'));
}
