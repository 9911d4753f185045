import type { Knex } from 'knex';

/** Second factors besides the password, and the challenges that wait for an answer. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('users', (t) => {
    t.boolean('weak_password')
      .notNullable()
      .defaultTo(false)
      .comment('an administrator signed in with one below the rules');
  });
  await db.schema.createTable('totp_factors', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().unique().references('users.id').onDelete('CASCADE');
    t.text('secret_sealed').notNullable();
    t.timestamp('created_at').notNullable();
    t.timestamp('confirmed_at').comment('null: shown, but no code of it has come yet');
    t.bigInteger('last_step').notNullable().defaultTo(0).comment('of the last code taken: each is taken once');
  });
  await db.schema.createTable('passkeys', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.text('credential_id').notNullable().unique();
    t.binary('public_key').notNullable();
    t.bigInteger('counter').notNullable();
    t.specificType('transports', 'text[]').notNullable().defaultTo('{}');
    t.text('name').notNullable();
    t.timestamp('created_at').notNullable();
    t.timestamp('used_at');
  });
  await db.schema.createTable('recovery_codes', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.text('code_hash').notNullable().unique();
    t.timestamp('created_at').notNullable();
    t.timestamp('used_at');
  });
  await db.schema.createTable('auth_challenges', (t) => {
    t.uuid('id').primary();
    t.text('purpose').notNullable();
    t.text('token_hash').notNullable().unique();
    t.integer('user_id').references('users.id').onDelete('CASCADE').index().comment('null: whoever has the passkey');
    t.jsonb('data').notNullable();
    t.integer('attempts').notNullable().defaultTo(0);
    t.timestamp('created_at').notNullable();
    t.timestamp('expires_at').notNullable().index();
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['auth_challenges', 'recovery_codes', 'passkeys', 'totp_factors']) {
    await db.schema.dropTable(table);
  }
  await db.schema.alterTable('users', (t) => t.dropColumn('weak_password'));
}
