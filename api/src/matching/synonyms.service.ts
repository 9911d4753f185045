import type { Synonym } from '@ostatok/api/contract/synonyms.endpoints.ts';
import type { SynonymFilter, SynonymStatus } from '@ostatok/api/contract/synonyms.ts';
import { markOfName } from '@ostatok/kit/matching/mark.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Live } from '../live/live.service.ts';
import { takeLock } from '../platform/locks.queries.ts';
import { spokenNames } from './spoken-names.ts';
import {
  countPending,
  deleteMatches,
  findNamed,
  insertMatches,
  listNamesOfCodes,
  listSynonyms,
  lockSynonym,
  markSynonym,
  markTenantNames,
  type NamedMatch,
  recountSynonyms,
  type SynonymRow,
  setSynonymStatus,
} from './synonyms.queries.ts';

export interface SynonymsOptions {
  db: Knex;
  activity: Pick<Activity, 'record'>;
  live: Pick<Live, 'notify'>;
  now?: (() => Date) | undefined;
}

const doneWords: Record<SynonymStatus, string> = {
  approved: 'Одобрено название',
  rejected: 'Отклонено название',
  pending: 'Возвращено на рассмотрение название',
};
const acts = { approved: 'approved', rejected: 'rejected', pending: 'reopened' } as const;

const toSynonym = ({ mark: _mark, changed: _changed, decided_at, created_at, ...row }: SynonymRow): Synonym => ({
  ...row,
  decided_at: decided_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/**
 * What owners call products of the catalogue. An owner's own names count for all of their tenants at once; names that
 * several owners share count for everybody once an administrator approves them.
 */
export function createSynonyms({ db, activity, live, now = () => new Date() }: SynonymsOptions) {
  async function find(id: number, reader: Knex): Promise<Synonym> {
    const page: ListPage = { sort: 'id', order: 'asc', offset: 0, limit: 1 };
    const { rows } = await listSynonyms(reader, { id: [id] }, page);
    if (!rows[0]) throw new NotFound('Такого названия нет', 'synonym_not_found');
    return toSynonym(rows[0]);
  }

  async function announce(trx: Knex.Transaction, ids: number[]): Promise<void> {
    if (ids.length > 0) await live.notify(trx, { resource: 'synonyms' });
  }

  return {
    /** Remembers the names of matched products in place of what they were matched with before. */
    learn: (tenantId: string, itemIds: number[], named: Omit<NamedMatch, 'mark'>[]): Promise<void> =>
      db.transaction(async (trx) => {
        await takeLock(trx, 'synonyms');
        const before = await deleteMatches(trx, tenantId, itemIds);
        const marked = named
          .map((match) => ({ ...match, mark: markOfName(match.name) }))
          .filter(({ mark }) => mark !== '');
        const after = await insertMatches(trx, tenantId, marked, now());
        if (before.length + after.length > 0) await markTenantNames(trx, tenantId);
        await announce(trx, await recountSynonyms(trx, [...before, ...after], now()));
      }),

    /** Returns the products that the name is known for, first those of the owner's own. */
    async named(name: string, ownerId?: number): Promise<{ id: number; isOwn: boolean }[]> {
      const mark = markOfName(name);
      return mark === '' ? [] : findNamed(db, mark, ownerId);
    },

    async list(query: ListPage, filter: SynonymFilter): Promise<{ synonyms: Synonym[]; total: number }> {
      const { rows, total } = await listSynonyms(db, filter, query);
      return { synonyms: rows.map(toSynonym), total };
    },

    /** Returns a few names of each product of these barcodes (GTIN-13) as people of the tenant may say them. */
    ofCodes: async (trx: Knex.Transaction, tenantId: string, codes: string[]): Promise<Map<string, string[]>> =>
      spokenNames(await listNamesOfCodes(trx, tenantId, codes)),

    /** How many wait for an administrator. */
    waiting: () => countPending(db),

    decide: (actorId: number, id: number, status: SynonymStatus): Promise<Synonym> =>
      db.transaction(async (trx) => {
        await takeLock(trx, 'synonyms');
        const before = await lockSynonym(trx, id);
        const { name, description } = await find(id, trx);
        if (before?.status === status) return find(id, trx);
        const decided = status !== 'pending';
        const act = acts[status];
        await setSynonymStatus(trx, id, {
          status,
          decided_by: decided ? actorId : null,
          decided_at: decided ? now() : null,
        });
        if (status === 'approved' || before?.status === 'approved') await markSynonym(trx, id);
        await activity.record(trx, {
          actorId,
          action: `synonym.${act}`,
          description: `${doneWords[status]} «${name}» товара «${description}»`,
          target: `synonym:${id}`,
        });
        return find(id, trx);
      }),
  };
}
export type Synonyms = ReturnType<typeof createSynonyms>;
