import type { Knex } from 'knex';

/** The words of names are written otherwise from here on; all are filled in again while the platform runs. */
export async function up(db: Knex): Promise<void> {
  await db.raw('truncate alias_name_words, alias_words');
  await db('alias_proposals').update({ search_key: '' });
  // the consonants of a word, those that are confused as one: words of one sound in several languages agree in them
  await db.raw(`alter table alias_words add column consonants text
    generated always as (translate(word, 'bpvfgkjdtszcmnlrhaeiouy', 'bbbbgggddsssmmlr')) stored`);
  await db.raw('create index alias_words_consonants on alias_words (consonants) where length(consonants) > 2');
}

/** The release before fills them in again in its own way, but for the proposals, which it finds by their codes. */
export async function down(db: Knex): Promise<void> {
  await db.raw('alter table alias_words drop column consonants');
  await db.raw('truncate alias_name_words, alias_words');
}
