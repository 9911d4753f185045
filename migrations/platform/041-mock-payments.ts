import type { Knex } from 'knex';

/** The built-in payment provider's own memory: what a bank would know. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('mock_payments', (t) => {
    t.text('id').primary();
    t.uuid('idempotence_key').notNullable().unique();
    t.uuid('order_id').notNullable().comment('the payment of ours it is for');
    t.bigInteger('amount').notNullable();
    t.text('currency').notNullable();
    t.text('description').notNullable();
    t.text('status').notNullable().defaultTo('pending').checkIn(['pending', 'succeeded', 'canceled']);
    t.boolean('save_method').notNullable();
    t.text('method_id').comment('the saved method that was charged, or that was saved by it');
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
}
