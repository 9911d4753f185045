import type { Knex } from '@ostatok/kit/node/db.ts';

/** Workbooks of aliases, from their upload to their commit; they are deleted after a day. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('alias_imports', (table) => {
    table.uuid('id').primary();
    table.text('file').notNullable();
    table.text('status').notNullable();
    table.jsonb('preview');
    table.timestamp('created_at').notNullable().index();
    table.check(`status in ('reading', 'previewed', 'committed', 'undone')`);
  });
  // the file itself, so that any process can read it again with other columns
  await db.schema.createTable('alias_import_files', (table) => {
    table.uuid('import_id').notNullable().references('alias_imports.id').onDelete('cascade');
    table.integer('part').notNullable();
    table.binary('bytes').notNullable();
    table.primary(['import_id', 'part']);
  });
  await db.raw('alter table alias_import_files alter column bytes set storage external');
  // the parsed rows of the file, many of them in one row of this table
  await db.schema.createTable('alias_import_parts', (table) => {
    table.uuid('import_id').notNullable().references('alias_imports.id').onDelete('cascade');
    table.integer('part').notNullable();
    table.jsonb('rows').notNullable();
    table.primary(['import_id', 'part']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['alias_import_parts', 'alias_import_files', 'alias_imports']) await db.schema.dropTable(table);
}
