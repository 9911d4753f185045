import type { Knex } from 'knex';

/**
 * Computes which names ([{ean, names}]: all that the platform knows for this tenant) the items have to have by their
 * barcodes and their matches. Returns the items whose names differ; null means none. A case's barcode names no bottle.
 */
const NAMES = `
  create function catalogue_names(given jsonb)
  returns table (id integer, alias_names jsonb) language sql stable as $$
    with aliases as (
      select g.ean, g.names from jsonb_to_recordset(given) g(ean text, names jsonb)
    ), uses as (
      select i.id, a.* from aliases a join items i on i.ean = a.ean
      union all
      select i.id, a.* from aliases a join items i on i.alias_ean = a.ean
      union all
      select i.id, a.* from aliases a
        join items i on i.codes <> '[]' and i.codes @> jsonb_build_array(jsonb_build_object('ean', a.ean, 'pack', 1))
    ), wanted as (
      select u.id, jsonb_object_agg(u.ean, u.names) as names from uses u group by u.id
    )
    select i.id, w.names from items i left join wanted w on w.id = i.id
     where i.deleted_at is null and i.alias_names is distinct from w.names
  $$`;

/**
 * Gives items the names of their aliases in place of those that they had, or with `dry` only reports whose would change.
 * When nothing differs, nothing is locked or written. Rows are locked in the order of their ids.
 */
const TAKE_NAMES = `
  create function take_alias_names(given jsonb, dry boolean, out named integer[]) language plpgsql as $$
  begin
    select coalesce(array_agg(n.id order by n.id), '{}') into named from catalogue_names(given) n;
    if dry or named = '{}' then return; end if;
    perform from items i where i.id = any(named) order by i.id for update;
    with written as (
      update items i set alias_names = n.alias_names, updated_at = now()
        from catalogue_names(given) n where n.id = i.id and i.id = any(named) returning i.id)
    select coalesce(array_agg(w.id order by w.id), '{}') into named from written w;
  end $$`;

/** What owners call the products that items are. One implementation in SQL, as for pushes of facts (050). */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('items', (t) => {
    t.jsonb('alias_names').comment(
      '{barcode of an alias: the names that owners call it}; of a barcode that went: ignored',
    );
  });
  for (const statement of [NAMES, TAKE_NAMES]) await db.raw(statement.replaceAll('?', '\\?'));
}

export async function down(db: Knex): Promise<void> {
  for (const name of ['take_alias_names', 'catalogue_names']) await db.raw(`drop function ${name}`);
  await db.schema.alterTable('items', (t) => t.dropColumn('alias_names'));
}
