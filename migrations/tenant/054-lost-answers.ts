import type { Knex } from 'knex';

/** Whoever sends a refresh token a second time has lost the answer to the first, as long as nobody uses what it gave. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('sessions', (t) => {
    t.boolean('arrived').notNullable().defaultTo(true).comment('the newest tokens are in use');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('sessions', (t) => t.dropColumn('arrived'));
}
