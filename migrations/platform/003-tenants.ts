import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('tenants', (t) => {
    t.text('id').primary().comment('t and ten letters or digits; also the name of its database and role');
    t.specificType('number', 'integer generated always as identity')
      .notNullable()
      .unique()
      .comment('makes its unprivileged user id');
    t.integer('owner_id').notNullable().references('users.id').index();
    t.text('subdomain').notNullable();
    t.text('display_name').notNullable();
    t.text('status').notNullable().defaultTo('creating').checkIn(['creating', 'active', 'suspended', 'deleted']);
    t.text('timezone').notNullable().defaultTo('Europe/Moscow');
    t.bigInteger('bot_id').notNullable();
    t.text('bot_username');
    t.text('bot_token_sealed').notNullable();
    t.text('admin_username').notNullable();
    t.text('database_server').notNullable().defaultTo('main').comment('which PostgreSQL server holds it');
    t.text('database_password_sealed').notNullable();
    t.text('internal_secret_sealed').notNullable().comment('between platform and tenant, both ways');
    t.text('endpoint').comment('http://host:port while it runs');
    t.jsonb('stats').comment('what it last told of itself; shown while it sleeps');
    t.timestamp('last_active_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('deleted_at');
  });
  await db.raw(`create unique index tenants_subdomain_key on tenants (subdomain) where status <> 'deleted'`);
  await db.raw(`create unique index tenants_bot_key on tenants (bot_id) where status <> 'deleted'`);

  await db.schema.createTable('provisions', (t) => {
    t.uuid('id').primary();
    t.text('tenant_id').notNullable().references('tenants.id').onDelete('CASCADE').index();
    t.text('status').notNullable().defaultTo('running').checkIn(['running', 'done', 'failed']);
    t.jsonb('steps').notNullable().comment('[{name, status: waiting|running|done|failed|undone, ms, error}] in order');
    t.text('input_sealed').comment('what a step still needs; emptied at the end');
    t.text('error').comment('Russian, for a person');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('finished_at');
  });

  await db.schema.createTable('bot_leases', (t) => {
    t.text('tenant_id').primary().references('tenants.id').onDelete('CASCADE');
    t.uuid('holder').notNullable().comment('the api process that polls this token');
    t.timestamp('expires_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['bot_leases', 'provisions', 'tenants']) await db.schema.dropTable(table);
}
