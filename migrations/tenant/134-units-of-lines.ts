import type { Knex } from 'knex';

/** In which unit of its item a posted line holds, since the item may be counted in another one later. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('delivery_lines', (t) => {
    t.text('stock_unit').comment("the item's unit when it was posted, which is that of stock_quantity and of costs");
  });
  await db.raw(
    `update delivery_lines l set stock_unit = i.unit from items i where i.id = l.item_id and l.cost_seq is not null`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('delivery_lines', (t) => t.dropColumn('stock_unit'));
}
