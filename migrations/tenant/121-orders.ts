import type { Knex } from 'knex';

/** Whom to ask at a supplier's, from whom an item is ordered, what has been ordered, and what of it has come. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('suppliers', (t) => {
    t.text('person').comment('who takes orders');
    t.text('delivery_days').comment('as a person writes them');
  });

  await db.schema.createTable('item_suppliers', (t) => {
    t.integer('item_id').primary().comment('items.id');
    t.integer('supplier_id').notNullable().comment('suppliers.id: a person has said so, whoever brought it last');
    t.integer('user_id').comment('users.id');
    t.timestamp('at').notNullable();
  });

  await db.schema.createTable('orders', (t) => {
    t.increments('id').comment('the number that people see');
    t.uuid('key').notNullable().unique().comment("the client's own, so that sending twice makes one");
    t.integer('supplier_id').notNullable().comment('suppliers.id');
    t.text('state').notNullable().defaultTo('sent').checkIn(['sent', 'delivered', 'cancelled']);
    t.text('note');
    t.integer('created_by').comment('users.id');
    t.timestamp('created_at').notNullable();
    t.integer('closed_by').comment('users.id; null: by the delivery that brought the rest');
    t.timestamp('closed_at');
    t.timestamp('letter_at').comment('when it was handed over as a letter');
    t.text('letter_to');
    t.index(['supplier_id', 'state']);
  });

  await db.schema.createTable('order_lines', (t) => {
    t.integer('order_id').notNullable().references('orders.id').onDelete('CASCADE');
    t.integer('place').notNullable().comment('from 1');
    t.integer('item_id').notNullable().comment('items.id');
    t.text('name').notNullable().comment('as it was, like all below');
    t.text('article');
    t.text('unit').notNullable();
    t.decimal('quantity', 12, 3).notNullable().comment("in the item's unit");
    t.text('pack_unit').comment("what the supplier calls a pack; null: ordered in the item's unit");
    t.decimal('pack_size', 12, 3).comment("in the item's unit");
    t.bigInteger('price').comment('kopecks for a unit of the item, as it was last bought');
    t.primary(['order_id', 'place']);
    t.unique(['order_id', 'item_id']);
  });

  await db.schema.createTable('order_receipts', (t) => {
    t.integer('order_id').notNullable().references('orders.id').onDelete('CASCADE');
    t.integer('place').notNullable().comment('of the line');
    t.integer('delivery_id').notNullable().references('deliveries.id').index().comment('posted, and not reversed');
    t.decimal('quantity', 12, 3).notNullable().comment("in the item's unit");
    t.primary(['order_id', 'place', 'delivery_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['order_receipts', 'order_lines', 'orders', 'item_suppliers']) await db.schema.dropTable(table);
  await db.schema.alterTable('suppliers', (t) => t.dropColumns('person', 'delivery_days'));
}
