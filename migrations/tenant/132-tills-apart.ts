import type { Knex } from 'knex';

/** Keeps tills of one kind apart: a person says whose a report is where nothing else does, and that equal sales are of two tills. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('sales_files', (t) => {
    t.boolean('source_unsure').notNullable().defaultTo(false).comment('a person has to say of which till it is');
  });
  await db.schema.alterTable('sales_sources', (t) => {
    t.specificType('apart_from', 'integer[]')
      .notNullable()
      .defaultTo('{}')
      .comment('sales_sources.id: other tills, although their sales were alike');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('sales_sources', (t) => t.dropColumn('apart_from'));
  await db.schema.alterTable('sales_files', (t) => t.dropColumn('source_unsure'));
}
