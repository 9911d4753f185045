import type { Knex } from 'knex';

const BOUGHT = `('purchase', 'upgrade', 'renewal')`;

const returned = (period: string): string =>
  `exists (select from subscription_periods g
            where g.user_id = ${period}.user_id and g.closed_at = ${period}.created_at and g.closed_by = 'grant_ended')`;

/**
 * The price that the owner has agreed to for the next period, beside what the period itself was worth. Periods that a
 * grant has returned or an administrator has reshaped go on with the price of the last one bought.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('subscription_periods', (t) => {
    t.bigInteger('agreed_price').comment('kopecks, of the next period; null: what a bought one cost, else none');
  });
  await db.raw(
    `update subscription_periods p
        set agreed_price = (select b.price from subscription_periods b
                             where b.user_id = p.user_id and b.plan_id = p.plan_id
                               and b.billing_period = p.billing_period and b.created_at < p.created_at
                               and b.kind in ${BOUGHT} and not ${returned('b')}
                             order by b.created_at desc limit 1)
      where p.kind = 'administrator' or p.kind in ${BOUGHT} and ${returned('p')}`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('subscription_periods', (t) => t.dropColumn('agreed_price'));
}
