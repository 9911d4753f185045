import type { Knex } from 'knex';

/** A venue may have its own chat only: then it has no bot of a messenger. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table tenants alter column bot_id drop not null');
}

export async function down(db: Knex): Promise<void> {
  // no bot has a negative number, and each venue needs one of its own
  await db.raw('update tenants set bot_id = -number where bot_id is null');
  await db.raw('alter table tenants alter column bot_id set not null');
}
