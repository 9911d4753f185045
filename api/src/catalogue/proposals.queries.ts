import type { ProposalFilter, ProposalStatus } from '@ostatok/api/contract/proposals.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import { type Db, type Knex, likeContaining } from '@ostatok/kit/node/db.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { AliasRow } from './alias-row.ts';
import { conditionOf, type Search } from './search.ts';

/** A tenant's data about a bottle, in the columns of the catalogue. */
export type ProposalRow = Omit<AliasRow, 'revision' | 'product_id' | 'pack'> & {
  search_key: string;
  tenant_id: string;
  /** The tenant's own id of the proposal. */
  key: string;
  /** How often the tenant has weighed the bottle; null if it has not. */
  weighings: number | null;
  status: ProposalStatus;
  reason: string | null;
  decided_at: Date | null;
};
/** A proposal with what an administrator needs to see about it. */
export type ListedProposal = ProposalRow & { tenant_name: string | null; decided_by: string | null; agreeing: number };

type ProposalValues = {
  [key in keyof Omit<ProposalRow, 'id' | 'status' | 'reason' | 'decided_at' | 'created_at' | 'updated_at'>]: unknown;
};

/** Empty bottles of one kind weigh the same within these tolerances. */
const WITHIN_GRAMS = 3;
const WITHIN_SHARE = 0.01;

/** Sorts by columns that a proposal may leave empty. */
const empty = new Set(['brand', 'volume_ml', 'weight_empty_g']);

/** Stores a proposal once, even if it is sent again. Returns its id the first time, undefined later. */
export async function insertProposal(db: Db, values: ProposalValues): Promise<number | undefined> {
  const [row] = await db('alias_proposals')
    .insert(values)
    .onConflict(['tenant_id', 'key'])
    .ignore()
    .returning<{ id: number }[]>('id');
  return row?.id;
}

/** Whether more than `most` proposals of the tenant wait for a decision. */
export async function hasMorePending(db: Db, tenantId: string, most: number): Promise<boolean> {
  const beyond = db('alias_proposals').where({ tenant_id: tenantId, status: 'pending' }).offset(most);
  return Boolean(await beyond.first('id'));
}

function matching(db: Db, filter: ProposalFilter, search: Search | undefined): Knex.QueryBuilder {
  return db('alias_proposals').modify((rows: Knex.QueryBuilder) => {
    const status = filter.status ?? (filter.id ? 'all' : 'pending');
    if (status !== 'all') rows.where({ status });
    if (filter.tenant_id) rows.where('tenant_id', filter.tenant_id);
    if (filter.tenant) {
      const like = likeContaining(filter.tenant);
      const named = db('tenants').where((or) => or.whereILike('display_name', like).orWhereILike('subdomain', like));
      rows.where((or) => or.where('tenant_id', filter.tenant).orWhereIn('tenant_id', named.select('id')));
    }
    if (filter.id) rows.whereRaw('id = any(?)', [filter.id]);
    if (!search) return;
    const { sql, values } = conditionOf(search, 'search_key', 'ean');
    rows.whereRaw(sql, values);
  });
}

export const findProposals = (db: Db, ids: number[]): Promise<ListedProposal[]> =>
  db('alias_proposals as p')
    .leftJoin('tenants as t', 't.id', 'p.tenant_id')
    .leftJoin('users as u', 'u.id', 'p.decided_by')
    .whereRaw('p.id = any(?)', [ids])
    .select('p.*', 't.display_name as tenant_name', 'u.email as decided_by')
    .select(
      db.raw(
        `(select count(distinct o.tenant_id) from alias_proposals o
           where o.ean = p.ean and (o.tenant_id = p.tenant_id or o.status <> 'rejected')
             and abs(o.weight_empty_g - p.weight_empty_g) <= greatest(?::numeric, p.weight_empty_g * ?::numeric)
         ) as agreeing`,
        [WITHIN_GRAMS, WITHIN_SHARE],
      ),
    );

type ProposalOrder = Pick<ListPage, 'sort' | 'order'>;
const inOrder = (
  db: Db,
  filter: ProposalFilter,
  search: Search | undefined,
  { sort, order }: ProposalOrder,
): Knex.QueryBuilder =>
  matching(db, filter, search).orderBy([
    empty.has(sort) ? { column: sort, order, nulls: 'last' } : { column: sort, order },
    { column: 'id', order },
  ]);

/** Yields the ids of all proposals of a listing, in its order. */
export const proposalNumbers = (
  trx: Knex.Transaction,
  filter: ProposalFilter,
  search: Search | undefined,
  by: ProposalOrder,
  size: number,
): AsyncGenerator<{ id: number }[], void> => inBatches(trx, inOrder(trx, filter, search, by).select('id'), size);

export async function listProposals(
  db: Db,
  filter: ProposalFilter,
  search: Search | undefined,
  { offset, limit, ...by }: ListPage,
): Promise<{ rows: ListedProposal[]; total: number }> {
  const [{ total }] = await matching(db, filter, search).count({ total: '*' });
  const ids: number[] = await inOrder(db, filter, search, by).offset(offset).limit(limit).pluck('id');
  const rows = new Map((await findProposals(db, ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total };
}

export const countProposals = (db: Db): Promise<{ status: ProposalStatus; total: number }[]> =>
  db('alias_proposals').groupBy('status').select('status').count({ total: '*' });

/** Returns whether the proposal was still undecided. */
export async function decideProposal(
  trx: Knex.Transaction,
  id: number,
  decision: { status: ProposalStatus; reason: string | null; decided_by: number; decided_at: Date },
): Promise<boolean> {
  const changed = await trx('alias_proposals')
    .where({ id, status: 'pending' })
    .update({ ...decision, updated_at: decision.decided_at });
  return changed === 1;
}

/** Returns whether the proposal had that status. */
export async function reopenProposal(
  trx: Knex.Transaction,
  id: number,
  was: ProposalStatus,
  at: Date,
): Promise<boolean> {
  const nothing = { status: 'pending', reason: null, decided_by: null, decided_at: null, updated_at: at };
  return (await trx('alias_proposals').where({ id, status: was }).update(nothing)) === 1;
}
