import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.text('bot_state')
      .notNullable()
      .defaultTo('ok')
      .checkIn(['ok', 'revoked', 'conflict'])
      .comment('revoked: the Bot API refuses the token; conflict: somebody else polls it');
    t.timestamp('bot_state_at');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.dropColumns('bot_state', 'bot_state_at');
  });
}
