import type { Knex } from 'knex';

/** What nginx does not take of the files that a platform writes for it; own domains of tenants and their certificates. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('site_problems', (t) => {
    t.text('place').primary().comment('the machine and the folder');
    t.text('problem').notNullable().comment('Russian, for a person');
    t.timestamp('since').notNullable();
    t.timestamp('seen_at').notNullable();
  });
  await db.schema.createTable('own_domains', (t) => {
    t.specificType('id', 'integer generated always as identity').primary();
    t.text('tenant_id').notNullable().unique().references('tenants.id').onDelete('CASCADE');
    t.text('name').notNullable().unique().comment('in lower case, without a final dot');
    t.text('certificate').comment('PEM, with its intermediate ones');
    t.text('key_sealed').comment('the key of the certificate');
    t.timestamp('expires_at').comment('when the certificate ends');
    t.timestamp('order_at').notNullable().comment('when the next certificate is to be ordered');
    t.integer('failures').notNullable().defaultTo(0).comment('orders in a row that failed');
    t.text('problem').comment('why the last order failed; Russian, for a person');
    t.timestamp('problem_since');
  });
  await db.schema.createTable('acme_accounts', (t) => {
    t.specificType('id', 'integer generated always as identity').primary();
    t.text('directory').notNullable().unique().comment('the address of the authority');
    t.text('key_sealed').notNullable();
    t.text('url').comment('what the authority calls the account');
  });
  await db.schema.createTable('acme_challenges', (t) => {
    t.text('token').primary();
    t.text('answer').notNullable();
    t.timestamp('created_at').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['acme_challenges', 'acme_accounts', 'own_domains', 'site_problems'])
    await db.schema.dropTable(table);
}
