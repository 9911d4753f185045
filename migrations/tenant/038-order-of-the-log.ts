import type { Knex } from 'knex';

/** Knex passes over `unique()` behind `bigIncrements`: without these a page of the log reads all of the log. */
export async function up(db: Knex): Promise<void> {
  await db.raw('create index changes_in_order on changes (seq)');
  // brin: a period is found by it, and it costs a change nothing; times come nearly in order
  await db.raw('create index changes_by_time on changes using brin (at)');
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index changes_by_time');
  await db.raw('drop index changes_in_order');
}
