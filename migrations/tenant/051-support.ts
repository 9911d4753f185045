import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('users', (t) => {
    t.boolean('support')
      .notNullable()
      .defaultTo(false)
      .comment("the platform's support, for one session; nobody of the venue");
  });
  await db.schema.createTable('support_sessions', (t) => {
    t.uuid('id').primary();
    t.text('hash').notNullable().unique().comment('SHA-256 of the link');
    t.text('administrator').notNullable().comment('who came, as the platform knows them');
    t.text('reason').notNullable();
    t.timestamp('created_at').notNullable().index();
    t.timestamp('link_expires_at').notNullable();
    t.integer('user_id').references('users.id').comment('null: the link was not opened');
    t.timestamp('opened_at');
    t.timestamp('expires_at').comment('of the session, once opened');
    t.timestamp('ended_at').comment('before its time');
    t.text('ended_by');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('support_sessions');
  await db.schema.alterTable('users', (t) => t.dropColumn('support'));
}
