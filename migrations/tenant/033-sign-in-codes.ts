import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('sign_in_codes', (t) => {
    t.text('hash').primary().comment('HMAC-SHA256 of the code: eight symbols alone could be tried out');
    t.text('kind').notNullable().checkIn(['scanner', 'bridge']);
    t.text('name').comment("the bridge's");
    t.integer('user_id').notNullable().references('users.id').index().comment('who made it');
    t.integer('token_version').notNullable().comment("its maker's: a new password ends their codes too");
    t.timestamp('expires_at').notNullable();
  });
  await db.schema.createTable('bridges', (t) => {
    t.increments('id');
    t.text('name').notNullable();
    t.text('token_hash').notNullable().unique();
    t.integer('paired_by').notNullable().references('users.id');
    t.timestamp('paired_at').notNullable();
    t.timestamp('seen_at');
    t.timestamp('unpaired_at');
  });
}

export async function down(db: Knex): Promise<void> {
  for (const table of ['bridges', 'sign_in_codes']) await db.schema.dropTable(table);
}
