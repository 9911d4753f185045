import type { Knex } from 'knex';

/** An import row whose amount or price is probably a mistake waits for a user's confirmation. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (t) => {
    t.text('doubt').comment('what is asked before the row is written; null: nothing');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (t) => t.dropColumn('doubt'));
}
