import type { Knex } from 'knex';
import { codesFunction } from './050-catalogue.ts';
import { MATCHED_CODES } from './097-item-matches.ts';
import { takeFunction } from './106-product-codes.ts';

/** Remembers also how many each code meant when it was given: {packs: {code: pack}} of `items.catalogue`. */
const TAKE = takeFunction('create or replace', {
  packs: ', jsonb_object_agg(w.code, w.pack) as packs',
  remembered: `
               || jsonb_build_object('packs', coalesce(i.catalogue -> 'packs', '{}') || w.packs)`,
});

/**
 * The codes that the catalogue gave to items which still have them, each with the barcode that it came by, how many it means
 * there and how many it meant when it was given: null where that was before this was remembered. One that a person has attached
 * since is that person's.
 */
const GIVEN = `
  create function catalogue_given_codes()
  returns table (code text, pack integer, given integer, by text) language sql stable as $$
    select c.code ->> 'ean', (c.code ->> 'pack')::int, (i.catalogue -> 'packs' ->> (c.code ->> 'ean'))::int,
           i.catalogue -> 'codes' ->> (c.code ->> 'ean')
      from items i cross join jsonb_array_elements(i.codes) c(code)
     where i.deleted_at is null and i.codes <> '[]' and i.catalogue -> 'codes' ? (c.code ->> 'ean')
       and not exists (select from attached_codes a
                        where a.ean = c.code ->> 'ean' and a.item_id = i.id and a.accepted is not false)
  $$`;

/**
 * Corrects what the catalogue gave ([{code, was, pack}]): the code means `pack` from now on, or with null the item has it no
 * more. A code that does not mean what it `was` any more has been changed by a person meanwhile, and stays. One that is taken
 * away is not remembered: the catalogue may give it again. Returns the items that differ; with `dry` it only reports them.
 */
const CORRECT = `
  create function correct_product_codes(given jsonb, dry boolean, out corrected integer[]) language plpgsql as $$
  declare wrong integer[];
  begin
    select coalesce(array_agg(distinct i.id), '{}') into wrong
      from jsonb_to_recordset(given) t(code text, was integer)
      join items i on i.deleted_at is null and i.codes <> '[]' and i.catalogue -> 'codes' ? t.code
       and i.codes @> jsonb_build_array(jsonb_build_object('ean', t.code, 'pack', t.was));
    corrected := wrong;
    if dry or wrong = '{}' then return; end if;
    perform pg_advisory_xact_lock(hashtext('items.codes'));
    perform from items i where i.id = any(wrong) order by i.id for update;
    with told as (
      select i.id, t.code, t.pack
        from jsonb_to_recordset(given) t(code text, was integer, pack integer)
        join items i on i.id = any(wrong) and i.deleted_at is null and i.catalogue -> 'codes' ? t.code
         and i.codes @> jsonb_build_array(jsonb_build_object('ean', t.code, 'pack', t.was))
    ), of_items as (
      select t.id, array_agg(t.code) filter (where t.pack is null) as gone,
             coalesce(jsonb_object_agg(t.code, t.pack) filter (where t.pack is not null), '{}') as packs
        from told t group by t.id
    ), written as (
      update items i
         set updated_at = now(),
             codes = coalesce((
               select jsonb_agg(case when o.packs ? (c.code ->> 'ean')
                                     then c.code || jsonb_build_object('pack', o.packs -> (c.code ->> 'ean')) else c.code end
                                order by c.at)
                 from jsonb_array_elements(i.codes) with ordinality c(code, at)
                where (c.code ->> 'ean' = any(o.gone)) is not true), '[]'),
             catalogue = i.catalogue || jsonb_build_object(
               'codes', (i.catalogue -> 'codes') - coalesce(o.gone, '{}'),
               'packs', (coalesce(i.catalogue -> 'packs', '{}') || o.packs) - coalesce(o.gone, '{}'))
        from of_items o where o.id = i.id returning i.id)
    select coalesce(array_agg(w.id order by w.id), '{}') into corrected from written w;
  end $$`;

/**
 * An item is newer than `after` by when it came to be: a file's rows have their ids from its preview, and come in much later.
 * All items of one file came at one moment; their ids tell which of them was told of.
 */
const IS_NEWER = `(select (n.created_at, n.id) > (o.created_at, o.id)
                       from items n left join items o on o.id = after where n.id = u.id) is not false`;

/** A push corrects what it has given, and looks at every item once. */
export async function up(db: Knex): Promise<void> {
  for (const statement of [TAKE, GIVEN, CORRECT, codesFunction(MATCHED_CODES, IS_NEWER)])
    await db.raw(statement.replaceAll('?', '\\?'));
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['correct_product_codes', 'catalogue_given_codes']) await db.raw(`drop function ${name}`);
  for (const statement of [takeFunction('create or replace'), codesFunction(MATCHED_CODES)])
    await db.raw(statement.replaceAll('?', '\\?'));
}
