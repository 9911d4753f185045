import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SentAlias } from '@ostatok/tenant-runtime/contract/internal.ts';

export interface LivingVenue {
  id: string;
  subdomain: string;
  display_name: string;
}

export const listLivingVenues = (db: Db): Promise<LivingVenue[]> =>
  db('tenants').whereIn('status', ['active', 'suspended']).orderBy('number').select('id', 'subdomain', 'display_name');

/** What a venue was brought, as far as its present database has it. */
export interface Served {
  /** null: there is no such database. */
  database: number | null;
  revision: number;
  item: number;
}

export async function findServed(trx: Knex.Transaction, id: string): Promise<Served> {
  const { rows } = await trx.raw(
    `select d.oid::bigint as database,
            case when d.oid = t.alias_database then t.alias_revision else 0 end as revision,
            case when d.oid = t.alias_database then t.alias_item else 0 end as item
       from tenants t left join pg_database d on d.datname = t.id where t.id = ?`,
    [id],
  );
  return rows[0];
}

export async function setServed(trx: Knex.Transaction, id: string, served: Served): Promise<void> {
  await trx('tenants')
    .where({ id })
    .update({ alias_revision: served.revision, alias_item: served.item, alias_database: served.database });
}

const numberOf = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

/** Of the codes (GTIN-13) those that have an alias which changed since; of `fresh` ones all. */
export async function findChangedAliases(
  db: Db,
  codes: string[],
  since: number,
  fresh: string[],
): Promise<SentAlias[]> {
  const rows = await db('aliases')
    .whereRaw('ean = any(?)', [codes])
    .where((either) => either.where('revision', '>', since).orWhereRaw('ean = any(?)', [fresh]))
    .select('ean', 'volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml');
  return rows.map((row) => ({
    ean: row.ean,
    volume_ml: row.volume_ml,
    weight_empty_g: numberOf(row.weight_empty_g),
    weight_full_g: numberOf(row.weight_full_g),
    density_g_per_ml: numberOf(row.density_g_per_ml),
  }));
}

/** Of the catalogue's changes, those that no push has offered to every venue. */
export async function countPending(db: Db): Promise<number> {
  const pushed = db('alias_pushes').max('revision');
  const [row] = await db('alias_revisions')
    .where('revision', '>', db.raw('coalesce((?), 0)', [pushed]))
    .count({ n: '*' });
  return Number(row?.n ?? 0);
}

export async function insertPush(db: Db, revision: number, at: Date): Promise<void> {
  await db('alias_pushes').insert({ revision, at }).onConflict('revision').ignore();
}
