import type { Knex } from 'knex';

/** What a plan cost when an owner put it off until the end of the period: it costs that then, too. */
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
