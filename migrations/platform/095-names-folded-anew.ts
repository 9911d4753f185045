import type { Knex } from 'knex';

/** The words of names are written otherwise from here on; all are filled in again while the platform runs. */
export async function up(db: Knex): Promise<void> {
  await db.raw('truncate alias_name_words, alias_words');
  await db('alias_proposals').update({ search_key: '' });
}

/** The release before fills them in again in its own way, but for the proposals, which it finds by their codes. */
export async function down(db: Knex): Promise<void> {
  await db.raw('truncate alias_name_words, alias_words');
}
