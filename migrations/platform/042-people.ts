import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('identities', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE');
    t.text('provider').notNullable().checkIn(['yandex', 'github']);
    t.text('subject').notNullable().comment("the provider's own id of the person");
    t.text('email').comment('as the provider told it, verified there');
    t.timestamp('created_at').notNullable();
    t.timestamp('used_at').notNullable();
    t.unique(['provider', 'subject']);
    t.unique(['user_id', 'provider']);
  });
  await db.schema.alterTable('users', (t) => {
    t.timestamp('consent_at').comment('to the terms and the privacy policy');
    t.timestamp('consent_withdrawn_at');
  });
  await db('users').update({ consent_at: db.ref('created_at') });

  await db.schema.alterTable('tenants', (t) => {
    t.text('suspended_by').checkIn(['billing', 'administrator']).comment('only who suspended it wakes it by itself');
    t.timestamp('suspended_at');
    t.integer('max_users').comment('with which its process was started; null: it was not yet');
    t.timestamp('purged_at').comment('its database and files are gone');
  });
  await db('tenants')
    .where({ status: 'suspended' })
    .update({ suspended_by: 'administrator', suspended_at: db.fn.now() });
  await db.raw(`create index tenants_to_purge on tenants (deleted_at) where status = 'deleted' and purged_at is null`);

  await db.schema.alterTable('mails', (t) => {
    t.text('once').unique().comment('of several letters with this key only the first is queued');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('mails', (t) => t.dropColumn('once'));
  await db.schema.alterTable('tenants', (t) => t.dropColumns('suspended_by', 'suspended_at', 'max_users', 'purged_at'));
  await db.schema.alterTable('users', (t) => t.dropColumns('consent_at', 'consent_withdrawn_at'));
  await db.schema.dropTable('identities');
}
