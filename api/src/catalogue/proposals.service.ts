import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasProposal, ProposalCounts } from '@ostatok/api/contract/proposals.endpoints.ts';
import type { EditedProposal, ProposalFilter, ProposalStatus } from '@ostatok/api/contract/proposals.ts';
import type { ProposalInput } from '@ostatok/kit/contract/alias.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, TooMany } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Live } from '../live/live.service.ts';
import { fieldsOf, merged, OWN } from './alias-row.ts';
import type { Catalogue } from './catalogue.service.ts';
import { nameWordsOf } from './names.queries.ts';
import { givenBy, saysSame, toProposal } from './proposal-row.ts';
import {
  countProposals,
  decideProposal,
  findProposals,
  hasMorePending,
  insertProposal,
  type ListedProposal,
  listProposals,
  proposalNumbers,
  reopenProposal,
} from './proposals.queries.ts';
import { lastOfProposal } from './revisions.queries.ts';
import { searchOf } from './search.ts';

const textFields = ['brand', 'subcategory', 'description', 'manufacturer', 'country_origin'] as const;
const numberFields = ['volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml', 'alcohol_percent'] as const;

/**
 * The most undecided proposals of one tenant, so that none fills the disk and drowns those of the others. A tenant keeps
 * the rest and sends them later.
 */
const MOST_PENDING = 2000;
const HOUR_S = 3600;

/**
 * Whether the catalogue already has all of it. The category is ignored: it is the tenant's own and says nothing about a
 * bottle.
 */
function isKnown(proposal: Facts, alias: Alias): boolean {
  return (
    textFields.every((name) => !proposal[name] || saysSame(proposal[name], alias[name])) &&
    numberFields.every((name) => proposal[name] == null || proposal[name] === alias[name])
  );
}

/** Two scales may differ by so much: by these grams, or by this share of the weight. */
const WEIGHED_WITHIN_G = 3;
const WEIGHED_WITHIN_SHARE = 0.01;
const weightFields = ['weight_empty_g', 'weight_full_g'] as const;

/** Whether the catalogue has the weights that a tenant's scale shows. */
const hasWeights = (proposal: Pick<ProposalInput, (typeof weightFields)[number]>, alias: Alias): boolean =>
  weightFields.every((name) => {
    const [weighed, known] = [proposal[name], alias[name]];
    if (weighed == null) return true;
    return known !== null && Math.abs(known - weighed) <= Math.max(WEIGHED_WITHIN_G, known * WEIGHED_WITHIN_SHARE);
  });

type Facts = Omit<ProposalInput, 'id' | 'weighings'>;

/**
 * Returns what is new to the catalogue; undefined if nothing is. A scale tells the weights of a known product and none of
 * its other facts, and a further code repeats those of its product.
 */
function newsOf({ weighings, ...proposal }: Omit<ProposalInput, 'id'>, alias: Alias | undefined): Facts | undefined {
  if (!alias) return proposal;
  if (weighings === undefined) return isKnown(proposal, alias) ? undefined : proposal;
  if (alias.product_id !== null || hasWeights(proposal, alias)) return undefined;
  const { ean, weight_empty_g, weight_full_g } = proposal;
  return { ean, description: alias.description, weight_empty_g, weight_full_g };
}

interface ProposalsOptions {
  db: Knex;
  catalogue: Catalogue;
  activity: Activity;
  live: Pick<Live, 'notify'>;
  now?: () => Date;
}

interface ProposalsDeps extends ProposalsOptions {
  now: () => Date;
}

async function withAliases(
  { db, catalogue }: ProposalsDeps,
  rows: ListedProposal[],
  reader: Knex = db,
): Promise<AliasProposal[]> {
  const aliases = await catalogue.ofCodes(
    rows.map(({ ean }) => ean),
    reader,
  );
  return rows.map((row) => toProposal(row, aliases.get(row.ean) ?? null));
}

async function find(id: number, reader: Knex): Promise<ListedProposal> {
  const [row] = await findProposals(reader, [id]);
  if (!row) throw new NotFound('Такого предложения нет', 'proposal_not_found');
  return row;
}

async function decide(
  { now, activity }: ProposalsDeps,
  trx: Knex.Transaction,
  actorId: number,
  proposal: ListedProposal,
  status: Exclude<ProposalStatus, 'pending'>,
  reason: string | null = null,
): Promise<void> {
  const { id, ean, description } = proposal;
  if (!(await decideProposal(trx, id, { status, reason, decided_by: actorId, decided_at: now() })))
    throw new Conflict('already_decided', 'Это предложение уже рассмотрено');
  await activity.record(trx, {
    actorId,
    action: `proposal.${status}`,
    description: `${status === 'approved' ? 'Одобрено' : 'Отклонено'} предложение ${ean} «${description}»`,
    target: `proposal:${id}`,
  });
}

async function get(deps: ProposalsDeps, id: number, reader: Knex): Promise<AliasProposal> {
  const [proposal] = await withAliases(deps, [await find(id, reader)], reader);
  return proposal as AliasProposal;
}

async function takeOut(
  { catalogue, live }: ProposalsDeps,
  trx: Knex.Transaction,
  actorId: number,
  proposalId: number,
): Promise<void> {
  const revision = await lastOfProposal(trx, proposalId);
  // the proposal contained nothing new, so its approval changed nothing
  if (!revision) return;
  if (!revision.isLatest)
    throw new Conflict(
      'alias_changed',
      'Алиас с тех пор изменён. Вернуть прежнее можно в его истории, предложение останется рассмотренным',
    );
  const cause = { action: 'reverted', actorId } as const;
  const before = await catalogue.rowOf((revision.after ?? revision.before)?.ean ?? revision.ean, trx);
  if (!before) return;
  if (revision.before) await catalogue.writer.put(trx, { before, after: revision.before }, cause);
  else await catalogue.writer.write(trx, [{ before }], cause);
  await live.notify(trx, { resource: 'aliases', id: String(revision.alias_id) });
}

