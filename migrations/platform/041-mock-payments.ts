import type { Knex } from 'knex';

/** The built-in payment provider's storage, which holds what a bank would know. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('mock_methods', (t) => {
    t.text('id').primary();
    t.text('title').notNullable();
    t.boolean('declines').notNullable().comment('later charges of it find no money');
    t.timestamp('created_at').notNullable();
  });
  await db.schema.createTable('mock_payments', (t) => {
    t.text('id').primary();
    t.uuid('idempotence_key').notNullable().unique();
    t.uuid('order_id').notNullable().unique().comment('the payment of ours it is for');
    t.bigInteger('amount').notNullable();
    t.text('currency').notNullable();
    t.text('description').notNullable();
    t.text('status').notNullable().checkIn(['pending', 'succeeded', 'canceled']);
    t.text('method_id').references('mock_methods.id').comment('what was charged, or was saved by it');
    t.text('cancellation_reason');
    t.bigInteger('refunded').notNullable().defaultTo(0);
    t.timestamp('created_at').notNullable();
    t.timestamp('settled_at');
  });
  await db.schema.createTable('mock_refunds', (t) => {
    t.text('id').primary();
    t.uuid('idempotence_key').notNullable().unique();
    t.text('payment_id').notNullable().references('mock_payments.id');
    t.bigInteger('amount').notNullable();
    t.timestamp('created_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('mock_refunds');
  await db.schema.dropTable('mock_payments');
  await db.schema.dropTable('mock_methods');
}
