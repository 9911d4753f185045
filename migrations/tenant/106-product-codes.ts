import type { Knex } from 'knex';
import { NOWHERE } from './050-catalogue.ts';
import { unmatchFunction } from './097-item-matches.ts';

/** The most barcodes that an item has beside its main one. */
const MOST_CODES = 20;

/**
 * Computes which other codes of their products items get. `given` has, by a barcode of the tenant's, the codes of the
 * product ([{ean, codes: [{ean, pack}]}]). A code that an item has stays there; one that an item was given and has no more,
 * or that an administrator has taken away from it, was removed by a person and is not given again. Of several items the one
 * whose main barcode is the product's gets it, then the one that was added first.
 */
const WANTED = `
  create function catalogue_wanted_codes(given jsonb)
  returns table (id integer, code text, pack integer, by text) language sql stable as $$
    with known as (
      select g.ean, c.code ->> 'ean' as code, (c.code ->> 'pack')::int as pack
        from jsonb_to_recordset(given) g(ean text, codes jsonb) cross join jsonb_array_elements(g.codes) c(code)
    ), uses as (
      select i.id, 0 as rank, k.* from known k join items i on i.ean = k.ean and i.deleted_at is null
      union all
      select i.id, 1, k.* from known k join items i on i.deleted_at is null and i.codes <> '[]'
        and i.codes @> jsonb_build_array(jsonb_build_object('ean', k.ean))
      union all
      select i.id, ${NOWHERE}, k.* from known k join items i on i.alias_ean = k.ean and i.deleted_at is null
    ), takers as (
      select distinct on (u.code) u.* from uses u order by u.code, u.rank, u.id
    ), free as (
      select t.*, jsonb_array_length(i.codes) as had, row_number() over (partition by t.id order by t.pack, t.code) as at
        from takers t join items i on i.id = t.id
       where not exists (select from items o where o.deleted_at is null and (o.ean = t.code
                or o.codes <> '[]' and o.codes @> jsonb_build_array(jsonb_build_object('ean', t.code))))
         and i.catalogue -> 'codes' -> t.code is null
         and not exists (select from attached_codes a where a.ean = t.code and a.item_id = t.id and not a.accepted)
    )
    select f.id, f.code, f.pack, f.ean from free f where f.had + f.at <= ${MOST_CODES}
  $$`;

/**
 * Gives items the codes, or with `dry` only reports which would get some. When there are none, nothing is locked or
 * written. What was given is remembered in `items.catalogue`: {codes: {code: the barcode that it came by}}. `packs` is what
 * more is read of what an item gets, `remembered` what more of it is written there: 135 gives them.
 */
export const takeFunction = (create: string, { packs = '', remembered = '' } = {}): string => `
  ${create} function take_product_codes(given jsonb, dry boolean, out coded integer[]) language plpgsql as $$
  begin
    select coalesce(array_agg(distinct w.id), '{}') into coded from catalogue_wanted_codes(given) w;
    if dry or coded = '{}' then return; end if;
    perform pg_advisory_xact_lock(hashtext('items.codes'));
    perform from items i where i.id = any(coded) order by i.id for update;
    with wanted as (
      select w.id, jsonb_agg(jsonb_build_object('ean', w.code, 'pack', w.pack) order by w.pack, w.code) as codes,
             jsonb_object_agg(w.code, w.by) as given${packs}
        from catalogue_wanted_codes(given) w where w.id = any(coded) group by w.id
    ), written as (
      update items i
         set codes = i.codes || w.codes, updated_at = now(),
             catalogue = coalesce(i.catalogue, '{}')
               || jsonb_build_object('codes', coalesce(i.catalogue -> 'codes', '{}') || w.given)${remembered}
        from wanted w where w.id = i.id returning i.id)
    select coalesce(array_agg(w.id order by w.id), '{}') into coded from written w;
  end $$`;

/** The code came by the match that is taken back, and not by a barcode that the item has itself. */
const came = (code: string): string => `(not m.own and i.catalogue -> 'codes' ->> (${code}) = i.alias_ean)`;

/** Takes back with a match also the codes that came by it. */
const UNMATCH = unmatchFunction('create or replace', {
  codesStay: ` and ${came(`c.code ->> 'ean'`)} is not true`,
  codes: `
               || case when i.catalogue -> 'codes' is null then '{}' else jsonb_build_object('codes', coalesce(
                    (select jsonb_object_agg(g.code, g.by) from jsonb_each_text(i.catalogue -> 'codes') g(code, by)
                      where ${came('g.code')} is not true), '{}')) end`,
});

/** The other codes of a product as the catalogue knows them. One implementation in SQL, as for pushes of facts (050). */
export async function up(db: Knex): Promise<void> {
  for (const statement of [WANTED, takeFunction('create'), UNMATCH]) await db.raw(statement.replaceAll('?', '\\?'));
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['take_product_codes', 'catalogue_wanted_codes']) await db.raw(`drop function ${name}`);
  await db.raw(unmatchFunction('create or replace').replaceAll('?', '\\?'));
}