/** Stores a proposal unless the catalogue already has all of it. Throws TooMany while too many wait. */
async function take(
  { catalogue, db, live }: ProposalsDeps,
  tenantId: string,
  { id, ...proposal }: ProposalInput,
): Promise<{ stored: boolean }> {
  const alias = (await catalogue.ofCodes([proposal.ean])).get(proposal.ean);
  const news = newsOf(proposal, alias);
  if (!news) return { stored: false };
  const fields = merged(undefined, news);
  const values = {
    ...fields,
    tenant_id: tenantId,
    key: id,
    weighings: proposal.weighings ?? null,
    search_key: nameWordsOf(fields).join(' '),
  };
  await db.transaction(async (trx) => {
    const stored = await insertProposal(trx, values);
    if (stored !== undefined && (await hasMorePending(trx, tenantId, MOST_PENDING))) throw new TooMany(HOUR_S);
    if (stored !== undefined) await live.notify(trx, { resource: 'proposals', id: String(stored) });
  });
  return { stored: true };
}

async function list(
  deps: ProposalsDeps,
  query: ListPage,
  filter: ProposalFilter,
  reader: Knex = deps.db,
): Promise<{ proposals: AliasProposal[]; total: number }> {
  const { rows, total } = await listProposals(reader, filter, searchOf(filter.search || filter.q), query);
  return { proposals: await withAliases(deps, rows, reader), total };
}

const numbers = (
  trx: Knex.Transaction,
  filter: ProposalFilter,
  by: Pick<ListPage, 'sort' | 'order'>,
  size: number,
): AsyncGenerator<{ id: number }[], void> =>
  proposalNumbers(trx, filter, searchOf(filter.search || filter.q), by, size);

async function counts({ db }: ProposalsDeps): Promise<ProposalCounts> {
  const rows = await countProposals(db);
  const of = (status: ProposalStatus): number => rows.find((row) => row.status === status)?.total ?? 0;
  return { pending: of('pending'), approved: of('approved'), rejected: of('rejected') };
}

/** Writes the fields that the proposal gives, edited or not, into the catalogue; other fields keep their values. */
const approve = (
  deps: ProposalsDeps,
  actorId: number,
  id: number,
  edited: EditedProposal = {},
): Promise<{ alias: Alias; proposal: AliasProposal }> =>
  deps.catalogue.writer.alone(async (trx) => {
    const row = await find(id, trx);
    const before = await deps.catalogue.rowOf(edited.ean ?? row.ean, trx);
    const known = before && fieldsOf(before);
    const after = { ...OWN, ...known, ...merged(known, { ...givenBy(row, known ?? null), ...edited }) };
    await decide(deps, trx, actorId, row, 'approved');
    const cause = { action: 'proposal', actorId, proposalId: id } as const;
    const alias = await deps.catalogue.writer.put(trx, { before, after }, cause);
    await deps.live.notify(trx, { resource: 'aliases', id: String(alias.id) });
    return { alias, proposal: await get(deps, id, trx) };
  });

/**
 * Makes the proposal pending again. Its approval is undone in the catalogue, unless the alias has changed since.
 * `undoes` is the activity entry that this undoes.
 */
const reopen = (deps: ProposalsDeps, actorId: number, id: number, undoes?: number): Promise<AliasProposal> =>
  deps.catalogue.writer.alone(async (trx) => {
    const row = await find(id, trx);
    if (row.status === 'pending' || !(await reopenProposal(trx, id, row.status, deps.now())))
      throw new Conflict('not_decided', 'Это предложение ещё не рассмотрено');
    if (row.status === 'approved') await takeOut(deps, trx, actorId, id);
    await deps.activity.record(trx, {
      actorId,
      action: 'proposal.reopened',
      description: `Возвращено на рассмотрение предложение ${row.ean} «${row.description}»`,
      target: `proposal:${id}`,
      takesBack: undoes ?? true,
    });
    return get(deps, id, trx);
  });

const reject = (deps: ProposalsDeps, actorId: number, id: number, reason: string | null): Promise<AliasProposal> =>
  deps.db.transaction(async (trx) => {
    await decide(deps, trx, actorId, await find(id, trx), 'rejected', reason);
    return get(deps, id, trx);
  });

/** Tenants' proposals for the catalogue, and administrators' decisions on them. */
export function createProposals({ now = () => new Date(), ...clients }: ProposalsOptions) {
  const deps: ProposalsDeps = { ...clients, now };
  const { db } = deps;

  return {
    take: (tenantId: string, input: ProposalInput) => take(deps, tenantId, input),

    list: (query: ListPage, filter: ProposalFilter, reader?: Knex) => list(deps, query, filter, reader),

    numbers,

    get: (id: number): Promise<AliasProposal> => get(deps, id, db),

    counts: () => counts(deps),

    approve: (actorId: number, id: number, edited?: EditedProposal) => approve(deps, actorId, id, edited),

    reopen: (actorId: number, id: number, undoes?: number) => reopen(deps, actorId, id, undoes),

    reject: (actorId: number, id: number, reason: string | null) => reject(deps, actorId, id, reason),
  };
}
export type Proposals = ReturnType<typeof createProposals>;
