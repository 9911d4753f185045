import { AGREEING_OWNERS, type SynonymFilter, type SynonymStatus } from '@ostatok/api/contract/synonyms.ts';
import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';

/** What a tenant's product is called and which product of the catalogue it is. */
export interface NamedMatch {
  itemId: number;
  aliasId: number;
  name: string;
  mark: string;
}

/** A name of a product, by its mark. */
interface Naming {
  alias_id: number;
  mark: string;
}

export interface SynonymRow extends Naming {
  id: number;
  name: string;
  ean: string;
  description: string;
  owners: number;
  status: SynonymStatus;
  decided_by: string | null;
  decided_at: Date | null;
  created_at: Date;
  changed: number;
}

/** How many owners use the name of `s` for its product. */
const OWNERS = `(select count(distinct t.owner_id)::int from tenant_matches m join tenants t on t.id = m.tenant_id
                  where m.alias_id = s.alias_id and m.mark = s.mark)`;

/** Returns the namings that the items had. */
export async function deleteMatches(trx: Knex.Transaction, tenantId: string, itemIds: number[]): Promise<Naming[]> {
  return trx('tenant_matches')
    .where({ tenant_id: tenantId })
    .whereRaw('item_id = any(?)', [itemIds])
    .delete()
    .returning(['alias_id', 'mark']);
}

/** Leaves out products of the catalogue that were deleted meanwhile. */
export async function insertMatches(
  trx: Knex.Transaction,
  tenantId: string,
  matches: NamedMatch[],
  at: Date,
): Promise<Naming[]> {
  const { rows } = await trx.raw(
    `insert into tenant_matches (tenant_id, item_id, alias_id, name, mark, at)
     select :tenantId, g."itemId", g."aliasId", g.name, g.mark, :at
       from jsonb_to_recordset(:matches) g("itemId" int, "aliasId" int, name text, mark text)
       join aliases a on a.id = g."aliasId"
     on conflict (tenant_id, item_id) do update set alias_id = excluded.alias_id, name = excluded.name,
       mark = excluded.mark, at = excluded.at
     returning alias_id, mark`,
    { tenantId, at, matches: JSON.stringify(matches) },
  );
  return rows;
}

/** Makes synonyms of the namings that enough owners agree on, and forgets undecided ones on which too few do now. */
export async function recountSynonyms(trx: Knex.Transaction, namings: Naming[], at: Date): Promise<number[]> {
  if (namings.length === 0) return [];
  const given = { at, least: AGREEING_OWNERS, namings: JSON.stringify(namings) };
  const ofGiven = `(select distinct g.alias_id, g.mark from jsonb_to_recordset(:namings) g(alias_id int, mark text))`;
  const gone = await trx.raw(
    `delete from alias_synonyms s using ${ofGiven} g
      where s.alias_id = g.alias_id and s.mark = g.mark and s.status = 'pending' and ${OWNERS} < :least returning s.id`,
    given,
  );
  const made = await trx.raw(
    `insert into alias_synonyms as s (alias_id, name, mark, created_at)
     select m.alias_id, mode() within group (order by m.name), m.mark, :at
       from tenant_matches m join tenants t on t.id = m.tenant_id
       join ${ofGiven} g on g.alias_id = m.alias_id and g.mark = m.mark
      group by m.alias_id, m.mark having count(distinct t.owner_id) >= :least
     on conflict (alias_id, mark) do nothing returning s.id`,
    given,
  );
  return [...gone.rows, ...made.rows].map(({ id }) => id);
}

/** Returns the products that the owner calls so in one of their tenants, and those of approved synonyms. */
export async function findNamed(db: Db, mark: string, ownerId?: number): Promise<{ id: number; isOwn: boolean }[]> {
  const { rows } = await db.raw(
    `select alias_id as id, bool_or(own) as "isOwn" from (
       select m.alias_id, true as own from tenant_matches m join tenants t on t.id = m.tenant_id
        where m.mark = :mark and t.owner_id = :ownerId
       union all
       select s.alias_id, false from alias_synonyms s where s.mark = :mark and s.status = 'approved') n
     group by alias_id`,
    { mark, ownerId: ownerId ?? null },
  );
  return rows;
}

