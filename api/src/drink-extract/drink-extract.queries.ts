import type { Drink } from '@ostatok/kit/contract/drink-extract.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

/** The longest name of an item, which is what a name of the extract becomes. */
const LONGEST_NAME = 200;

export interface VersionRow {
  revision: number;
  version: string;
  rule: number;
  rows: number;
  size: number;
  made_at: Date;
}

export const findVersion = (db: Db, version: string): Promise<VersionRow | undefined> =>
  db('drink_extract_versions').where({ version }).first();

export const latestVersion = (db: Db): Promise<VersionRow | undefined> =>
  db('drink_extract_versions').orderBy('revision', 'desc').first();

/** The highest revision that this transaction sees: all earlier ones are in the catalogue that it sees. */
export async function seenRevision(db: Db): Promise<number> {
  const { rows } = await db.raw('select coalesce(max(revision), 0) as revision from alias_revisions');
  return rows[0].revision;
}

const CATEGORY = `concat_ws(' ', a.category, a.subcategory)`;

/** The different categories of the catalogue, each with its subcategory. */
export async function listCategories(db: Db): Promise<string[]> {
  const { rows } = await db.raw(
    `select distinct ${CATEGORY} as category from aliases a where category is not null or subcategory is not null`,
  );
  return rows.map(({ category }: { category: string }) => category);
}

/**
 * Writes into the temporary table `drink_candidates` every drink of the catalogue with its rank; 1 is the last to be
 * left out. A person's word counts most (measured weights, then an alias that somebody wrote or a venue proposed), then
 * what a Russian price list has: a name in Cyrillic, a brand, a volume. Among equals the brands with most products come
 * first. A case's code would name a bottle.
 */
export async function rankDrinks(trx: Knex.Transaction, categories: string[], kinds: string): Promise<number> {
  await trx.raw(
    `create temporary table drink_candidates on commit drop as
     select ean, name, volume_ml, row_number() over (order by trust desc, namesakes desc, ean) as rank
       from (select a.ean, left(a.description, ${LONGEST_NAME}) as name, a.volume_ml,
                    a.weighed::int * 16 + (p.alias_id is not null)::int * 8 + (a.description ~ '[А-Яа-яЁё]')::int * 4
                      + (a.brand is not null)::int * 2 + (a.volume_ml is not null)::int as trust,
                    case when a.brand is null then 0 else count(*) over (partition by a.brand) end as namesakes
               from aliases a
               left join (select distinct alias_id from alias_revisions
                           where action in ('created', 'updated', 'proposal')) p on p.alias_id = a.id
              where a.ean ~ '^[0-9]{13}$' and a.pack = 1
                and (${CATEGORY} = any(:categories)
                     or a.category is null and a.subcategory is null
                        and (a.alcohol_percent > 0
                             or a.volume_ml is not null and lower(a.description) ~ :kinds))) d`,
    { categories, kinds },
  );
  await trx.raw('create unique index on drink_candidates (ean)');
  await trx.raw('analyze drink_candidates');
  const { rows } = await trx.raw('select count(*) as total from drink_candidates');
  return rows[0].total;
}

/** The best `count` candidates by their barcodes. */
export const readCandidates = (trx: Knex.Transaction, count: number, size: number): AsyncGenerator<Drink[], void> =>
  inBatches<Drink>(
    trx,
    trx('drink_candidates').where('rank', '<=', count).orderBy('ean').select('ean', 'name', 'volume_ml as volumeMl'),
    size,
  );

/** Makes the rows of the extract the best `count` candidates; what changes is of this revision. */
export async function replaceRows(trx: Knex.Transaction, count: number, revision: number): Promise<void> {
  await trx.raw(
    `insert into drink_extract_rows as r (ean, name, volume_ml, since)
     select ean, name, volume_ml, :revision from drink_candidates where rank <= :count
     on conflict (ean) do update
       set name = excluded.name, volume_ml = excluded.volume_ml, since = excluded.since, removed = false
     where r.removed or (r.name, r.volume_ml) is distinct from (excluded.name, excluded.volume_ml)`,
    { count, revision },
  );
  await trx.raw(
    `update drink_extract_rows r set since = :revision, removed = true
      where not removed
        and not exists (select 1 from drink_candidates c where c.ean = r.ean and c.rank <= :count)`,
    { count, revision },
  );
}

export async function insertVersion(trx: Knex.Transaction, row: VersionRow): Promise<void> {
  await trx('drink_extract_versions').insert(row);
}

/** The catalogue has changed without changing the extract: the version stays, and is of this revision now. */
export async function moveVersion(trx: Knex.Transaction, version: string, revision: number): Promise<void> {
  await trx('drink_extract_versions').where({ version }).update({ revision });
}

/** No phone can have an earlier version any more; removed rows go too. */
export async function deleteVersions(trx: Knex.Transaction): Promise<void> {
  await trx('drink_extract_versions').delete();
  await trx('drink_extract_rows').where({ removed: true }).delete();
}

/** Deletes all but the newest `kept` versions, and the removed rows that phones of the others have already heard of. */
export async function prune(trx: Knex.Transaction, kept: number): Promise<void> {
  const [oldest] = await trx('drink_extract_versions')
    .orderBy('revision', 'desc')
    .offset(kept - 1)
    .limit(1);
  if (!oldest) return;
  await trx('drink_extract_versions').where('revision', '<', oldest.revision).delete();
  await trx('drink_extract_rows').where({ removed: true }).where('since', '<=', oldest.revision).delete();
}

export const readRows = (trx: Knex.Transaction, size: number): AsyncGenerator<Drink[], void> =>
  inBatches<Drink>(
    trx,
    trx('drink_extract_rows').where({ removed: false }).orderBy('ean').select('ean', 'name', 'volume_ml as volumeMl'),
    size,
  );

export interface ChangedRow {
  ean: string;
  name: string;
  volume_ml: number | null;
  removed: boolean;
}

/** At most `limit` rows that have changed after this revision. */
export const changedRows = (db: Db, revision: number, limit: number): Promise<ChangedRow[]> =>
  db('drink_extract_rows')
    .where('since', '>', revision)
    .orderBy('ean')
    .limit(limit)
    .select('ean', 'name', 'volume_ml', 'removed');
