import type { Alias, AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasAction } from '@ostatok/api/contract/catalogue.ts';
import { fullOverEmpty } from '@ostatok/kit/contract/alias.ts';
import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { takeLock } from '../platform/locks.queries.ts';
import { type AliasRow, fieldsOf, sameFields, toAlias } from './alias-row.ts';
import { deleteAliases, insertAliases, updateAliases } from './aliases.queries.ts';
import { type Change, withCodes } from './product-changes.ts';
import { mainCodesOf } from './products.queries.ts';
import { insertRevisions, takeRevisions } from './revisions.queries.ts';

/** The author of a change, and the reason for it. */
export interface Cause {
  action: AliasAction;
  /** Null for the platform itself. */
  actorId: number | null;
  proposalId?: number;
}

/** An edit or a deletion of one code changes the others; what takes it back is looked for among its own revisions. */
const causeOfOthers = ({ action }: Cause): { action: AliasAction } => ({
  action: action === 'reverted' ? 'reverted' : 'updated',
});

export const noSuchAlias = (): NotFound => new NotFound('В каталоге такого нет', 'alias_not_found');

function refuseTaken(error: unknown): never {
  if (constraintOf(error) !== 'aliases_ean_unique') throw error;
  const taken = 'Такой штрихкод уже есть в каталоге';
  throw new Conflict('ean_taken', taken, { ean: taken });
}

function refuseWeights({ after }: Change): void {
  if (!after || fullOverEmpty(after)) return;
  const message = 'Полная бутылка тяжелее пустой';
  throw new InvalidInput(message, { weight_full_g: message });
}

/** Every change of the catalogue is made here: rows and revisions are written together or not at all. */
export function createWriter({ db, now }: { db: Knex; now: () => Date }) {
  return {
    /**
     * Runs the work under the catalogue's write lock, so that it reads the latest state. What `prepare` does in the same
     * transaction keeps nobody waiting.
     */
    alone: <T>(
      work: (trx: Knex.Transaction) => Promise<T>,
      prepare?: (trx: Knex.Transaction) => Promise<unknown>,
    ): Promise<T> =>
      db.transaction(async (trx) => {
        await prepare?.(trx);
        await takeLock(trx, 'catalogue');
        return work(trx);
      }),

    /**
     * Writes the changes, each of which must change something, and those of other codes of their products before them.
     * Returns the new rows, without deleted ones.
     */
    async write(trx: Knex.Transaction, given: Change[], cause: Cause): Promise<AliasRow[]> {
      const changes = await withCodes(trx, given);
      for (const change of changes) refuseWeights(change);
      const others = changes.length - given.length;
      const at = now();
      const numbers = await takeRevisions(trx, changes.length);
      const numbered = changes.map((change, index) => ({ ...change, revision: numbers[index] as number }));
      const written = numbered.flatMap(({ before, after, id, revision }) =>
        after ? [{ id: before?.id ?? id, fields: after, revision, isNew: !before }] : [],
      );
      await deleteAliases(
        trx,
        numbered.flatMap(({ before, after }) => (before && !after ? [before.id] : [])),
      );
      const isNew = (alias: { isNew: boolean }): boolean => alias.isNew;
      const rows = await updateAliases(
        trx,
        at,
        written.filter((alias) => !isNew(alias)),
      ).catch(refuseTaken);
      rows.push(...(await insertAliases(trx, at, written.filter(isNew)).catch(refuseTaken)));
      const ids = new Map(rows.map((row) => [row.revision, row.id]));
      const revisions = numbered.map(({ before, after, revision }, index) => ({
        revision,
        alias_id: before?.id ?? (ids.get(revision) as number),
        before: before ? fieldsOf(before) : null,
        after: after ?? null,
        actor_id: cause.actorId,
        ...(index < others ? causeOfOthers(cause) : { action: cause.action, proposal_id: cause.proposalId }),
      }));
      await insertRevisions(trx, at, revisions);
      return rows;
    },

    /** Writes one alias, and further changes with it; an unchanged one is left as it is. */
    async put(
      trx: Knex.Transaction,
      change: Change & { after: AliasFields },
      cause: Cause,
      further: Change[] = [],
    ): Promise<Alias> {
      const isSame = change.before && sameFields(fieldsOf(change.before), change.after);
      const rows = isSame ? [change.before as AliasRow] : await this.write(trx, [...further, change], cause);
      const row = rows.find(({ ean }) => ean === change.after.ean) as AliasRow;
      const codes = await mainCodesOf(trx, [row]);
      return toAlias(row, row.product_id === null ? null : codes.get(row.product_id));
    },
  };
}
export type Writer = ReturnType<typeof createWriter>;
