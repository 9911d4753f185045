import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Change } from '../../contract/changes.endpoints.ts';
import type { ChangesFilter, Source } from '../../contract/changes.ts';
import type { Actor } from '../items/actor.ts';
import { retried } from '../retried.ts';
import type { IsHidden, NewChange } from './change-plan.ts';
import { changeView } from './change-view.ts';
import { createChangeWriter } from './change-writer.ts';
import {
  findChange,
  findReverse,
  type ListedChange,
  listChanges,
  selectCountsSince,
  selectFitted,
  selectImported,
  selectLogged,
} from './changes.queries.ts';
import { type PlainResult, type Written, writeChanges } from './write-changes.ts';

export type { Actor, NewChange, PlainResult, Written };

interface Deps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  isHidden: IsHidden;
  /** Called after the commit with the applied changes, for clients that watch. */
  onWritten: (written: Written) => void;
  /** Called when changes may have been applied, so that watching clients reload. */
  onDoubt: () => void;
}

const viewOf = (row: ListedChange): Change =>
  changeView(row, { item: { name: row.item_name, unit: row.item_unit }, user: row.user_name, undone: row.undone });

function mayUndo(change: ListedChange, actor: Actor): void {
  if (change.source === 'count') {
    throw new Conflict('of_count', 'Это итог подсчёта. Чтобы исправить его, откройте подсчёт снова');
  }
  if (change.source === 'delivery') {
    throw new Conflict('of_delivery', 'Это поставка. Чтобы исправить её, отмените её целиком');
  }
  if (actor && actor.role !== 'admin' && change.user_id !== actor.id) {
    throw new Forbidden('not_yours', 'Чужое изменение может отменить только администратор');
  }
  if (change.undoes) throw new Conflict('is_undo', 'Это уже отмена. Внесите изменение заново');
}

const undoRefused = (error: string | undefined): Conflict =>
  new Conflict('undo_refused', error ?? 'Отменить не получилось');

export function createChanges({ db, clock, timezone, isHidden, onWritten, onDoubt }: Deps) {
  const announce = (written: Written): void => {
    if (written.items.length > 0) onWritten(written);
  };
  const writer = createChangeWriter({ db, clock, timezone, isHidden, onWritten: announce, onDoubt });

  async function applyIn(trx: Knex.Transaction, changes: NewChange[], actor: Actor): Promise<Written> {
    return writeChanges(trx, [{ changes, actor }], { now: clock(), isHidden, timezone });
  }

  async function reverseOf(id: string): Promise<Change> {
    const reverse = await findReverse(db, id);
    if (!reverse) throw new Error(`the reverse of ${id} is not in the log`);
    return viewOf(reverse);
  }

  /** Takes a stated quantity back together with what deliveries were fitted to it, or nothing. */
  async function undoFitted(reverse: NewChange, fitted: { id: string; delta: string }[], actor: Actor): Promise<void> {
    const others = fitted.map(
      (one): NewChange => ({
        id: randomUUID(),
        itemId: reverse.itemId,
        delta: -Number(one.delta),
        source: 'delivery',
        undoes: one.id,
      }),
    );
    const written = await retried(db, async (trx) => {
      const all = await applyIn(trx, [reverse, ...others], actor);
      const refused = all.results.flat().find(({ status }) => status === 'rejected');
      if (refused) throw undoRefused(refused.error);
      return all;
    });
    announce(written);
  }

  return {
    /** Returns one result for each change, in their order, once all of them are durable. */
    apply: (changes: NewChange[], actor: Actor): Promise<PlainResult[]> => writer.submit({ changes, actor }),

    /** Tells whether all of them are already in the log. */
    async areWritten(changes: NewChange[]): Promise<boolean> {
      const ids = new Set(changes.map(({ id }) => id));
      return (await selectLogged(db, [...ids], [])).length === ids.size;
    },

    /** Applies changes inside the caller's transaction. The caller passes the answer to `announce` after the commit. */
    applyIn,
    announce,

    /** Writes the initial quantity of a new item inside the caller's transaction. */
    async writeFirst(trx: Knex.Transaction, itemId: number, quantity: number, actor: Actor) {
      const change = { id: randomUUID(), itemId, delta: quantity, source: 'web' as const, confirmed: true };
      const written = await applyIn(trx, [change], actor);
      return { item: written.items[0], announce: () => announce(written) };
    },

    async list(filter: ChangesFilter, page: { offset: number; limit: number; order: 'asc' | 'desc' }) {
      const { rows, total } = await listChanges(db, filter, timezone, page);
      if (!filter.fold) return { changes: rows.map(viewOf), total };
      const ids = rows.filter(({ source }) => source === 'import').map(({ id }) => id);
      const imported = ids.length > 0 ? await selectImported(db, ids) : new Map();
      const changes = rows.map((row) => {
        const of = imported.get(row.id);
        return of ? { ...viewOf(row), imported: of } : viewOf(row);
      });
      return { changes, total };
    },

    /** Writes the reverse once; a repeated call returns the same reverse. */
    async undo(id: string, actor: Actor, source: Source): Promise<Change> {
      const change = await findChange(db, id);
      if (!change) throw new NotFound('Такого изменения нет');
      mayUndo(change, actor);
      if (change.undone) return reverseOf(id);
      const reverse = { id: randomUUID(), itemId: change.item_id, delta: -Number(change.delta), source, undoes: id };
      const fitted = change.method === 'delta' ? [] : await selectFitted(db, id);
      if (fitted.length > 0) await undoFitted(reverse, fitted, actor);
      else {
        const [result] = await writer.submit({ changes: [reverse], actor });
        if (result?.status === 'rejected') throw undoRefused(result.error);
      }
      return reverseOf(id);
    },

    /** Of each item the newest closed count that has counted it after these changes: taking them back moves its result. */
    countsSince: (ids: string[]): Promise<{ item_id: number; title: string }[]> => selectCountsSince(db, ids),

    /** Writes what was submitted and accepts nothing more. */
    close: writer.close,
  };
}
export type Changes = ReturnType<typeof createChanges>;
