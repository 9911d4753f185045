import type { Knex } from 'knex';

/** What dishes are made of: the recipe of a day is the newest revision that had begun by then. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('dishes', (t) => {
    t.increments('id');
    t.uuid('key').unique().comment("the client's own, so that sending twice makes one");
    t.text('name').notNullable();
    t.text('code').comment("the till's code");
    t.text('kind').notNullable().defaultTo('dish').checkIn(['dish', 'semi']);
    t.text('unit').comment('of a semi-product: л, кг or шт; dishes are portions');
    t.bigInteger('price').comment('kopecks with VAT');
    t.text('group');
    t.timestamp('created_at').notNullable();
    t.timestamp('removed_at');
  });
  await db.raw('create unique index dishes_name_key on dishes (lower(name)) where removed_at is null');

  await db.schema.createTable('recipes', (t) => {
    t.increments('id');
    t.integer('dish_id').notNullable().references('dishes.id').onDelete('CASCADE');
    t.text('size').notNullable().defaultTo('').comment('0,4 or 350 мл; empty: the only one');
    t.text('valid_from').notNullable().defaultTo('').comment('2026-11-28; empty: always');
    t.decimal('yield', 14, 6).notNullable().defaultTo(1).comment('portions, or units of a semi-product, that it makes');
    t.text('source').notNullable().comment('panel, or the kind of the file');
    t.integer('created_by').comment('users.id');
    t.timestamp('created_at').notNullable();
    t.unique(['dish_id', 'size', 'valid_from']);
  });

  await db.schema.createTable('recipe_lines', (t) => {
    t.integer('recipe_id').notNullable().references('recipes.id').onDelete('CASCADE');
    t.integer('place').notNullable().comment('from 1');
    t.text('text').notNullable().comment('the ingredient as it was written');
    t.text('key').notNullable().comment('what its decision is remembered by');
    t.decimal('amount', 14, 6).comment('as written; null: to the top, or not understood');
    t.text('unit').comment('as written');
    t.integer('item_id').comment('items.id');
    t.integer('used_dish_id').comment('dishes.id: a semi-product');
    t.boolean('skipped').notNullable().defaultTo(false).comment('nothing that is counted, such as ice');
    t.decimal('quantity', 14, 6).comment(
      'units of the item in the whole recipe, as a person says; null: by the amount',
    );
    t.jsonb('proposals').notNullable().defaultTo('[]');
    t.primary(['recipe_id', 'place']);
  });
  await db.raw('create index recipe_lines_key on recipe_lines (key)');

  await db.schema.createTable('recipe_names', (t) => {
    t.text('key').primary().comment('the folded text of an ingredient');
    t.integer('item_id').comment('items.id');
    t.integer('used_dish_id').comment('dishes.id');
    t.boolean('skipped').notNullable().defaultTo(false);
    t.decimal('factor', 14, 6).comment('units of the item in one unit as written; null: by its measure');
    t.integer('user_id').comment('users.id: who has said it last');
    t.timestamp('at').notNullable();
  });

  await db.schema.createTable('recipe_products', (t) => {
    t.text('id').primary().comment('the GUID of a product in iiko');
    t.text('name').notNullable();
    t.text('code');
    t.text('kind').notNullable().comment('GOODS, DISH, PREPARED …');
    t.text('unit');
  });

  await db.schema.createTable('recipe_files', (t) => {
    t.increments('id');
    t.uuid('key').notNullable().unique().comment("the client's own, so that sending twice makes one");
    t.text('kind').notNullable();
    t.text('file').notNullable().comment('its name as uploaded');
    t.text('status').notNullable().defaultTo('draft').checkIn(['draft', 'applied']);
    t.jsonb('dishes').notNullable().comment('what was read');
    t.jsonb('proposals').notNullable().comment('items that its ingredients may be, by their keys');
    t.jsonb('warnings').notNullable().defaultTo('[]');
    t.integer('created_by').comment('users.id');
    t.timestamp('created_at').notNullable();
    t.integer('applied_by').comment('users.id');
    t.timestamp('applied_at');
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['recipe_files', 'recipe_products', 'recipe_names', 'recipe_lines', 'recipes', 'dishes']) {
    await db.schema.dropTable(table);
  }
}
