import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw('create extension if not exists pg_trgm');
  await db.schema.createTable('aliases', (t) => {
    t.increments('id');
    t.text('ean').notNullable().unique().comment('GTIN-13');
    t.text('brand');
    t.text('category');
    t.text('subcategory');
    t.integer('volume_ml');
    t.decimal('weight_empty_g', 9, 2);
    t.decimal('weight_full_g', 9, 2);
    t.decimal('density_g_per_ml', 6, 4);
    t.decimal('alcohol_percent', 5, 2);
    t.text('description').notNullable();
    t.text('manufacturer');
    t.text('country_origin');
    t.text('search_key').notNullable().comment('brand and description as the search compares them');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
  });
  await db.raw('create index aliases_search on aliases using gin (search_key gin_trgm_ops)');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('aliases');
  await db.raw('drop extension if exists pg_trgm');
}
