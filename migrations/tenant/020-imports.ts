import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('imports', (t) => {
    t.uuid('id').primary();
    t.text('kind').notNullable().checkIn(['items', 'expected']);
    t.text('file').notNullable().comment('its name as uploaded');
    t.text('status').notNullable().defaultTo('reading').checkIn(['reading', 'previewed', 'committed', 'undone']);
    t.integer('user_id').references('users.id');
    t.integer('created').notNullable().defaultTo(0);
    t.integer('updated').notNullable().defaultTo(0);
    t.integer('unchanged').notNullable().defaultTo(0);
    t.timestamp('created_at').notNullable();
    t.timestamp('committed_at');
    t.timestamp('undone_at');
  });

  await db.schema.createTable('import_rows', (t) => {
    t.uuid('import_id').notNullable().comment('imports.id; checking it for each row would take a third of the staging');
    t.integer('row').notNullable().comment('its number in the sheet');
    t.integer('item_id').notNullable().comment('the item it meets, or the number its new item will have');
    t.text('action').notNullable().checkIn(['create', 'update', 'unchanged', 'error']);
    t.text('field').comment('what the error is about');
    t.text('message');
    t.text('name').notNullable();
    t.text('search_name').notNullable();
    t.text('article');
    t.text('ean');
    t.text('category');
    t.text('group');
    t.text('unit');
    t.decimal('quantity', 12, 3);
    t.decimal('expected', 12, 3);
    t.decimal('par', 12, 3);
    t.bigInteger('cost').comment('kopecks a unit');
    t.integer('volume_ml');
    t.decimal('weight_empty_g', 8, 1);
    t.decimal('weight_full_g', 8, 1);
    t.decimal('density_g_per_ml', 6, 4);
    t.jsonb('before').comment('the fields of an updated item as they were, kept for undo');
    t.primary(['import_id', 'row']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['import_rows', 'imports']) await db.schema.dropTable(table);
}
