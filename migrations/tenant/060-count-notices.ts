import type { Knex } from 'knex';

/** Notices about counts for the chat; they are written in the transaction of their event and sent after its commit. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('count_notices', (t) => {
    t.bigIncrements('id');
    t.integer('count_id').notNullable().references('counts.id');
    t.text('kind').notNullable().checkIn(['opened', 'area', 'area_done', 'recount', 'closed', 'reopened', 'cancelled']);
    t.integer('area_id').comment('count_areas.id, which may be gone by the time it is sent');
    t.integer('user_id').comment('users.id: who did it, and need not be told');
    t.timestamp('created_at').notNullable();
    t.jsonb('told').notNullable().defaultTo('[]').comment('users.id of those who have been told');
    t.timestamp('claimed_until').comment('some process is sending it until then');
    t.timestamp('done_at');
  });
  await db.raw('create index count_notices_unsent on count_notices (id) where done_at is null');
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('count_notices');
}
