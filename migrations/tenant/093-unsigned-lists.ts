import type { Knex } from 'knex';

/** A question may ask about all the lines of a message that lack a sign, and a message keeps what was answered. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_questions', (t) => {
    t.jsonb('lines').comment('the lines without a sign, for a question about all of them');
  });
  await db.schema.alterTable('bot_messages', (t) => {
    t.text('unsigned')
      .checkIn(['came', 'gone', 'there'])
      .comment('the meaning of its lines without a sign, as answered');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('bot_messages', (t) => t.dropColumn('unsigned'));
  await db.schema.alterTable('bot_questions', (t) => t.dropColumn('lines'));
}
