import type { Knex } from 'knex';

/** A one-time link connects a chat to a user. Chats that are already connected stay so. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('telegram_links', (t) => {
    t.integer('user_id')
      .primary()
      .references('users.id')
      .comment('whose chat it makes; a new link replaces the old one');
    t.text('hash').notNullable().unique();
    t.integer('made_by').notNullable().references('users.id');
    t.integer('token_version').notNullable().comment("its maker's: what ends their sign-ins ends their links too");
    t.timestamp('expires_at').notNullable();
    t.bigInteger('used_by').comment('the id in Telegram of who opened it');
  });
  await db.schema.alterTable('users', (t) => {
    t.boolean('link_only').notNullable().defaultTo(false).comment('their chat was untied: a name alone ties none');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('users', (t) => t.dropColumn('link_only'));
  await db.schema.dropTable('telegram_links');
}
