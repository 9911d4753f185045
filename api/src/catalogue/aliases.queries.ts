import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { AliasRow } from './alias-row.ts';
import { deleteNames, writeNames } from './names.queries.ts';

export const findAlias = (db: Db, which: { id: number } | { ean: string }): Promise<AliasRow | undefined> =>
  db('aliases').where(which).first();

export const findAliases = (db: Db, column: 'id' | 'ean', values: (number | string)[]): Promise<AliasRow[]> =>
  db('aliases').whereRaw('?? = any(?)', [column, values as number[]]);

interface WrittenAlias {
  /** Set for an existing alias, and for a deleted one that is restored. */
  id?: number;
  fields: AliasFields;
  revision: number;
}

const columns = `ean, brand, category, subcategory, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml,
  alcohol_percent, description, manufacturer, country_origin, product_id, pack, revision`;
const rowsOf = (aliases: WrittenAlias[]): string =>
  JSON.stringify(aliases.map(({ id, fields, revision }) => ({ id, ...fields, revision })));

/** Throws PostgreSQL's unique violation when the catalogue already has one of the codes. */
export async function insertAliases(trx: Knex.Transaction, at: Date, aliases: WrittenAlias[]): Promise<AliasRow[]> {
  if (aliases.length === 0) return [];
  const { rows } = await trx.raw(
    `insert into aliases (id, ${columns}, created_at, updated_at)
     select coalesce(id, nextval(pg_get_serial_sequence('aliases', 'id'))), ${columns}, :at::timestamptz, :at
       from jsonb_populate_recordset(null::aliases, :rows)
     returning *`,
    { at, rows: rowsOf(aliases) },
  );
  await writeNames(trx, rows);
  return rows;
}

/** Throws PostgreSQL's unique violation when the catalogue already has one of the codes. */
export async function updateAliases(trx: Knex.Transaction, at: Date, aliases: WrittenAlias[]): Promise<AliasRow[]> {
  if (aliases.length === 0) return [];
  const { rows } = await trx.raw(
    `update aliases a set (${columns}, updated_at) = (
       ${columns
         .split(',')
         .map((name) => `r.${name.trim()}`)
         .join(', ')}, :at::timestamptz)
       from jsonb_populate_recordset(null::aliases, :rows) r where a.id = r.id
     returning a.*`,
    { at, rows: rowsOf(aliases) },
  );
  await writeNames(trx, rows);
  return rows;
}

export async function deleteAliases(trx: Knex.Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx('aliases').whereRaw('id = any(?)', [ids]).delete();
  await deleteNames(trx, ids);
}

/** Vacuums for index-only scans and analyzes for the planner. It must not run in a transaction. */
export const tidyCatalogue = (db: Knex): Knex.Raw =>
  db.raw('vacuum (analyze) aliases, alias_name_words, alias_words, alias_counts');
