import type { Knex } from 'knex';

/** The status of a tenant that could not be started: it is not asleep, and somebody has to look at it. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.timestamp('start_failed_at').comment('since when it does not start; null again when it does');
    t.text('start_failure').comment('why, in Russian, for an administrator');
  });
  await db.raw('create index tenants_start_failed on tenants (start_failed_at) where start_failed_at is not null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => t.dropColumns('start_failed_at', 'start_failure'));
}
