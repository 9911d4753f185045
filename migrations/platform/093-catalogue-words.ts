import type { Knex } from 'knex';

const NAMES = `create table alias_names (
  id integer primary key, words text[] not null, weighed boolean not null)`;

const count = (deltas: string): string => `update alias_counts c set total = total + d.n, weighed = c.weighed + d.w
    from (select sum(n) n, sum(w) w from (${deltas}) s) d where c.of = 'id'`;
const totals = (sign: string, from: string): string =>
  `select ${sign}count(*) n, ${sign}count(*) filter (where weighed) w from ${from}`;

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
const changed = `${totals('', 'added')} union all ${totals('-', 'gone')}`;

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
  await db.schema.dropTable('alias_names');
  await db.raw(NAMES);
  await db.raw('create index alias_names_words on alias_names using gin (words)');
  await db.raw('create table alias_words (word text primary key, names integer not null) with (fillfactor = 80)');
  await db.raw('create index alias_words_parts on alias_words using gin (word gin_trgm_ops)');
  await db.raw('create index alias_words_beginnings on alias_words (word text_pattern_ops)');
  await db.raw('create index alias_names_weighed_words on alias_names using gin (words) where weighed');
  await unitIndexes(db);
  await db.raw(follow('alias_names', 'insert', 'new table as added', tally(words('', 'added'))));
  await db.raw(follow('alias_names', 'delete', 'old table as gone', tally(words('-', 'gone'))));
  await db.raw(follow('alias_names', 'update', both, tally(`${words('', 'added')} union all ${words('-', 'gone')}`)));
  await db.raw(follow('aliases', 'insert', 'new table as added', count(totals('', 'added'))));
  await db.raw(follow('aliases', 'delete', 'old table as gone', count(totals('-', 'gone'))));
  await db.raw(follow('aliases', 'update', both, count(changed)));
  await db.raw('alter table aliases drop column search_key');
}

/** The key of a name is its words again. */
export async function down(db: Knex): Promise<void> {
  await db.raw(`alter table aliases add column search_key text not null default ''`);
  await db.raw(`update aliases a set search_key = array_to_string(n.words, ' ') from alias_names n where n.id = a.id`);
  await db.raw('alter table aliases alter column search_key drop default');
  for (const table of ['alias_names', 'alias_words']) await db.schema.dropTable(table);
  for (const event of ['insert', 'update', 'delete']) await db.raw(`drop function alias_names_${event}ed`);
  await formerIndexes(db);
  await db.raw(`create table alias_names (
    id integer primary key, ean text not null, key text not null, weighed boolean not null)`);
  await db.raw('insert into alias_names select id, ean, search_key, weighed from aliases');
  await db.raw('create index alias_names_key on alias_names using gin (key gin_trgm_ops)');
  await db.raw('create index alias_names_ean on alias_names (ean text_pattern_ops) include (weighed)');
  const copied = 'insert into alias_names select id, ean, search_key, weighed from added';
  const updated = `update alias_names n set ean = a.ean, key = a.search_key, weighed = a.weighed from added a
    where n.id = a.id and (n.ean, n.key, n.weighed) is distinct from (a.ean, a.search_key, a.weighed)`;
  const removed = 'delete from alias_names where id in (select id from gone)';
  await db.raw(follow('aliases', 'insert', 'new table as added', `${copied}; ${count(totals('', 'added'))}`));
  await db.raw(follow('aliases', 'delete', 'old table as gone', `${removed}; ${count(totals('-', 'gone'))}`));
  await db.raw(follow('aliases', 'update', both, `${updated}; ${count(changed)}`));
  await db.raw('drop extension fuzzystrmatch');
}
