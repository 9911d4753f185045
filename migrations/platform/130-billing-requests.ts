import type { Knex } from 'knex';

/** A request of an administrator whose answer was lost is sent again: it is carried out once. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('billing_requests', (t) => {
    t.integer('user_id')
      .notNullable()
      .references('users.id')
      .onDelete('CASCADE')
      .comment('whose subscription or money');
    t.text('request_key').notNullable();
    t.text('fingerprint').notNullable().comment('of what was requested');
    t.timestamp('at').notNullable();
    t.primary(['user_id', 'request_key']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('billing_requests');
}
