/** A later list of a source, held against what its earlier lists have written: the revisions know who wrote what. */
import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';

const differ = (name: string): string => `r.before->'${name}' is distinct from r.after->'${name}'`;
const changedField = (name: string, isChanged = differ(name)): string =>
  `case when r.before is null or ${isChanged} then '${name}' end`;

/** The fields that a revision has changed; the first one wrote them all. The product and the pack are one. */
const changed = [
  ...aliasFieldNames.filter((name) => name !== 'ean').map((name) => changedField(name)),
  changedField('product_id', `${differ('product_id')} or ${differ('pack')}`),
].join(', ');

/**
 * `kept_fields` has, of each alias that the staged rows are of, the fields that others than these imports wrote last,
 * and `removed_codes` the codes of aliases that were deleted by hand.
 */
export async function findKept(trx: Knex.Transaction, imports: string[]): Promise<void> {
  await trx.raw(
    `create temporary table kept_fields on commit drop as
       with shared as (
         select distinct a.id from import_rows s join aliases a on a.ean = s.ean
           join alias_revisions r on r.alias_id = a.id
          where r.import_id is null or r.import_id <> all(:imports::uuid[])),
       latest as (
         select distinct on (r.alias_id, f.name) r.alias_id, f.name, r.import_id, r.before is null as is_first
           from alias_revisions r cross join lateral unnest(array[${changed}]) f(name)
          where r.alias_id in (select id from shared) and f.name is not null
          order by r.alias_id, f.name, r.revision desc)
       select l.alias_id, array_agg(l.name) as fields from latest l join aliases a on a.id = l.alias_id
        where (l.import_id is null or l.import_id <> all(:imports::uuid[]))
          and not (l.is_first and to_jsonb(a)->l.name = 'null')
        group by l.alias_id`,
    { imports },
  );
  await trx.raw(`create temporary table removed_codes on commit drop as
    select distinct ean from alias_revisions where action = 'deleted'`);
  await trx.raw('analyze kept_fields, removed_codes');
}

/** Facts that a new code inherits from the one that the source has given up; of the weights both or none. */
const weights = ['weight_empty_g', 'weight_full_g'];
const inherited = aliasFieldNames.filter((name) => !['ean', 'description', ...weights].includes(name));
const inherits = [
  ...inherited.map((name) => `${name} = coalesce(c.${name}, a.${name})`),
  ...weights.map(
    (name) =>
      `${name} = case when c.weight_empty_g is null and c.weight_full_g is null then a.${name} else c.${name} end`,
  ),
].join(', ');

/** A name as it is compared: a list of the same source writes it the same but for signs and capitals. */
const nameOf = (table: string): string =>
  `trim(regexp_replace(lower(${table}.description), '[^[:alnum:]]+', ' ', 'g'))`;

/**
 * `gone_aliases` has what these imports wrote and the list has no more; `recoded_rows` the new rows whose name is that
 * of one gone alias. Such a row gets the facts of that alias that the list does not give.
 */
export async function findGone(trx: Knex.Transaction, imports: string[]): Promise<void> {
  await trx.raw(
    `create temporary table gone_aliases on commit drop as
       select a.id, a.ean, a.description, ${nameOf('a')} as name from aliases a
        where a.id in (select alias_id from alias_revisions where import_id = any(:imports::uuid[]) and action = 'imported')
          and not exists (select from import_changes c where c.ean = a.ean)`,
    { imports },
  );
  await trx.raw('analyze gone_aliases');
  await trx.raw(`create temporary table recoded_rows on commit drop as
    select row, id, ean, description
      from (select c.row, g.id, g.ean, g.description, count(*) over (partition by g.name) as alike
              from gone_aliases g join import_changes c on ${nameOf('c')} = g.name and c.action = 'create') p
     where alike = 1`);
  await trx.raw(`update import_changes c
    set ${inherits}, words = array(select distinct unnest(c.words || n.words))
    from recoded_rows r join aliases a on a.id = r.id join alias_name_words n on n.id = a.id where c.row = r.row`);
}

/** How a later list differs from the earlier ones of its source. */
export interface LaterList {
  renamed: number;
  /** Rows of a new code and the name of one that is gone. */
  recoded: number;
  /** Rows of which a field stays as somebody else has written it. */
  kept: number;
  /** Aliases of the earlier lists, without those under a new code; they stay in the catalogue. */
  gone: number;
  sampleOfRecoded: { row: number; name: string; before: string; ean: string }[];
  sampleOfGone: { ean: string; name: string }[];
}

/** Sums up what `findGone` and `compareRows` have found, with the first so many of each. */
export async function laterList(trx: Knex.Transaction, most: number): Promise<LaterList> {
  const stillGone = trx('gone_aliases').whereNotIn('id', trx('recoded_rows').select('id'));
  const { rows } = await trx.raw(`select
    (select count(*)::integer from import_changes c join aliases a on a.id = c.id
      where c.action = 'update' and c.description is distinct from a.description) as renamed,
    (select count(*)::integer from recoded_rows) as recoded,
    (select count(*)::integer from import_changes where kept and action in ('update', 'unchanged')) as kept`);
  const [counted] = await stillGone.clone().count({ gone: '*' });
  return {
    ...rows[0],
    gone: Number(counted?.gone),
    sampleOfRecoded: await trx('recoded_rows as r')
      .join('import_changes as c', 'c.row', 'r.row')
      .orderBy('r.row')
      .limit(most)
      .select('r.row', 'c.description as name', 'r.ean as before', 'c.ean'),
    sampleOfGone: await stillGone.clone().orderBy('description').limit(most).select('ean', 'description as name'),
  };
}
