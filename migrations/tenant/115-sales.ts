import type { Knex } from 'knex';

/** What tills have sold, beside the stock and never part of it. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('sales_sources', (t) => {
    t.increments('id');
    t.text('kind').notNullable().comment('the system that writes its files, or `table`');
    t.text('name').notNullable();
    t.jsonb('layout').comment('in which columns its tables have what');
    t.timestamp('created_at').notNullable();
    t.timestamp('removed_at');
  });
  await db.raw('create unique index sales_sources_name_key on sales_sources (lower(name)) where removed_at is null');

  await db.schema.createTable('sales_files', (t) => {
    t.increments('id');
    t.uuid('key').notNullable().unique().comment("the client's own, so that sending twice makes one");
    t.integer('source_id').notNullable().references('sales_sources.id').index();
    t.text('kind').notNullable();
    t.text('file').notNullable().comment('its name as uploaded');
    t.text('status').notNullable().defaultTo('draft').checkIn(['draft', 'applied', 'removed']);
    t.text('from_day').notNullable().comment('2026-11-28: the first and the last day that it replaces');
    t.text('to_day').notNullable();
    t.specificType('stores', 'text[]').notNullable().comment('empty text: the file names no store');
    t.integer('rows').notNullable();
    t.jsonb('totals').notNullable().comment('the own totals of the document, and what its rows add up to');
    t.jsonb('warnings').notNullable().defaultTo('[]');
    t.integer('created_by').comment('users.id');
    t.timestamp('created_at').notNullable();
    t.integer('applied_by').comment('users.id');
    t.timestamp('applied_at');
    t.integer('removed_by').comment('users.id');
    t.timestamp('removed_at');
  });

  await db.schema.createTable('till_dishes', (t) => {
    t.increments('id');
    t.integer('source_id').notNullable().references('sales_sources.id');
    t.text('key').notNullable().comment('its code and size, or its name');
    t.text('code');
    t.text('name').notNullable();
    t.text('size').comment('of a serving, as the file or the name says: `0,4`');
    t.text('group');
    t.text('unit');
    t.integer('dish_id').comment('dishes.id: sold by its recipe');
    t.integer('item_id').comment('items.id: sold as it is');
    t.decimal('factor', 14, 6).comment('units of the item in one serving');
    t.boolean('ignored').notNullable().defaultTo(false).comment('nothing of the stock is in it');
    t.integer('decided_by').comment('users.id');
    t.timestamp('decided_at');
    t.jsonb('proposals').comment('items that it may be, the most probable first');
    t.unique(['source_id', 'key']);
  });

  // A reference from here would be checked for each of a hundred thousand rows: what writes them holds the dishes itself.
  const amounts = (t: Knex.CreateTableBuilder): void => {
    t.text('store').notNullable().defaultTo('');
    t.text('day').notNullable().comment('2026-11-28: the accounting day');
    t.integer('till_dish_id').notNullable().comment('till_dishes.id');
    t.text('kind').notNullable().comment('sold, free, refund, void or written_off');
    t.decimal('quantity', 18, 9).notNullable().comment('servings; below zero where they were given back');
    t.bigInteger('paid').comment('kopecks');
    t.bigInteger('listed').comment('kopecks before discounts');
    t.bigInteger('cost').comment("kopecks, as the till's own accounts have it");
  };
  await db.schema.createTable('sales_draft_lines', (t) => {
    t.integer('file_id').notNullable().comment('sales_files.id').index();
    amounts(t);
  });
  await db.schema.createTable('sales', (t) => {
    t.integer('source_id').notNullable().comment('sales_sources.id');
    amounts(t);
    t.integer('file_id').notNullable().comment('sales_files.id').index();
    t.primary(['source_id', 'day', 'store', 'till_dish_id', 'kind']);
    t.index('till_dish_id');
    t.index('day');
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['sales', 'sales_draft_lines', 'till_dishes', 'sales_files', 'sales_sources']) {
    await db.schema.dropTable(table);
  }
}
