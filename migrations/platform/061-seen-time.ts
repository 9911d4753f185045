import type { Knex } from 'knex';

/** One row: how much of the time that the clock shows the platform has seen pass. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('seen_time', (t) => {
    t.boolean('only').primary().defaultTo(true).checkIn(['true']);
    t.timestamp('looked_at').notNullable().comment('when the clock was last looked at, by that clock');
    t.integer('unseen_ms').notNullable().comment('passed by the clock without being seen, and not made good yet');
    t.integer('wait_ms').notNullable().comment('to be seen before anything goes for good again');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('seen_time');
}
