import type { Knex } from 'knex';

/**
 * Money is in kopecks. Rows of payments, periods and the ledger outlive their user: payment documents are kept for
 * years.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('payment_methods', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.text('provider').notNullable();
    t.text('provider_method_id').notNullable();
    t.text('title').notNullable().comment('as the provider names it: Bank card *4477');
    t.timestamp('created_at').notNullable();
    t.timestamp('removed_at');
    t.text('removed_reason');
    t.unique(['provider', 'provider_method_id']);
  });

  await db.schema.createTable('payments', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').references('users.id').onDelete('SET NULL').index();
    t.text('payer_email').notNullable().comment('at the time of payment, for its documents');
    t.text('kind').notNullable().checkIn(['purchase', 'upgrade', 'renewal']);
    t.integer('plan_id').notNullable().references('plans.id');
    t.text('billing_period').notNullable().checkIn(['monthly', 'yearly']);
    t.uuid('basis_period_id').comment('the period that was the current one when it was made');
    t.bigInteger('price').notNullable().comment('of the whole period bought');
    t.bigInteger('amount').notNullable().checkPositive();
    t.text('currency').notNullable().defaultTo('RUB');
    t.text('description').notNullable();
    t.text('status').notNullable().defaultTo('pending').checkIn(['pending', 'succeeded', 'canceled']);
    t.text('outcome').checkIn(['applied', 'refunded', 'disputed']).comment('what became of the money');
    t.text('provider').notNullable();
    t.text('provider_payment_id');
    t.uuid('idempotence_key').notNullable().unique();
    t.text('confirmation_url').comment('where the payer goes; null for a charge of a saved method');
    t.uuid('payment_method_id').references('payment_methods.id').onDelete('SET NULL');
    t.text('cancellation_reason');
    t.timestamp('created_at').notNullable().index();
    t.timestamp('checked_at').comment('when the provider was last asked');
    t.timestamp('settled_at');
    t.timestamp('receipt_sent_at');
    t.unique(['provider', 'provider_payment_id']);
  });
  await db.raw(`create index payments_pending on payments (created_at) where status = 'pending'`);

  await db.schema.createTable('refunds', (t) => {
    t.uuid('id').primary();
    t.uuid('payment_id').notNullable().references('payments.id').index();
    t.bigInteger('amount').notNullable().checkPositive();
    t.text('reason').notNullable();
    t.uuid('idempotence_key').notNullable().unique();
    t.text('provider_refund_id').index();
    t.text('status').notNullable().defaultTo('pending').checkIn(['pending', 'succeeded', 'canceled']);
    t.integer('attempts').notNullable().defaultTo(0);
    t.timestamp('next_attempt_at').comment('null: somebody has to look');
    t.text('error');
    t.timestamp('created_at').notNullable();
    t.timestamp('settled_at');
  });
  await db.raw(`create index refunds_pending on refunds (next_attempt_at) where status = 'pending'`);

  await db.schema.createTable('subscription_periods', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').references('users.id').onDelete('SET NULL').index();
    t.integer('plan_id').notNullable().references('plans.id');
    t.text('billing_period').notNullable().checkIn(['monthly', 'yearly']);
    t.text('kind').notNullable().checkIn(['purchase', 'upgrade', 'renewal', 'grant', 'administrator']);
    t.bigInteger('price').notNullable().comment('paid for the whole of it, whatever it costs later');
    t.timestamp('starts_at').notNullable();
    t.timestamp('ends_at').notNullable();
    t.integer('anchor_day').notNullable().comment('of the month: after a short month the next period comes back to it');
    t.timestamp('closed_at').comment('when it ended before or at its end; null while it runs');
    t.text('closed_by').comment('the event that ended it');
    t.timestamp('created_at').notNullable();
  });
  await db.raw(
    'create unique index subscription_periods_open on subscription_periods (user_id) where closed_at is null',
  );

  await db.schema.createTable('billing_ledger', (t) => {
    t.bigIncrements('id');
    t.integer('user_id').references('users.id').onDelete('SET NULL').index();
    t.timestamp('at').notNullable();
    t.text('kind').notNullable().checkIn(['payment', 'credit', 'period', 'refund', 'compensation']);
    t.bigInteger('amount').notNullable().comment('what comes in is positive; the sum is the balance, never below zero');
    t.uuid('payment_id').references('payments.id');
    t.uuid('refund_id').references('refunds.id');
    t.uuid('period_id').references('subscription_periods.id');
  });
  for (const [kind, column] of [
    ['payment', 'payment_id'],
    ['credit', 'period_id'],
    ['period', 'period_id'],
    ['refund', 'refund_id'],
    ['compensation', 'refund_id'],
  ]) {
    await db.raw(
      `create unique index billing_ledger_${kind}_once on billing_ledger (${column}) where kind = '${kind}'`,
    );
  }

  await db.schema.createTable('billing_events', (t) => {
    t.bigIncrements('id');
    t.integer('user_id').references('users.id').onDelete('CASCADE').index();
    t.timestamp('at').notNullable();
    t.text('event').notNullable();
    t.text('from_state').notNullable();
    t.text('to_state').notNullable();
    t.jsonb('data').notNullable().defaultTo('{}');
  });

  await db.schema.createTable('billing_notices', (t) => {
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    t.text('kind').notNullable();
    t.text('about').notNullable().comment('the period or payment it tells of');
    t.timestamp('at').notNullable();
    t.primary(['user_id', 'kind', 'about']);
  });

  await db.schema.alterTable('subscriptions', (t) => {
    t.uuid('period_id')
      .references('subscription_periods.id')
      .comment('the paid or granted period that runs; null: free');
    t.integer('deferred_plan_id').references('plans.id');
    t.text('deferred_billing_period').checkIn(['monthly', 'yearly']);
    t.uuid('payment_method_id').references('payment_methods.id').onDelete('SET NULL');
    t.timestamp('past_due_since');
    t.integer('charge_attempts').notNullable().defaultTo(0);
    t.timestamp('next_charge_at').comment('of the charge that is due or tried again');
    t.timestamp('granted_until');
    t.jsonb('before_grant').comment('the subscription that returns when a granted plan ends');
    t.timestamp('updated_at');
  });
  await db.raw(`create index subscriptions_ending on subscriptions (current_period_end) where status <> 'expired'`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('subscriptions', (t) => {
    t.dropColumns(
      'period_id',
      'deferred_plan_id',
      'deferred_billing_period',
      'payment_method_id',
      'past_due_since',
      'charge_attempts',
      'next_charge_at',
      'granted_until',
      'before_grant',
      'updated_at',
    );
    t.dropIndex([], 'subscriptions_ending');
  });
  for (const table of [
    'billing_notices',
    'billing_events',
    'billing_ledger',
    'subscription_periods',
    'refunds',
    'payments',
    'payment_methods',
  ])
    await db.schema.dropTable(table);
}
