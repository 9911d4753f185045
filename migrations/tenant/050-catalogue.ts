import type { Knex } from 'knex';

export const FIELDS = ['volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml'];
const each = (text: (field: string) => string): string => FIELDS.map(text).join(', ');

/** Matches barcodes of one bottle: a case's barcode says nothing about the bottle in it. */
const SINGLE = `(c.code ->> 'pack')::int = 1`;

/** The rank of an alias that is no code of the item: it comes after all of its codes. */
export const NOWHERE = 1000;

/**
 * The barcodes of items that are not deleted; `fresh` is true when an item is newer than `after`, as `isNewer` tells.
 * `more` selects further (id, ean).
 */
export const codesFunction = (more = '', isNewer = 'u.id > after'): string => `
  create or replace function catalogue_codes(after integer)
  returns table (ean text, fresh boolean) language sql stable as $$
    select u.ean, bool_or(${isNewer}) from (
      select i.id, i.ean from items i where i.deleted_at is null and i.ean is not null
      union all
      select i.id, c.code ->> 'ean' from items i, jsonb_array_elements(i.codes) c(code)
       where i.deleted_at is null and i.codes <> '[]' and ${SINGLE}
      ${more}) u
     group by u.ean
  $$`;

/**
 * Computes how the given aliases ([{ean, volume_ml, …}]) change the items that use them. The catalogue may write a
 * field that is empty or still holds what the catalogue wrote last. When an item has several aliases, the one of its
 * main barcode comes first, then those of its further ones in their order. A value that an alias no longer has is
 * removed if it came from that alias. Weights that would make a full bottle lighter than an empty one are left
 * unchanged. `more` selects further (id, rank, a.*) of items that use an alias `a`.
 */
export const effectsFunction = (more = ''): string => `
  create or replace function catalogue_effects(given jsonb)
  returns table (id integer, ${each((field) => `${field} numeric`)}, catalogue jsonb, differs boolean)
  language sql stable as $$
    with aliases as (
      select g.ean,
             case when g.volume_ml between 1 and 1000000 then g.volume_ml end as volume_ml,
             case when round(g.weight_empty_g, 1) between 0.1 and 100000 then round(g.weight_empty_g, 1) end as weight_empty_g,
             case when round(g.weight_full_g, 1) between 0.1 and 100000 then round(g.weight_full_g, 1) end as weight_full_g,
             case when g.density_g_per_ml between 0.5 and 2 then round(g.density_g_per_ml, 4) end as density_g_per_ml
        from jsonb_to_recordset(given) g(ean text, ${each((field) => `${field} numeric`)})
    ), uses as (
      select i.id, 0 as rank, a.* from aliases a join items i on i.ean = a.ean and i.deleted_at is null
      union all
      select i.id, c.rank::int, a.* from aliases a
        join items i on i.deleted_at is null and i.codes <> '[]'
                    and i.codes @> jsonb_build_array(jsonb_build_object('ean', a.ean))
       cross join jsonb_array_elements(i.codes) with ordinality c(code, rank)
       where c.code ->> 'ean' = a.ean and ${SINGLE}
      ${more}
    ), said as (
      select u.id, u.rank, u.ean, f.field, f.value
        from uses u cross join lateral (values ${each((field) => `('${field}', u.${field})`)}) f(field, value)
    ), best as (
      select distinct on (s.id, s.field) s.* from said s where s.value is not null order by s.id, s.field, s.rank
    ), held as (
      select i.id, f.field, f.value,
             f.value = (i.catalogue -> f.field ->> 0)::numeric as ours,
             exists (select from said s where s.id = i.id and s.field = f.field and s.value is null
                        and s.ean = i.catalogue -> f.field ->> 1) as unsaid,
             case when i.catalogue -> f.field ->> 1 = i.ean then 0
                  else coalesce((select c.rank::int from jsonb_array_elements(i.codes) with ordinality c(code, rank)
                                  where c.code ->> 'ean' = i.catalogue -> f.field ->> 1), ${NOWHERE}) end as rank
        from items i cross join lateral (values ${each((field) => `('${field}', i.${field}::numeric)`)}) f(field, value)
       where i.id in (select u.id from uses u)
    ), decided as (
      select h.id, h.field, h.value as before, b.ean,
             case when b.value is not null and (h.value is null or h.ours and (h.unsaid or b.rank <= h.rank)) then b.value
                  when h.ours and h.unsaid then null
                  else h.value end as value
        from held h left join best b on b.id = h.id and b.field = h.field
    ), allowed as (
      select d.id, d.field, d.before, d.ean,
             case when d.field like 'weight%'
                   and max(d.value) filter (where d.field = 'weight_full_g') over item
                    <= max(d.value) filter (where d.field = 'weight_empty_g') over item
                  then d.before else d.value end as value
        from decided d window item as (partition by d.id)
    ), effects as (
      select a.id, ${each((field) => `max(a.value) filter (where a.field = '${field}') as ${field}`)},
             coalesce(jsonb_object_agg(a.field, jsonb_build_array(a.value, a.ean))
               filter (where a.value is not null and a.value is distinct from a.before), '{}') as written,
             coalesce(array_agg(a.field) filter (where a.value is null), '{}') as emptied,
             bool_or(a.value is distinct from a.before) as differs
        from allowed a group by a.id
    )
    select e.id, ${each((field) => `e.${field}`)}, coalesce(i.catalogue, '{}') - e.emptied || e.written, e.differs
      from effects e join items i on i.id = e.id
  $$`;

/**
 * Applies the aliases to the items, or with `dry` only reports what would change. When nothing differs, nothing is
 * locked or written. Rows are locked in the order of their ids, as in every writer of many rows.
 */
const TAKE = `
  create function take_aliases(given jsonb, dry boolean, out used integer, out updated integer[]) language plpgsql as $$
  begin
    select count(*), coalesce(array_agg(e.id order by e.id) filter (where e.differs), '{}')
      into used, updated from catalogue_effects(given) e;
    if dry or updated = '{}' then return; end if;
    perform from items i where i.id = any(updated) order by i.id for update;
    with written as (
      update items i set ${each((field) => `${field} = e.${field}`)}, catalogue = e.catalogue, updated_at = now()
        from catalogue_effects(given) e where e.id = i.id and e.differs and i.id = any(updated) returning i.id)
    select coalesce(array_agg(w.id order by w.id), '{}') into updated from written w;
  end $$`;

/** One implementation in SQL for the tenant and for the platform, which calls it without waking a sleeping tenant. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => {
    t.jsonb('catalogue').comment('{field: [what the global catalogue wrote last, by which barcode]}');
  });
  for (const statement of [codesFunction(), effectsFunction(), TAKE]) await db.raw(statement.replaceAll('?', '\\?'));
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop function take_aliases');
  await db.raw('drop function catalogue_effects');
  await db.raw('drop function catalogue_codes');
  await db.schema.alterTable('items', (t) => t.dropColumn('catalogue'));
}
