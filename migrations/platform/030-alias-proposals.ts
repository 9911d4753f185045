import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('alias_proposals', (t) => {
    t.increments('id');
    t.text('tenant_id').notNullable().index().comment('tenants.id; a bottle is told of for good, its teller may leave');
    t.uuid('key').notNullable().comment("the venue's own, so that telling twice stores once");
    t.unique(['tenant_id', 'key']);
    t.text('status').notNullable().defaultTo('pending').checkIn(['pending', 'approved', 'rejected']);
    t.text('ean').notNullable().index().comment('GTIN-13');
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
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
  });
  await db.raw(`create index alias_proposals_pending on alias_proposals (id) where status = 'pending'`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alias_proposals');
}
