import type { Knex } from 'knex';

/** Whose list an import is: a later list of the same source is compared with the earlier ones. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_imports', (t) => {
    t.text('source');
  });
  await db.raw('create index alias_imports_source on alias_imports (lower(source)) where source is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_imports', (t) => {
    t.dropColumn('source');
  });
}