/**
 * Returns what the products of these barcodes are called, by their main codes: by the owner's other tenants, the latest name first, then by
 * approved synonyms.
 */
export async function listNamesOfCodes(
  db: Db,
  tenantId: string,
  codes: string[],
): Promise<{ ean: string; name: string }[]> {
  const { rows } = await db.raw(
    `select a.ean, n.name from aliases a join (
       select m.alias_id, m.name, true as own, m.at from tenants t
         join tenants o on o.owner_id = t.owner_id and o.id <> t.id
         join tenant_matches m on m.tenant_id = o.id
        where t.id = :tenantId
       union all
       select s.alias_id, s.name, false, s.decided_at from alias_synonyms s where s.status = 'approved') n
       on n.alias_id = coalesce(a.product_id, a.id)
      where a.ean = any(:codes) order by a.ean, n.own desc, n.at desc, n.name`,
    { tenantId, codes },
  );
  return rows;
}

/** The names of the tenant's matches have changed for its owner's other tenants. Call it under the synonyms' lock. */
export async function markTenantNames(trx: Knex.Transaction, tenantId: string): Promise<void> {
  await trx('tenants')
    .where({ id: tenantId })
    .update({ names_changed: trx.raw(`nextval('name_changes')`) });
}

/** The synonym has come to count for everybody, or does not any more. Call it under the synonyms' lock. */
export async function markSynonym(trx: Knex.Transaction, id: number): Promise<void> {
  await trx('alias_synonyms')
    .where({ id })
    .update({ changed: trx.raw(`nextval('name_changes')`) });
}

export async function countPending(db: Db): Promise<number> {
  const [row] = await db('alias_synonyms').where({ status: 'pending' }).count({ waiting: '*' });
  return Number(row?.waiting ?? 0);
}

const listed = (db: Db, filter: SynonymFilter): Knex.QueryBuilder =>
  db('alias_synonyms as s')
    .join('aliases as a', 'a.id', 's.alias_id')
    .modify((rows: Knex.QueryBuilder) => {
      const status = filter.status ?? (filter.id ? 'all' : 'pending');
      if (status !== 'all') rows.where('s.status', status);
      if (filter.id) rows.whereRaw('s.id = any(?)', [filter.id]);
      const text = filter.search || filter.q;
      if (!text) return;
      const like = likeContaining(text);
      rows.where((either) =>
        either.whereILike('s.name', like).orWhereILike('a.description', like).orWhere('a.ean', text),
      );
    });

const sorted: Record<string, string> = { description: 'a.description', owners: 'owners' };

export async function listSynonyms(
  db: Db,
  filter: SynonymFilter,
  { sort, order, offset, limit }: ListPage,
): Promise<{ rows: SynonymRow[]; total: number }> {
  const [{ total }] = await listed(db, filter).count({ total: '*' });
  const rows = await listed(db, filter)
    .leftJoin('users as u', 'u.id', 's.decided_by')
    .select('s.*', 'a.ean', 'a.description', 'u.email as decided_by', db.raw(`${OWNERS} as owners`))
    .orderBy([
      { column: sorted[sort] ?? `s.${sort}`, order },
      { column: 's.id', order },
    ])
    .offset(offset)
    .limit(limit);
  return { rows, total };
}

export const lockSynonym = (trx: Knex.Transaction, id: number): Promise<{ status: SynonymStatus } | undefined> =>
  trx('alias_synonyms').where({ id }).forUpdate().first('status');

export async function setSynonymStatus(
  trx: Knex.Transaction,
  id: number,
  fields: { status: SynonymStatus; decided_by: number | null; decided_at: Date | null },
): Promise<void> {
  await trx('alias_synonyms').where({ id }).update(fields);
}
