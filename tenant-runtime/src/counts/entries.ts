import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import { type Knex, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Forbidden, NotFound } from '@ostatok/kit/node/errors.ts';
import type { CountEntryResult, TakenEntry } from '../../contract/counts.endpoints.ts';
import { eansOf } from '../items/item-codes.ts';
import { retried } from '../retried.ts';
import type { CountRow } from '../tables.ts';
import { type CountDeps, type CountPerson, noCount, requireOpen } from './count-deps.ts';
import { entryView } from './count-view.ts';
import { lockCount } from './counts.queries.ts';
import {
  type EntryColumns,
  handOnReplaced,
  insertEntries,
  lockEntry,
  restoreReplaced,
  selectAreaIds,
  selectEntered,
  selectEntries,
  selectKnown,
  selectLineRounds,
  selectSeenMarks,
  sumReplaced,
  voidEntry,
  voidReplaced,
} from './entries.queries.ts';
import { type Counting, type NewEntry, type PlannedEntry, type Planning, planEntry, repeated } from './entry-plan.ts';
import type { Lines } from './lines.ts';
import { insertLines, selectHeld } from './opening.queries.ts';
import { seenMarks, storedMark } from './seen-marks.ts';

async function readCounting(trx: Knex.Transaction, count: CountRow, inputs: NewEntry[]): Promise<Counting> {
  const ids = inputs.flatMap(({ itemId }) => itemId ?? []);
  const eans = inputs.flatMap(({ ean }) => (ean ? (normaliseEan(ean) ?? []) : []));
  const items = await selectEntered(trx, [...new Set(ids)], [...new Set(eans)]);
  const itemIds = items.map(({ id }) => id);
  const lines = await selectLineRounds(trx, count.id, itemIds);
  const known = await selectKnown(
    trx,
    inputs.map(({ id }) => id),
  );
  const areas = inputs.some(({ areaId }) => areaId != null) ? await selectAreaIds(trx, count.id) : [];
  const marks = inputs.flatMap(({ mark }) => storedMark(mark) ?? []);
  const seen = marks.length > 0 ? await selectSeenMarks(trx, count.id, marks) : [];
  const outside = new Set(itemIds);
  for (const { item_id } of lines) outside.delete(item_id);
  const held = outside.size > 0 && !count.spot ? await selectHeld(trx, [...outside], count.id) : [];
  return {
    count,
    items: new Map(items.map((item) => [item.id, item])),
    idsByEan: new Map(items.flatMap((item) => (item.deleted_at ? [] : eansOf(item).map((ean) => [ean, item.id])))),
    lines: new Map(lines.map((line) => [line.item_id, line])),
    areas: new Set(areas),
    heldElsewhere: new Map(held.map(({ item_id, title }) => [item_id, title])),
    known: new Map(known.map((row) => [row.id, row])),
    seen: seenMarks(seen),
  };
}

interface Entered {
  planned: PlannedEntry[];
  count: CountRow;
  addedLines: boolean;
}

/**
 * Writes entries. The count's row is locked in shared mode until the commit, so a closing waits for it, and entries
 * after the closing are refused.
 */
async function write(trx: Knex.Transaction, countId: number, inputs: NewEntry[], planning: Planning): Promise<Entered> {
  const count = await lockCount(trx, countId, 'enter');
  if (!count) throw noCount();
  const counting = await readCounting(trx, count, inputs);
  const planned = inputs.map((input) => planEntry(input, counting, planning));
  const rows = planned.flatMap((plan): EntryColumns[] => (plan.status === 'applied' ? [plan.row] : []));
  const added = new Set(rows.flatMap(({ item_id }) => (counting.lines.has(item_id) ? [] : item_id)));
  if (added.size > 0) await insertLines(trx, countId, [...added], !count.spot);
  const fresh = await insertEntries(trx, rows);
  if (fresh.size < rows.length) await settleRaces(trx, countId, inputs, planned, fresh);
  for (const [index, plan] of planned.entries()) {
    if (plan.status === 'applied' && inputs[index]?.replaces) await voidReplaced(trx, plan.row, planning.now);
  }
  return { planned, count, addedLines: added.size > 0 };
}

