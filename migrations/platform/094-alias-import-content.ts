import type { Knex } from 'knex';

/**
 * The rows that were read from a file, and those that were refused, as the compressed texts that they are written and
 * downloaded as: a million rows take 30 MB so. The release before keeps rows in `alias_import_parts`.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('alias_import_content', (t) => {
    t.uuid('import_id').notNullable().references('alias_imports.id').onDelete('CASCADE');
    t.text('kind').notNullable().checkIn(['rows', 'rejects']);
    t.integer('part').notNullable();
    t.binary('bytes').notNullable();
    t.primary(['import_id', 'kind', 'part']);
  });
  await db.raw('alter table alias_import_content alter column bytes set storage external');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alias_import_content');
}
