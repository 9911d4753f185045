import type { Knex } from 'knex';

/** An entry that says how much there is in all takes the place of its person's earlier ones; taken back, it gives it back. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('count_entries', (t) => {
    t.uuid('replaced_by').comment('count_entries.id: voided by that entry, and back when that one is taken back');
  });
  await db.raw('create index count_entries_replaced on count_entries (replaced_by) where replaced_by is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('count_entries', (t) => t.dropColumn('replaced_by'));
}
