import type { Alias, AliasFields, AliasRevision, AliasState } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasRevisionFilter } from '@ostatok/api/contract/catalogue.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import { sameFields } from './alias-row.ts';
import { findAlias, findAliases } from './aliases.queries.ts';
import type { Change } from './product-changes.ts';
import { mainCodesOf } from './products.queries.ts';
import {
  changesWithDeletion,
  findRevision,
  lastOfAlias,
  latestRevision,
  listLastChanges,
  listRevisions,
  type RevisionRow,
} from './revisions.queries.ts';
import type { Cause, Writer } from './writer.ts';

/** The latest state of an alias that has changed. */
interface AliasChange {
  revision: number;
  alias_id: number;
  ean: string;
  /** Null when the alias was deleted. */
  alias: AliasFields | null;
}

interface Reverted {
  alias: Alias | null;
  revision: number;
}

/** Imports and approvals are undone as a whole, by their own services. */
const isOfOneAlias = ({ action }: RevisionRow): boolean => action !== 'imported' && action !== 'proposal';

const isSame = (a: AliasFields | null, b: AliasFields | null): boolean =>
  a && b ? sameFields(a, b) : a === null && b === null;

/** Names the products of further codes by their main codes, as far as these exist. */
async function revisionsOf(db: Knex, rows: RevisionRow[]): Promise<AliasRevision[]> {
  const states = rows.flatMap(({ before, after }) => [before ?? [], after ?? []].flat());
  const codes = await mainCodesOf(db, states);
  const stateOf = (fields: AliasFields | null): AliasState | null =>
    fields && { ...fields, product_ean: codes.get(fields.product_id ?? 0) ?? null };
  return rows.map(({ import_id: _, before, after, at, ...row }) => ({
    ...row,
    before: stateOf(before),
    after: stateOf(after),
    at: at.toISOString(),
  }));
}

/** The history of the catalogue, and ways to restore earlier states. */
export function createHistory({ db, writer, activity }: { db: Knex; writer: Writer; activity: Activity }) {
  /** The codes that the product had when it was deleted are its again. */
  async function restore(trx: Knex.Transaction, id: number, after: AliasFields, cause: Cause): Promise<Alias> {
    const deletion = await lastOfAlias(trx, id);
    const others = deletion ? await changesWithDeletion(trx, deletion) : [];
    const rows = await findAliases(
      trx,
      'id',
      others.map(({ alias_id }) => alias_id),
    );
    const codes = others.flatMap(({ alias_id, before }): Change[] =>
      before ? [{ before: rows.find((row) => row.id === alias_id), after: before }] : [],
    );
    return writer.put(trx, { after, id }, cause, codes);
  }

  async function putBack(
    trx: Knex.Transaction,
    id: number,
    after: AliasFields | null,
    actorId: number,
  ): Promise<Alias | null> {
    const cause = { action: 'reverted', actorId } as const;
    const before = await findAlias(trx, { id });
    if (after && before) return writer.put(trx, { before, after }, cause);
    if (after) return restore(trx, id, after, cause);
    if (before) await writer.write(trx, [{ before }], cause);
    return null;
  }

  return {
    async history(query: ListPage, filter: AliasRevisionFilter): Promise<{ rows: AliasRevision[]; total: number }> {
      const { rows, total } = await listRevisions(db, filter, query);
      return { rows: await revisionsOf(db, rows), total };
    },

    /**
     * Restores the alias to its state after that revision, as a new change; returns null if that revision deleted it.
     */
    revert: (actorId: number, revision: number): Promise<Reverted> =>
      writer.alone(async (trx) => {
        const target = await findRevision(trx, revision);
        if (!target) throw new NotFound('Такого изменения нет', 'revision_not_found');
        const last = await lastOfAlias(trx, target.alias_id);
        const alias = await putBack(trx, target.alias_id, target.after, actorId);
        const done = { alias, revision: alias?.revision ?? (await latestRevision(trx)) };
        await activity.record(trx, {
          actorId,
          action: 'alias.reverted',
          description: `Алиас ${target.ean} возвращён к изменению № ${revision}`,
          target: `alias:${target.alias_id}`,
          undo: { revision: done.revision },
          takesBack: last !== undefined && isOfOneAlias(last) && isSame(last.before, target.after),
        });
        return done;
      }),

    /**
     * Restores the alias to its state before that revision, if it is still the latest one. `undoes` is the activity
     * entry that this undoes.
     */
    takeBack: (actorId: number, revision: number, undoes: number): Promise<Reverted> =>
      writer.alone(async (trx) => {
        const target = await findRevision(trx, revision);
        if (!target) throw new NotFound('Такого изменения нет', 'revision_not_found');
        const last = await lastOfAlias(trx, target.alias_id);
        if (last?.revision !== revision)
          throw new Conflict('alias_changed', 'Алиас с тех пор изменён. Вернуть прежнее можно в его истории');
        const alias = await putBack(trx, target.alias_id, target.before, actorId);
        const done = { alias, revision: alias?.revision ?? (await latestRevision(trx)) };
        await activity.record(trx, {
          actorId,
          action: 'alias.reverted',
          description: `Отменено изменение № ${revision} алиаса ${target.ean}`,
          target: `alias:${target.alias_id}`,
          undo: { revision: done.revision },
          takesBack: undoes,
        });
        return done;
      }),

    latestRevision: (): Promise<number> => latestRevision(db),

    /** Returns the latest state of each alias that changed after `revision`, at most `limit`, by ascending revision. */
    async changedSince(revision: number, limit: number): Promise<AliasChange[]> {
      const rows = await listLastChanges(db, revision, limit);
      return rows.map((row) => ({
        revision: row.revision,
        alias_id: row.alias_id,
        ean: row.ean,
        alias: row.after,
      }));
    },
  };
}
