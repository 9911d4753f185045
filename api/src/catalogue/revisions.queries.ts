import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { type AliasAction, type AliasRevisionFilter, aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';

interface NewRevision {
  revision: number;
  alias_id: number;
  action: AliasAction;
  before: AliasFields | null;
  after: AliasFields | null;
  actor_id: number | null;
  proposal_id?: number;
}

export interface RevisionRow extends Omit<NewRevision, 'actor_id' | 'proposal_id'> {
  ean: string;
  actor: string | null;
  proposal_id: number | null;
  import_id: string | null;
  at: Date;
}

/** Takes `count` ascending revision numbers. Call it only under the catalogue's lock. */
export async function takeRevisions(trx: Knex.Transaction, count: number): Promise<number[]> {
  const { rows } = await trx.raw(
    `select nextval(pg_get_serial_sequence('alias_revisions', 'revision')) as revision from generate_series(1, ?)`,
    [count],
  );
  return rows.map((row: { revision: number }) => row.revision);
}

/** What a new alias was is not written a second time: it is what the next change began from, or what the alias is. */
export async function insertRevisions(trx: Knex.Transaction, at: Date, revisions: NewRevision[]): Promise<void> {
  if (revisions.length === 0) return;
  const rows = revisions.map((entry) => ({
    ...entry,
    after: entry.before && entry.after,
    ean: (entry.after ?? entry.before)?.ean,
  }));
  await trx.raw(
    `insert into alias_revisions (revision, alias_id, ean, action, before, after, actor_id, proposal_id, at)
     select revision, alias_id, ean, action, nullif(before, 'null'), nullif(after, 'null'), actor_id, proposal_id,
            :at::timestamptz
       from jsonb_populate_recordset(null::alias_revisions, :rows)`,
    { at, rows: JSON.stringify(rows) },
  );
}

const fields = aliasFieldNames.map((name) => `'${name}', a.${name}`).join(', ');
/** The fields after a change; of a new alias those before its next change, or its present ones. */
const AFTER = `case when r.before is null and r.after is null then coalesce(
    (select n.before from alias_revisions n where n.alias_id = r.alias_id and n.revision > r.revision
      order by n.revision limit 1),
    (select jsonb_build_object(${fields}) from aliases a where a.id = r.alias_id))
  else r.after end as after`;

const revisionsWithActor = (db: Db): Knex.QueryBuilder =>
  db('alias_revisions as r')
    .leftJoin('users as u', 'u.id', 'r.actor_id')
    .select(
      'r.revision',
      'r.alias_id',
      'r.ean',
      'r.action',
      'r.before',
      db.raw(AFTER),
      'r.proposal_id',
      'r.import_id',
      'r.at',
    )
    .select('u.email as actor');

export const findRevision = (db: Db, revision: number): Promise<RevisionRow | undefined> =>
  revisionsWithActor(db).where('r.revision', revision).first();

export const lastOfAlias = (db: Db, aliasId: number): Promise<RevisionRow | undefined> =>
  revisionsWithActor(db).where('r.alias_id', aliasId).orderBy('r.revision', 'desc').first();

export async function latestRevision(db: Db): Promise<number> {
  const [row] = await db('alias_revisions').max({ latest: 'revision' });
  return row?.latest ?? 0;
}

/** Pages through an index-only scan of ids, so that a late page is cheap. */
export async function listRevisions(
  db: Db,
  { alias_id, action }: AliasRevisionFilter,
  page: { order: 'asc' | 'desc'; offset: number; limit: number },
): Promise<{ rows: RevisionRow[]; total: number }> {
  const matching = (): Knex.QueryBuilder =>
    db('alias_revisions').modify((rows: Knex.QueryBuilder) => {
      if (alias_id !== undefined) rows.where({ alias_id });
      if (action !== undefined) rows.where({ action });
    });
  const counted =
    alias_id === undefined
      ? db('alias_counts')
          .sum({ total: 'total' })
          .whereLike('of', `revision:${action ?? '%'}`)
      : matching().count({ total: '*' });
  const [counts] = await counted;
  const total = Number(counts.total ?? 0);
  const fromEnd = page.offset > total / 2;
  const wanted = Math.max(0, Math.min(page.limit, total - page.offset));
  const found = matching()
    .select('revision')
    .orderBy('revision', fromEnd === (page.order === 'asc') ? 'desc' : 'asc')
    .offset(fromEnd ? Math.max(0, total - page.offset - wanted) : page.offset)
    .limit(wanted);
  const rows = await revisionsWithActor(db).whereIn('r.revision', found).orderBy('r.revision', page.order);
  return { rows, total };
}

/** Returns the last change after `revision` of each alias, the earliest first. */
export async function listLastChanges(db: Db, revision: number, limit: number): Promise<RevisionRow[]> {
  return revisionsWithActor(db)
    .where('r.revision', '>', revision)
    .whereNotExists((later) =>
      later
        .from('alias_revisions as n')
        .whereRaw('n.alias_id = r.alias_id and n.revision > r.revision')
        .select(db.raw('1')),
    )
    .orderBy('r.revision')
    .limit(limit);
}

/** Counts the changes of an import, and how many of them were undone. */
export async function countOfImport(db: Db, importId: string): Promise<{ made: number; takenBack: number }> {
  const [row] = await db('alias_revisions')
    .where({ import_id: importId })
    .select(db.raw(`count(*) filter (where action <> 'reverted') as made`))
    .select(db.raw(`count(*) filter (where action = 'reverted') as "takenBack"`));
  return row;
}

/** Returns what the last approval of a proposal changed, and whether that is still the latest change of the alias. */
export async function lastOfProposal(
  db: Db,
  proposalId: number,
): Promise<(RevisionRow & { isLatest: boolean }) | undefined> {
  const row: RevisionRow | undefined = await revisionsWithActor(db)
    .where({ 'r.proposal_id': proposalId, 'r.action': 'proposal' })
    .orderBy('r.revision', 'desc')
    .first();
  if (!row) return undefined;
  const later = await db('alias_revisions')
    .where({ alias_id: row.alias_id })
    .where('revision', '>', row.revision)
    .first('revision');
  return { ...row, isLatest: !later };
}
