import type { Knex } from 'knex';

/** What a code that belonged to a product meant before: few rows of the history are of such codes. */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    `create index alias_revisions_further on alias_revisions (ean) where before ->> 'product_id' is not null`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index alias_revisions_further');
}
