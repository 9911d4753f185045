import type { Knex } from 'knex';

/** The price of a plan at the time an owner scheduled it for the end of the period: it is charged then. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('subscriptions', (t) => {
    t.bigInteger('deferred_price').comment(
      'kopecks, of the deferred plan as it was shown; null: as the price list says',
    );
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('subscriptions', (t) => t.dropColumn('deferred_price'));
}
