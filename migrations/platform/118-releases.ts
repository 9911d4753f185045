import type { Knex } from 'knex';

/** Which releases of the tenants' program there are, and which one each tenant is to run or has come back from. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('releases', (t) => {
    t.text('id').primary();
    t.timestamp('taken_at').notNullable().defaultTo(db.fn.now());
    t.timestamp('brought_at').comment('when a platform that brings it was last started after one that brings another');
    t.timestamp('default_since').comment('since when tenants that start take it; the latest one counts');
    t.timestamp('stopped_at').comment('since when no tenant takes it any more');
    t.text('stop_reason');
  });
  await db.schema.alterTable('tenants', (t) => {
    t.text('pinned_release').comment('the release that it keeps to, whatever the default');
    t.text('previous_release').comment('the one that it ran before its present version');
    t.timestamp('released_at').comment('since when it has run its present version');
    t.text('failed_release').comment('the one that it could not run and has come back from');
    t.text('update_state').checkIn(['recovered', 'failed']).comment('how its last update ended, where it failed');
    t.text('update_note').comment('what was seen then');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('tenants', (t) => {
    t.dropColumns('pinned_release', 'previous_release', 'released_at', 'failed_release', 'update_state', 'update_note');
  });
  await db.schema.dropTable('releases');
}
