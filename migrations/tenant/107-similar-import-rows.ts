import type { Knex } from 'knex';

/** Rows of a file that may be items under another name, with what each would write to such an item. */
export async function up(db: Knex): Promise<void> {
  await db.schema.raw('create table import_similar (like import_rows including defaults including constraints)');
  await db.schema.alterTable('import_similar', (t) => {
    t.text('called').notNullable().comment('the name in the file');
    t.float('confidence').notNullable().comment('how probable it is that the row means the item, from 0 to 1');
    t.jsonb('reasons').notNullable().comment('[{of, agrees}]: what agrees');
    t.boolean('sure').notNullable().defaultTo(false).comment('may be chosen without a look');
    t.primary(['import_id', 'row', 'item_id']);
  });
  await db.schema.alterTable('import_rows', (t) => {
    t.text('called').comment('the name in the file, where the item keeps its own');
    t.boolean('is_similar').notNullable().defaultTo(false).comment('import_similar has items that it may be');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('import_rows', (t) => t.dropColumns('called', 'is_similar'));
  await db.schema.dropTable('import_similar');
}
