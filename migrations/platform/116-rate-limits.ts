import type { Knex } from 'knex';

/** Attempts are counted for all processes of the platform together. */
export async function up(db: Knex): Promise<void> {
  // the first three columns, in this order, are what rate-limiter-flexible writes
  await db.schema.createTable('rate_limits', (t) => {
    t.string('key', 255).primary().comment("the limit's name and a keyed hash of whom it counts");
    t.integer('points').notNullable().defaultTo(0);
    t.bigInteger('expire').index().comment('milliseconds since 1970');
  });
  await db.schema.alterTable('users', (t) => {
    t.integer('password_replacements')
      .notNullable()
      .defaultTo(0)
      .comment('how often a password was set without the previous one: guesses at that one no longer count');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('users', (t) => t.dropColumn('password_replacements'));
  await db.schema.dropTable('rate_limits');
}
