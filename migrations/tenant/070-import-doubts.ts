import type { Knex } from 'knex';

/** A row of an import whose amount or price is probably a slip waits for a person's word. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (t) => {
    t.text('doubt').comment('what is asked before the row is written; null: nothing');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (t) => t.dropColumn('doubt'));
}
