import type { Knex } from 'knex';

/** When a sleeping tenant has work to do, as it has reported itself. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.timestamp('wake_at');
  });
  await db.raw(`create index tenants_wake_at on tenants (wake_at) where wake_at is not null`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.dropColumn('wake_at');
  });
}
