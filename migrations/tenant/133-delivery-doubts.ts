import type { Knex } from 'knex';

/**
 * Of a delivery's line: what its quantity is in where the document does not say, how much of it has really come, and
 * whether its item is only remembered of its supplier.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('delivery_lines', (t) => {
    t.text('counted_in').comment('what the quantity is in, where the document names no unit; null: not said');
    t.decimal('came', 12, 3).comment("what has come, in the document's unit; null: as the document says");
    t.boolean('recalled').notNullable().defaultTo(false).comment('by what its supplier’s papers were before');
  });
  await db.raw(`update delivery_lines set counted_in = 'шт' where unit is null and factor is not null`);
  await db.schema.alterTable('supplier_articles', (t) => {
    t.text('counted_in').comment('what a quantity is in, where the papers name no unit');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('supplier_articles', (t) => t.dropColumn('counted_in'));
  await db.schema.alterTable('delivery_lines', (t) => t.dropColumns('counted_in', 'came', 'recalled'));
}
