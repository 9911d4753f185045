import type { Knex } from 'knex';

/** Sign-ins: each keeps its newest refresh token, and the previous one for a client that lost the response. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('sessions', (t) => {
    t.uuid('id').primary();
    t.integer('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    t.integer('token_version').notNullable().comment("the user's when it began: raising that one ends it");
    t.text('token_hash').notNullable().unique();
    t.text('used_hash').unique().comment('of the refresh token before');
    t.timestamp('started_at').notNullable();
    t.timestamp('refreshed_at').notNullable();
    t.timestamp('expires_at').notNullable().index();
    t.text('device').comment('the user agent as it was sent');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('sessions');
}
