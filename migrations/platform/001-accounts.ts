import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('users', (t) => {
    t.increments('id');
    t.text('email').notNullable().comment('lower case');
    t.boolean('email_verified').notNullable().defaultTo(false);
    t.text('password_hash').comment('bcrypt, 10 rounds; null for those who come through a provider');
    t.text('name').notNullable();
    t.text('company_name');
    t.text('phone');
    t.text('role').notNullable().defaultTo('customer').checkIn(['admin', 'customer']);
    t.text('status').notNullable().defaultTo('active').checkIn(['active', 'blocked']);
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('updated_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('deleted_at');
  });
  await db.raw('create unique index users_email_key on users (email) where deleted_at is null');

  await db.schema.createTable('sessions', (t) => {
    t.uuid('id').primary();
    t.uuid('family').notNullable().index().comment('all tokens that came of one sign-in');
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.text('token_hash').notNullable().unique();
    t.boolean('remember').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('expires_at').notNullable();
    t.timestamp('used_at').comment('exchanged for the next one; a second use revokes the family');
    t.timestamp('revoked_at');
  });

  await db.schema.createTable('link_tokens', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.text('purpose').notNullable().checkIn(['verify_email', 'reset_password']);
    t.text('token_hash').notNullable().unique();
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('expires_at').notNullable();
    t.timestamp('used_at');
  });

  await db.schema.createTable('activity', (t) => {
    t.bigIncrements('id');
    t.integer('actor_id').references('users.id').onDelete('SET NULL');
    t.text('action').notNullable();
    t.text('description').notNullable().comment('Russian, for a person');
    t.text('target').comment('as tenant:ID or user:ID');
    t.text('ip');
    t.timestamp('at').notNullable().defaultTo(db.fn.now()).index();
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['activity', 'link_tokens', 'sessions', 'users']) await db.schema.dropTable(table);
}
