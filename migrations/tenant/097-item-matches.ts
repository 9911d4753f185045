import type { Knex } from 'knex';
import { codesFunction, effectsFunction, FIELDS, NOWHERE } from './050-catalogue.ts';

/** The barcodes of the products that items were matched with: another item may have the barcode itself. */
export const MATCHED_CODES = `
      union all
      select i.id, i.alias_ean from items i where i.deleted_at is null and i.alias_ean is not null`;
const MATCHED_USES = `
      union all
      select i.id, ${NOWHERE - 1}, a.* from aliases a join items i on i.alias_ean = a.ean and i.deleted_at is null`;

/** Items that nobody has matched yet, drinks first, with every barcode that they have. */
const UNMATCHED = `
  create function catalogue_unmatched(most integer)
  returns table (id integer, name text, article text, volume_ml integer, eans text[]) language sql stable as $$
    select i.id, i.name, i.article, i.volume_ml,
           array(select e from (select i.ean union all select c ->> 'ean' from jsonb_array_elements(i.codes) c) u(e)
                  where e is not null)
      from items i
     where i.deleted_at is null and i.matched_at is null
     order by array_position(array['strong', 'wine', 'soft', 'other'], i."group"), i.search_name, i.id
     limit most
  $$`;

/** The condition that the field still has what the catalogue wrote by the code of the match. */
const written = (field: string): string =>
  `not m.own and i.catalogue -> '${field}' ->> 1 = i.alias_ean and (i.catalogue -> '${field}' ->> 0)::numeric = i.${field}`;

/**
 * Takes matches back: the link, the barcode that came with it, and the facts that the catalogue has written by it since.
 * What a person has changed stays. `codesStay` is what more a further barcode has to meet to stay, `codes` what of
 * `items.catalogue` tells of further barcodes: 106 gives them.
 */
export const unmatchFunction = (create: string, { codesStay = '', codes = '' } = {}): string => `
  ${create} function unmatch_items(given integer[], out undone integer[]) language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtext('items.codes'));
    perform from items i where i.id = any(given) and i.matched_at is not null order by i.id for update;
    with matches as (
      select i.id, i.catalogue -> 'ean' ->> 0 as given_ean,
             i.alias_ean is distinct from i.catalogue -> 'ean' ->> 0
               and (i.ean is not distinct from i.alias_ean
                 or i.codes @> jsonb_build_array(jsonb_build_object('ean', i.alias_ean))) as own
        from items i where i.id = any(given) and i.matched_at is not null
    ), written as (
      update items i
         set alias_ean = null, matched_at = null, updated_at = now(),
             ean = case when i.ean = m.given_ean then null else i.ean end,
             codes = coalesce((select jsonb_agg(c.code order by c.at) from jsonb_array_elements(i.codes) with ordinality c(code, at)
                                where c.code ->> 'ean' is distinct from m.given_ean${codesStay}), '[]'),
             ${FIELDS.map((field) => `${field} = case when ${written(field)} then null else i.${field} end`).join(', ')},
             catalogue = i.catalogue - 'ean' - array(
               select w.field from jsonb_each(i.catalogue) w(field, value) where not m.own and w.value ->> 1 = i.alias_ean)${codes}
        from matches m where m.id = i.id returning i.id)
    select coalesce(array_agg(w.id order by w.id), '{}') into undone from written w;
  end $$`;

/** The most barcodes that an item has beside its main one. */
const MOST_CODES = 20;

/**
 * Matches items with products of the catalogue ([{id, ean}]; without `ean` the catalogue does not have it), in place of
 * what they were matched with before. An item gets the product's barcode unless another item has it; of several items
 * with one product the first gets it. Call take_aliases with the products' facts afterwards.
 */
const MATCH = `
  create function match_items(given jsonb, out matched integer[]) language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(hashtext('items.codes'));
    perform from items i where i.id in (select g.id from jsonb_to_recordset(given) g(id integer)) order by i.id for update;
    perform unmatch_items(array(select g.id from jsonb_to_recordset(given) g(id integer)));
    with asked as (
      select distinct on (g.id) g.id, g.ean from jsonb_to_recordset(given) g(id integer, ean text)
    ), takers as (
      select distinct on (a.ean) a.id, a.ean from asked a join items i on i.id = a.id and i.deleted_at is null
       where a.ean is not null and jsonb_array_length(i.codes) < ${MOST_CODES}
         and not exists (select from items o where o.deleted_at is null and (o.ean = a.ean
                or o.codes <> '[]' and o.codes @> jsonb_build_array(jsonb_build_object('ean', a.ean))))
       order by a.ean, i.ean is not null, a.id
    ), written as (
      update items i
         set alias_ean = a.ean, matched_at = now(), updated_at = now(),
             ean = case when t.id is not null and i.ean is null then a.ean else i.ean end,
             codes = case when t.id is not null and i.ean is not null
                          then i.codes || jsonb_build_array(jsonb_build_object('ean', a.ean, 'pack', 1)) else i.codes end,
             catalogue = case when t.id is null then i.catalogue
                              else coalesce(i.catalogue, '{}') || jsonb_build_object('ean', jsonb_build_array(a.ean, a.ean)) end
        from asked a left join takers t on t.id = a.id
       where i.id = a.id and i.deleted_at is null returning i.id)
    select coalesce(array_agg(w.id order by w.id), '{}') into matched from written w;
  end $$`;

/** What an owner says of which product of the catalogue an item is. One implementation in SQL, as for pushes (050). */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => {
    t.text('alias_ean').comment('the barcode of the catalogue’s product that the item was matched with');
    t.timestamp('matched_at').comment('with no alias_ean: the catalogue does not have the product');
  });
  await db.raw('create index items_alias_ean on items (alias_ean) where alias_ean is not null');
  const functions = [
    codesFunction(MATCHED_CODES),
    effectsFunction(MATCHED_USES),
    UNMATCHED,
    unmatchFunction('create'),
    MATCH,
  ];
  for (const statement of functions) await db.raw(statement.replaceAll('?', '\\?'));
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['match_items', 'unmatch_items', 'catalogue_unmatched']) await db.raw(`drop function ${name}`);
  for (const statement of [codesFunction(), effectsFunction()]) await db.raw(statement.replaceAll('?', '\\?'));
  await db.schema.alterTable('items', (t) => t.dropColumns('alias_ean', 'matched_at'));
}
