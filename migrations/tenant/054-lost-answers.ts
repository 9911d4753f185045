import type { Knex } from 'knex';

/** A client that sends a refresh token again has lost the first response, as long as nobody uses the tokens in it. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('sessions', (t) => {
    t.boolean('arrived').notNullable().defaultTo(true).comment('the newest tokens are in use');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('sessions', (t) => t.dropColumn('arrived'));
}
