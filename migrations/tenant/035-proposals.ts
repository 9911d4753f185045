import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('alias_proposals', (t) => {
    t.uuid('id').primary().comment('also at the platform, so that sending twice stores once');
    t.jsonb('payload').notNullable().comment('what the venue proposes to the global catalogue');
    t.timestamp('created_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('sent_at').comment('the platform has it, or has said that it never will');
  });
  await db.raw('create index alias_proposals_unsent on alias_proposals (created_at) where sent_at is null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('alias_proposals');
}
