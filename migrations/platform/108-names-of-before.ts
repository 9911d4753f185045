import type { Knex } from 'knex';

const sums = (sign: string, from: string): string =>
  `select 'id' of, ${sign}count(*) n, ${sign}count(*) filter (where weighed) w from ${from}`;
const counted = (deltas: string): string => `update alias_counts c set total = total + d.n, weighed = c.weighed + d.w
      from (select of, sum(n) n, sum(w) w from (${deltas}) s group by of having sum(n) <> 0 or sum(w) <> 0) d
     where c.of = d.of`;
const counts = {
  insert: counted(sums('', 'added')),
  delete: counted(sums('-', 'gone')),
  update: counted(`${sums('', 'added')} union all ${sums('-', 'gone')}`),
};
/** What kept `alias_names` as `aliases` are. */
const follows: typeof counts = {
  insert: 'insert into alias_names select id, ean, search_key, weighed from added',
  delete: 'delete from alias_names where id in (select id from gone)',
  update: `update alias_names n set ean = a.ean, key = a.search_key, weighed = a.weighed from added a
    where n.id = a.id and (n.ean, n.key, n.weighed) is distinct from (a.ean, a.search_key, a.weighed)`,
};

const replace = (db: Knex, event: keyof typeof counts, body: string): Knex.Raw =>
  db.raw(`create or replace function aliases_${event}ed() returns trigger language plpgsql as $$
    begin ${body}; return null; end $$`);
const events = ['insert', 'delete', 'update'] as const;

/** Drops what 093 left for the release before it: its keys of names, which each new alias was written into as well. */
export async function up(db: Knex): Promise<void> {
  for (const event of events) await replace(db, event, counts[event]);
  await db.schema.dropTable('alias_names');
  await db.schema.alterTable('aliases', (t) => t.dropColumn('search_key'));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('aliases', (t) => t.text('search_key').notNullable().defaultTo(''));
  await db.raw(`create table alias_names (
    id integer primary key, ean text not null, key text not null, weighed boolean not null)`);
  await db.raw('insert into alias_names select id, ean, search_key, weighed from aliases');
  await db.raw('create index alias_names_key on alias_names using gin (key gin_trgm_ops)');
  await db.raw('create index alias_names_ean on alias_names (ean text_pattern_ops) include (weighed)');
  for (const event of events) await replace(db, event, `${follows[event]}; ${counts[event]}`);
}
