import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { SentAlias } from '@ostatok/tenant-runtime/contract/internal.ts';

interface LivingVenue {
  id: string;
  subdomain: string;
  display_name: string;
}

export const listLivingVenues = (db: Db): Promise<LivingVenue[]> =>
  db('tenants').whereIn('status', ['active', 'suspended']).orderBy('number').select('id', 'subdomain', 'display_name');

/** The state of a tenant's last push, as far as its present database has it. */
interface Served {
  /** Null when the database does not exist. */
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

/** Finds the aliases of these codes (GTIN-13) that changed since `since`, and all aliases of `fresh` codes. */
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

export interface PendingPush {
  /** The number of catalogue changes that some tenant lacks. */
  pending: number;
  pendingVenues: number;
}

/**
 * Counts the changes that active and suspended tenants lack. A tenant that no push has reached, or whose database has
 * been replaced, counts from its creation. Without tenants it counts the changes that no push has sent.
 */
export async function countPending(db: Db): Promise<PendingPush> {
  const { rows } = await db.raw(
    `with newest as (select revision, at from alias_revisions order by revision desc limit 1),
     venues as (
       select t.created_at, case when d.oid = t.alias_database then t.alias_revision end as served
         from tenants t left join pg_database d on d.datname = t.id where t.status in ('active', 'suspended')),
     had as (
       select (select revision from alias_revisions
                where at <= (select min(created_at) from venues where served is null)
                order by revision desc limit 1) as made_with,
              (select min(served) from venues) as served,
              (select max(revision) from alias_pushes) as sent,
              (select count(*) from venues) as venues,
              (select count(*) from venues where served is null) as unserved)
     select (select count(*)::int from alias_revisions, had where revision > case
               when had.venues = 0 then coalesce(had.sent, 0)
               when had.unserved = 0 then had.served
               else least(coalesce(had.made_with, 0), had.served) end) as pending,
            (select count(*)::int from venues, newest
              where case when served is null then created_at < newest.at else served < newest.revision end
            ) as "pendingVenues"`,
  );
  return rows[0];
}

export async function insertPush(db: Db, revision: number, at: Date): Promise<void> {
  await db('alias_pushes').insert({ revision, at }).onConflict('revision').ignore();
}
