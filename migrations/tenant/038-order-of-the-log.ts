import type { Knex } from 'knex';

/** Knex ignores `unique()` after `bigIncrements`: without these indexes each page of the log reads the whole log. */
export async function up(db: Knex): Promise<void> {
  await db.raw('create index changes_in_order on changes (seq)');
  // brin: periods are found by it, and it costs a change nothing; times are inserted nearly in order
  await db.raw('create index changes_by_time on changes using brin (at)');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index changes_by_time');
  await db.raw('drop index changes_in_order');
}
