import type { Knex } from 'knex';

const WORDS = `create table alias_name_words (
  id integer primary key, words text[] not null, weighed boolean not null)`;

/** Words are locked in one order, so that two writers never wait for each other. */
const tally = (deltas: string): string => `insert into alias_words as k (word, names)
    select word, sum(n) from (${deltas}) d group by word having sum(n) <> 0 order by word
    on conflict (word) do update set names = k.names + excluded.names;
  delete from alias_words k using (select distinct word from (${deltas}) d where n < 0) gone
   where k.word = gone.word and k.names = 0`;
const words = (sign: string, from: string): string => `select unnest(words) word, ${sign}1 n from ${from}`;

const follow = (table: string, event: string, references: string, body: string): string => `
  create or replace function ${table}_${event}ed() returns trigger language plpgsql as $$
    begin ${body}; return null; end $$;
  drop trigger if exists ${table}_${event}ed on ${table};
  create trigger ${table}_${event}ed after ${event} on ${table} referencing ${references}
    for each statement execute function ${table}_${event}ed()`;

const both = 'old table as gone new table as added';

/**
 * The unique indexes also serve lists in their order, filtered by the flag; codes are compared byte by byte, so that the
 * beginning of a code is found by the same index.
 */
async function unitIndexes(db: Knex): Promise<void> {
  await db.raw('alter table aliases drop constraint aliases_ean_unique');
  await db.raw('drop index aliases_by_ean, aliases_by_id');
  await db.raw('alter table aliases alter column ean type text collate "C"');
  await db.raw('alter table aliases add constraint aliases_ean_unique unique (ean) include (weighed)');
  await db.raw('alter table aliases drop constraint aliases_pkey');
  await db.raw('alter table aliases add constraint aliases_pkey primary key (id) include (weighed)');
  await db.raw('create index aliases_weighed on aliases (weighed, id)');
}

async function formerIndexes(db: Knex): Promise<void> {
  await db.raw('drop index aliases_weighed');
  for (const [name, key] of [
    ['aliases_ean_unique', 'unique (ean)'],
    ['aliases_pkey', 'primary key (id)'],
  ]) {
    await db.raw(`alter table aliases drop constraint ${name}`);
    await db.raw(`alter table aliases add constraint ${name} ${key}`);
  }
  await db.raw('alter table aliases alter column ean type text collate "default"');
  await db.raw('create index aliases_by_ean on aliases (ean, id) include (weighed)');
  await db.raw('create index aliases_by_id on aliases (id) include (weighed)');
}

/**
 * A search looks for a part of a word among the different words of all names, which are few, and from there for the
 * names that have it. The words of names that are here already are filled in while the platform runs.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw('create extension if not exists fuzzystrmatch');
  await db.raw(WORDS);
  await db.raw('create index alias_name_words_words on alias_name_words using gin (words)');
  await db.raw('create table alias_words (word text primary key, names integer not null) with (fillfactor = 80)');
  await db.raw('create index alias_words_parts on alias_words using gin (word gin_trgm_ops)');
  await db.raw('create index alias_words_beginnings on alias_words (word text_pattern_ops)');
  await db.raw('create index alias_name_words_weighed on alias_name_words using gin (words) where weighed');
  await unitIndexes(db);
  await db.raw(follow('alias_name_words', 'insert', 'new table as added', tally(words('', 'added'))));
  await db.raw(follow('alias_name_words', 'delete', 'old table as gone', tally(words('-', 'gone'))));
  await db.raw(
    follow('alias_name_words', 'update', both, tally(`${words('', 'added')} union all ${words('-', 'gone')}`)),
  );
  // the previous release still writes and searches the keys of `alias_names`; a later one drops them
  await db.raw(`alter table aliases alter column search_key set default ''`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table aliases alter column search_key drop default');
  for (const table of ['alias_name_words', 'alias_words']) await db.schema.dropTable(table);
  for (const event of ['insert', 'update', 'delete']) await db.raw(`drop function alias_name_words_${event}ed`);
  await formerIndexes(db);
  await db.raw('drop extension fuzzystrmatch');
}
