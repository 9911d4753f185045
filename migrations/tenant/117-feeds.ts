import type { Knex } from 'knex';

/** Connections by which sales come by themselves. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('feeds', (t) => {
    t.increments('id');
    t.text('kind').notNullable().checkIn(['iiko', 'poster', 'upload']);
    t.text('name').notNullable();
    t.integer('source_id').references('sales_sources.id').comment('null: that of the kind of each file');
    t.text('address');
    t.text('login');
    t.text('store');
    t.text('fingerprint').comment('SHA-256 of a certificate that an administrator trusts');
    t.text('seen_fingerprint').comment('SHA-256 of a certificate that waits to be trusted');
    t.text('secret_sealed').comment('the password or the token');
    t.text('session_sealed').comment('a session of the till that has not been ended yet: it takes a licence');
    t.text('upload_hash').unique().comment('of the secret in the address for reports');
    t.integer('hour').notNullable();
    t.boolean('enabled').notNullable().defaultTo(true);
    t.boolean('refused').notNullable().defaultTo(false).comment('the till refuses the login');
    t.text('last_day').comment('2026-11-28: the last day whose sales came');
    t.text('error').comment('why the last try failed');
    t.integer('attempts').notNullable().defaultTo(0).comment('that failed since the last success');
    t.timestamp('tried_at');
    t.timestamp('retry_at');
    t.timestamp('claimed_until').comment('some process is fetching it until then');
    t.text('notified').comment('the state that administrators were notified of, while it is not well');
    t.integer('created_by').comment('users.id');
    t.timestamp('created_at').notNullable();
  });
  await db.raw('create unique index feeds_name_key on feeds (lower(name))');

  await db.schema.alterTable('sales_files', (t) => {
    t.integer('feed_id').comment('feeds.id: the feed that has brought it, and which may be gone');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('sales_files', (t) => t.dropColumn('feed_id'));
  await db.schema.dropTable('feeds');
}
