import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { type AliasAction, type AliasRevisionFilter, aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { OWN } from './alias-row.ts';

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

/** A main code is not said to be one: most of all rows are. */
const kept = (fields: AliasFields | null): object | null => {
  if (!fields) return null;
  const { product_id, pack, ...facts } = fields;
  return product_id === null ? facts : { ...facts, product_id, pack };
};

/** What a new alias was is not written a second time: it is what the next change began from, or what the alias is. */
export async function insertRevisions(trx: Knex.Transaction, at: Date, revisions: NewRevision[]): Promise<void> {
  if (revisions.length === 0) return;
  const rows = revisions.map((entry) => ({
    ...entry,
    before: kept(entry.before),
    after: entry.before && kept(entry.after),
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
    (select jsonb_build_object(${fields}, 'product_id', a.product_id, 'pack', a.pack) from aliases a where a.id = r.alias_id))
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

const whole = (fields: AliasFields | null): AliasFields | null => fields && { ...OWN, ...fields };

async function read<Row extends RevisionRow>(rows: Knex.QueryBuilder): Promise<Row[]> {
  return (await rows).map((row: Row) => ({ ...row, before: whole(row.before), after: whole(row.after) }));
}

export async function findRevision(db: Db, revision: number): Promise<RevisionRow | undefined> {
  const [row] = await read(revisionsWithActor(db).where('r.revision', revision));
  return row;
}

export async function lastOfAlias(db: Db, aliasId: number): Promise<RevisionRow | undefined> {
  const [row] = await read(revisionsWithActor(db).where('r.alias_id', aliasId).orderBy('r.revision', 'desc').limit(1));
  return row;
}

/** The change that made a product of its own a further code of another one, if that is what the code was. */
export async function lastLinking(db: Db, aliasId: number): Promise<RevisionRow | undefined> {
  const [row] = await read(
    revisionsWithActor(db)
      .where('r.alias_id', aliasId)
      .whereRaw(`r.before is not null and r.before->>'product_id' is null and r.after->>'product_id' is not null`)
      .orderBy('r.revision', 'desc')
      .limit(1),
  );
  return row;
}

/** More codes than any product has: they were written right before its deletion. */
const BEFORE_DELETION = 1000;

/** How the product's further codes changed when its main one was deleted, as far as they have not changed since. */
export const changesWithDeletion = (db: Db, { alias_id, revision, at }: RevisionRow): Promise<RevisionRow[]> =>
  read(
    revisionsWithActor(db)
      .whereBetween('r.revision', [revision - BEFORE_DELETION, revision - 1])
      .where('r.at', at)
      .whereRaw(`(r.before->>'product_id')::integer = ?`, [alias_id])
      .whereRaw('r.revision = (select a.revision from aliases a where a.id = r.alias_id)'),
  );

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
  const rows = await read(revisionsWithActor(db).whereIn('r.revision', found).orderBy('r.revision', page.order));
  return { rows, total };
}

/** Returns the last change after `revision` of each alias, the earliest first. */
export async function listLastChanges(db: Db, revision: number, limit: number): Promise<RevisionRow[]> {
  return read(
    revisionsWithActor(db)
      .where('r.revision', '>', revision)
      .whereNotExists((later) =>
        later
          .from('alias_revisions as n')
          .whereRaw('n.alias_id = r.alias_id and n.revision > r.revision')
          .select(db.raw('1')),
      )
      .orderBy('r.revision')
      .limit(limit),
  );
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
  const [row] = await read(
    revisionsWithActor(db)
      .where({ 'r.proposal_id': proposalId, 'r.action': 'proposal' })
      .orderBy('r.revision', 'desc')
      .limit(1),
  );
  if (!row) return undefined;
  const later = await db('alias_revisions')
    .where({ alias_id: row.alias_id })
    .where('revision', '>', row.revision)
    .first('revision');
  return { ...row, isLatest: !later };
}
