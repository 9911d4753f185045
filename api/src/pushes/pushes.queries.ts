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
  /** Up to which change of names it has the names. */
  names: number;
}

/** What a push would bring the tenant up to where `revision` is the catalogue's. */
interface Lacking extends Served {
  /** The last change of names that count for the tenant. */
  latestNames: number;
}

const OWNERS_OTHERS = 'select max(o.names_changed) from tenants o where o.owner_id = t.owner_id and o.id <> t.id';

export async function findServed(trx: Knex.Transaction, id: string): Promise<Lacking> {
  const { rows } = await trx.raw(
    `select d.oid::bigint as database,
            case when d.oid = t.alias_database then t.alias_revision else 0 end as revision,
            case when d.oid = t.alias_database then t.alias_item else 0 end as item,
            case when d.oid = t.alias_database then t.names_served else 0 end as names,
            coalesce(greatest((select max(changed) from alias_synonyms), (${OWNERS_OTHERS})), 0) as "latestNames"
       from tenants t left join pg_database d on d.datname = t.id where t.id = ?`,
    [id],
  );
  return rows[0];
}

export async function setServed(trx: Knex.Transaction, id: string, served: Served): Promise<void> {
  await trx('tenants').where({ id }).update({
    alias_revision: served.revision,
    alias_item: served.item,
    alias_database: served.database,
    names_served: served.names,
  });
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
  /** The number of catalogue changes, names among them, that some tenant lacks. */
  pending: number;
  pendingVenues: number;
}

/** Tells whether a tenant `v` lacks names that its owner's other tenant `o` uses. */
const LACKS_NAMES = `o.owner_id = v.owner_id and o.id <> v.id and o.names_changed > 0 and case
  when v.names is null then exists (select from tenant_matches m where m.tenant_id = o.id and m.at > v.created_at)
  else o.names_changed > v.names end`;

/**
 * Counts the changes that active and suspended tenants lack. A tenant that no push has reached, or whose database has
 * been replaced, counts from its creation. Without tenants it counts the changes that no push has sent.
 */
export async function countPending(db: Db): Promise<PendingPush> {
  const { rows } = await db.raw(
    `with newest as (select revision, at from alias_revisions order by revision desc limit 1),
     synonyms as (select changed, decided_at from alias_synonyms where changed > 0),
     newest_synonym as (select max(changed) as changed, max(decided_at) as at from synonyms),
     venues as (
       select t.id, t.owner_id, t.created_at, case when d.oid = t.alias_database then t.alias_revision end as served,
              case when d.oid = t.alias_database then t.names_served end as names
         from tenants t left join pg_database d on d.datname = t.id where t.status in ('active', 'suspended')),
     had as (
       select (select revision from alias_revisions
                where at <= (select min(created_at) from venues where served is null)
                order by revision desc limit 1) as made_with,
              (select min(served) from venues) as served,
              (select min(names) from venues) as names,
              (select min(created_at) from venues where served is null) as oldest,
              (select max(revision) from alias_pushes) as sent,
              (select count(*) from venues) as venues,
              (select count(*) from venues where served is null) as unserved),
     behind as (
       select v.id from venues v cross join newest_synonym n left join newest on true
        where case when v.served is null then v.created_at < newest.at or v.created_at < n.at
                   else v.served < newest.revision or v.names < n.changed end
           or exists (select from tenants o where ${LACKS_NAMES}))
     select (select count(*)::int from alias_revisions, had where revision > case
               when had.venues = 0 then coalesce(had.sent, 0)
               when had.unserved = 0 then had.served
               else least(coalesce(had.made_with, 0), had.served) end)
            + (select count(*)::int from synonyms, had where changed > had.names or decided_at > had.oldest)
            + (select count(distinct o.id)::int from venues v join tenants o on ${LACKS_NAMES}) as pending,
            (select count(*)::int from behind) as "pendingVenues"`,
  );
  return rows[0];
}

export async function insertPush(db: Db, revision: number, at: Date): Promise<void> {
  await db('alias_pushes').insert({ revision, at }).onConflict('revision').ignore();
}