/** Resolves entries that two requests sent at once: the row that the other request has written decides. */
async function settleRaces(
  trx: Knex.Transaction,
  countId: number,
  inputs: NewEntry[],
  planned: PlannedEntry[],
  fresh: Set<string>,
): Promise<void> {
  const raced = planned.flatMap((plan) => (plan.status === 'applied' && !fresh.has(plan.row.id) ? [plan.row] : []));
  const known = new Map(
    (
      await selectKnown(
        trx,
        raced.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  for (const [index, plan] of planned.entries()) {
    const [input, row] = [inputs[index], plan.status === 'applied' ? known.get(plan.row.id) : undefined];
    if (plan.status !== 'applied' || !input || !row) continue;
    planned[index] = repeated(input, row, { countId, itemId: plan.row.item_id });
  }
}

export function createEntries(deps: CountDeps, lines: Lines) {
  const { db, clock, timezone, blindness, onCount } = deps;

  async function answer(inputs: NewEntry[], planned: PlannedEntry[], count: CountRow, caller: CountPerson) {
    const ids = inputs.flatMap(({ id }, index) => (planned[index]?.status === 'rejected' ? [] : id));
    const entries = new Map((await selectEntries(db, ids)).map((row) => [row.id, entryView(row)]));
    const replaced = inputs.some(({ replaces }) => replaces) ? await sumReplaced(db, ids) : undefined;
    const itemIds = [...new Set([...entries.values()].map(({ item }) => item.id))];
    const views = new Map((await lines.views(count, itemIds, caller)).map((line) => [line.item.id, line]));
    return inputs.map(({ id }, index): CountEntryResult => {
      const plan = planned[index] as PlannedEntry;
      if (plan.status === 'rejected') {
        const { error, doubt, seen } = plan;
        return { id, status: 'rejected', error, ...(doubt && { doubt }), ...(seen && { seen }) };
      }
      const entry = entries.get(id);
      if (!entry) throw new Error(`entry ${id} was planned and is not there`);
      const line = views.get(entry.item.id);
      const before = replaced?.get(id);
      return {
        id,
        status: plan.status,
        entry,
        ...(line ? { line } : {}),
        ...(before === undefined ? {} : { replaced: before }),
      };
    });
  }

  return {
    /** Returns one result for each entry, in their order, once all of them are durable. */
    async enter(countId: number, inputs: NewEntry[], caller: CountPerson): Promise<CountEntryResult[]> {
      if (inputs.length === 0) return [];
      const isHidden = (itemId: number): boolean => blindness.isHidden(itemId, caller);
      const planning = { userId: caller.id, userName: caller.name, timezone, isHidden };
      const { planned, count, addedLines } = await retried(
        db,
        (trx) => write(trx, countId, inputs, { ...planning, now: clock() }),
        [UNIQUE_VIOLATION],
      );
      if (addedLines && count.blind) await blindness.reload();
      if (planned.some(({ status }) => status === 'applied')) onCount(countId);
      return answer(inputs, planned, count, caller);
    },

    /** Tells whether all of them have already been entered. */
    async areEntered(_countId: number, inputs: NewEntry[]): Promise<boolean> {
      const ids = new Set(inputs.map(({ id }) => id));
      return (await selectEntries(db, [...ids])).length === ids.size;
    },

    /**
     * Takes an entry back, which keeps it in the list, and brings back what it had replaced. Taken back already, it is answered
     * as it is, also when the count was closed since.
     */
    async takeBack(countId: number, entryId: string, caller: CountPerson): Promise<TakenEntry> {
      await retried(db, async (trx) => {
        const count = await lockCount(trx, countId, 'enter');
        if (!count) throw noCount();
        const entry = await lockEntry(trx, countId, entryId);
        if (!entry) throw new NotFound('Такой записи в подсчёте нет');
        if (caller.role !== 'admin' && entry.user_id !== caller.id) {
          throw new Forbidden('not_yours', 'Чужую запись может убрать только администратор');
        }
        if (entry.voided_at) {
          if (entry.replaced_by !== null) await handOnReplaced(trx, entry);
          return;
        }
        requireOpen(count);
        await voidEntry(trx, entryId, caller.id, clock());
        await restoreReplaced(trx, entryId);
      });
      onCount(countId);
      const [row] = await selectEntries(db, [entryId]);
      if (!row) throw new Error(`entry ${entryId} was taken back and is not there`);
      const restored = (await sumReplaced(db, [entryId])).get(entryId);
      return { ...entryView(row), ...(restored === undefined ? {} : { restored }) };
    },
  };
}
