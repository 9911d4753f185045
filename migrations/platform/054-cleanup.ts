import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('installations', (t) => {
    t.uuid('id').primary().comment('marks what is ours on servers that others use too');
    t.text('database').notNullable().unique().comment('a copy of this database under another name is another one');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
  });

  await db.schema.createTable('cleanup_plans', (t) => {
    t.uuid('id').primary();
    t.text('action').notNullable();
    t.jsonb('items').notNullable().comment('[{key, label, what, why, bytes, evidence}] in order');
    t.timestamp('created_at').notNullable();
    t.timestamp('expires_at').notNullable().index();
  });

  await db.schema.createTable('quarantine', (t) => {
    t.uuid('id').primary();
    t.text('action').notNullable();
    t.text('key').notNullable().comment("a venue's id or a site's name");
    t.text('label').notNullable();
    t.text('why').notNullable();
    t.jsonb('was').notNullable().comment('what an undo brings back');
    t.text('status')
      .notNullable()
      .checkIn(['taking', 'kept', 'restoring', 'restored', 'purging', 'purged'])
      .comment('taking, restoring and purging: half-way, taken up after a crash');
    t.uuid('operation_id').notNullable();
    t.timestamp('quarantined_at').notNullable();
    t.timestamp('purge_at').notNullable();
    t.index(['quarantined_at', 'id']);
  });
  await db.raw(`create unique index quarantine_open_key on quarantine (action, key)
    where status in ('taking', 'kept', 'restoring', 'purging')`);

  await db.raw('create index tenants_by_creation on tenants (created_at, number)');
  await db.raw('create index tenants_by_status on tenants (status, number)');
  await db.raw('create index tenants_subdomain_search on tenants using gin (subdomain gin_trgm_ops)');
  await db.raw('create index users_email_part on users using gin (email gin_trgm_ops)');
}

export async function down(db: Knex): Promise<void> {
  for (const index of ['users_email_part', 'tenants_subdomain_search', 'tenants_by_status', 'tenants_by_creation']) {
    await db.raw('drop index ??', [index]);
  }
  for (const table of ['quarantine', 'cleanup_plans', 'installations']) await db.schema.dropTable(table);
}
