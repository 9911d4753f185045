import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('import_layouts', (t) => {
    t.text('kind').notNullable();
    t.text('signature').notNullable().comment('of the header row');
    t.jsonb('columns').notNullable().comment('{letter: field}, as somebody corrected them');
    t.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
    t.primary(['kind', 'signature']);
  });
  await db.schema.alterTable('imports', (t) => {
    t.jsonb('layout').comment('{signature, columns} to remember once it is committed');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('imports', (t) => t.dropColumns('layout'));
  await db.schema.dropTable('import_layouts');
}
