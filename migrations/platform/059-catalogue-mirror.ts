import type { Knex } from 'knex';

/** Lists of a long catalogue are counted in memory: only the totals of aliases and changes are still counted here. */
const LEFT = `of = 'id' or of like 'revision:%'`;

const nullable = ['brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g'];
const letters = 'abcdefghijklmnopqrstuvwxyz';

/** How many rows of `from` have a value in each column. */
const columnSums = (columns: string[], sign: string, from: string): string =>
  columns
    .map((c) => `select '${c}' of, ${sign}count(${c}) n, ${sign}count(${c}) filter (where weighed) w from ${from}`)
    .join(' union all ');
const letterSums = (sign: string, from: string): string =>
  `select 'has:' || l, ${sign}count(search_key) n, ${sign}count(search_key) filter (where weighed) w
     from unnest(string_to_array('${letters}', null)) l left join ${from} on strpos(search_key, l) > 0 group by l`;

const onlyTotal = (sign: string, from: string): string => columnSums(['id'], sign, from);
const everything = (sign: string, from: string): string =>
  `${columnSums(['id', ...nullable], sign, from)} union all ${letterSums(sign, from)}`;

const pairs = `
  select 'has:' || pair, count(*), count(*) filter (where weighed)
    from (select distinct id, weighed, substr(key, at, 2) as pair
            from alias_names, generate_series(1, length(key) - 1) as at) p
   where pair ~ '^[a-z0-9]{2}$' group by pair`;

async function follow(db: Knex, sums: (sign: string, from: string) => string): Promise<void> {
  const count = (deltas: string): string => `update alias_counts c set total = total + d.n, weighed = c.weighed + d.w
      from (select of, sum(n) n, sum(w) w from (${deltas}) s group by of having sum(n) <> 0 or sum(w) <> 0) d
     where c.of = d.of`;
  const replace = (event: string, body: string): Knex.Raw =>
    db.raw(`create or replace function aliases_${event}ed() returns trigger language plpgsql as $$
      begin ${body}; return null; end $$`);
  await replace(
    'insert',
    `insert into alias_names select id, ean, search_key, weighed from added; ${count(sums('', 'added'))}`,
  );
  await replace('delete', `delete from alias_names where id in (select id from gone); ${count(sums('-', 'gone'))}`);
  await replace(
    'update',
    `update alias_names n set ean = a.ean, key = a.search_key, weighed = a.weighed from added a
      where n.id = a.id and (n.ean, n.key, n.weighed) is distinct from (a.ean, a.search_key, a.weighed);
     ${count(`${sums('', 'added')} union all ${sums('-', 'gone')}`)}`,
  );
}

export async function up(db: Knex): Promise<void> {
  await follow(db, onlyTotal);
  await db.raw(`delete from alias_counts where not (${LEFT})`);
}

export async function down(db: Knex): Promise<void> {
  await follow(db, everything);
  await db.raw(
    `insert into alias_counts ${columnSums(nullable, '', 'aliases')} union all ${letterSums('', 'aliases')}`,
  );
  await db.raw(`insert into alias_counts ${pairs}`);
}
