import type { Knex } from 'knex';

/** When a closing took a line for zero that nobody had entered: what came since is not wiped out by the next closing. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('count_lines', (t) => {
    t.timestamp('zero_at').comment('the first closing that took it for zero; null where none did');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('count_lines', (t) => t.dropColumn('zero_at'));
}
