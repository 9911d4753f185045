import type { Knex } from 'knex';

/** In which units a remembered factor holds: a paper may have bottles today and cases tomorrow under one code. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('supplier_articles', (t) => {
    t.text('unit').comment("the supplier's, as written; null: remembered before units were");
    t.text('item_unit').comment("the item's at that time");
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('supplier_articles', (t) => t.dropColumns('unit', 'item_unit'));
}
