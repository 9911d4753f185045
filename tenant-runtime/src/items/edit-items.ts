import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { BulkItems, MeasureItem, UpdateItem } from '../../contract/items.ts';
import type { ItemRow } from '../tables.ts';
import type { Actor } from './actor.ts';
import type { AddingDeps } from './add-item.ts';
import { forgetGivenCodes, lockCodes } from './item-codes.queries.ts';
import { checkOwnCodes } from './item-codes.ts';
import { checkWeights, columnsOf, regrouped } from './item-columns.ts';
import { itemView } from './item-view.ts';
import {
  findCountedNow,
  type ItemFields,
  lockItem,
  lockLiveItems,
  markItemsDeleted,
  updateItemRow,
  updateItemRows,
} from './items.queries.ts';
import { type Weights, weightsFrom } from './measure-item.ts';
import { keepMeasurement, toleranceOf, weighedFacts } from './measurements.ts';
import { noItem, refuseTakenCodes, refusingDoubles } from './taken.ts';
import { unitChangeOf } from './unit-change.ts';
import { settleUnits } from './unit-notes.ts';

/**
 * Throws Conflict if the stock of an item, or what is being counted of it, would be in another unit than it was entered in.
 */
async function mustBeFree(trx: Knex.Transaction, rows: readonly ItemRow[], unit: string | undefined): Promise<void> {
  const changed = rows.filter((item) => unit && unit !== item.unit);
  const stocked = changed.find(({ quantity }) => Number(quantity) !== 0);
  if (stocked)
    throw new Conflict('unit_in_use', `«${stocked.name}»: единицу можно сменить, когда остаток равен нулю`, {
      unit: 'Остаток не ноль',
    });
  const ids = changed.map(({ id }) => id);
  const counted = await findCountedNow(trx, ids);
  if (counted)
    throw new Conflict('unit_in_use', `«${counted.name}» сейчас считают. Единицу можно сменить после подсчёта`, {
      unit: 'Идёт подсчёт',
    });
}

/** Groups rows that get the same columns: the group of each item may depend on its name, a price on its former unit. */
function byColumns(rows: ItemRow[], columns: ItemFields): { ids: number[]; fields: ItemFields }[] {
  const sets = new Map<string, { ids: number[]; fields: ItemFields }>();
  for (const row of rows) {
    const fields = { ...regrouped(row, columns), ...unitChangeOf(row, columns)?.fields };
    const key = JSON.stringify(fields);
    const set = sets.get(key) ?? { ids: [], fields };
    set.ids.push(row.id);
    sets.set(key, set);
  }
  return [...sets.values()];
}

interface Edited {
  rows: ItemRow[];
  notes: string[];
}

async function editAll(trx: Knex.Transaction, rows: ItemRow[], set: UpdateItem): Promise<Edited> {
  const columns = columnsOf(set);
  if (Object.keys(columns).length === 0) throw new InvalidInput('Укажите, что изменить');
  await mustBeFree(trx, rows, columns.unit);
  const edited: ItemRow[] = [];
  for (const { ids, fields } of byColumns(rows, columns)) edited.push(...(await updateItemRows(trx, ids, fields)));
  const changed = rows.flatMap((row) => {
    const change = unitChangeOf(row, columns);
    return change ? [{ id: row.id, note: change.note }] : [];
  });
  const ids = changed.map(({ id }) => id);
  const said = changed.map(({ note }) => note);
  return { rows: edited, notes: await settleUnits(trx, ids, said) };
}

/** Returns the further barcodes that an edit adds to an item. */
const addedCodes = (before: ItemRow, { codes = [] }: ItemFields): string[] => {
  const had = new Set(before.codes.map(({ ean }) => ean));
  return codes.flatMap(({ ean }) => (had.has(ean) ? [] : ean));
};

const saysNothingNew = (item: ItemRow, weights: Weights): boolean =>
  Object.entries(weights).every(([field, weight]) => Number(item[field as keyof Weights] ?? Number.NaN) === weight);

interface EditingDeps extends Pick<AddingDeps, 'db' | 'proposals' | 'onItems'> {
  clock: () => Date;
}

export function createEditing({ db, clock, proposals, onItems }: EditingDeps) {
  function announce(row: ItemRow): Item {
    const item = itemView(row);
    onItems([item]);
    return item;
  }

  return {
    /** Edits an item; the notes say what another unit has made of it. */
    async update(id: number, input: UpdateItem): Promise<{ item: Item; notes: string[] }> {
      const columns = columnsOf(input);
      const givesCodes = Boolean(columns.ean || columns.codes?.length);
      const write = db.transaction(async (trx) => {
        if (givesCodes) await lockCodes(trx);
        const before = await lockItem(trx, id);
        if (!before) throw noItem();
        const after = { ...before, ...columns } as ItemRow;
        checkWeights(after);
        checkOwnCodes(after);
        await mustBeFree(trx, [before], columns.unit);
        if (givesCodes) await refuseTakenCodes(trx, after, id);
        const change = unitChangeOf(before, columns);
        const added = addedCodes(before, columns);
        if (added.length > 0) await forgetGivenCodes(trx, id, added);
        const row = await updateItemRow(trx, id, { ...regrouped(before, columns), ...change?.fields });
        return { row, notes: change ? await settleUnits(trx, [id], [change.note]) : [] };
      });
      const { row, notes } = await refusingDoubles(write);
      return { item: announce(row), notes };
    },

    /**
     * Stores a bottle's weights from the scale; what weighings agree about is proposed to the catalogue. Throws Conflict
     * with a question if they disagree.
     */
    async measure(id: number, input: MeasureItem, actor: Actor): Promise<Item> {
      const { row, proposed } = await db.transaction(async (trx) => {
        const before = await lockItem(trx, id);
        if (!before) throw noItem();
        const mayReplace = actor === null || actor.role === 'admin';
        const weights = weightsFrom(before, input, { mayReplace, toleranceG: toleranceOf(input.stepG) });
        const measurements = await keepMeasurement(trx, before, { input, actor, now: clock() });
        if (!measurements) return { row: before, proposed: false };
        const after = saysNothingNew(before, weights) ? before : await updateItemRow(trx, id, weights);
        const weighed = weighedFacts(after, measurements);
        return { row: after, proposed: weighed !== undefined && (await proposals.queueWeighed(trx, after, weighed)) };
      });
      if (proposed) proposals.send();
      return announce(row);
    },

    async remove(id: number): Promise<void> {
      const [row] = await markItemsDeleted(db, [id]);
      if (!row) throw noItem();
      announce(row);
    },

    /** Edits or deletes all of the items or none, and returns their number and what other units have made of them. */
    async bulk({ itemIds, set }: BulkItems): Promise<{ count: number; notes: string[] }> {
      const ids = [...new Set(itemIds)];
      const { rows, notes } = await db.transaction(async (trx) => {
        const locked = await lockLiveItems(trx, ids);
        if (locked.length < ids.length) throw new NotFound('Некоторых позиций уже нет. Обновите список и повторите');
        return set ? editAll(trx, locked, set) : { rows: await markItemsDeleted(trx, ids), notes: [] };
      });
      onItems(rows.map(itemView));
      return { count: rows.length, notes };
    },
  };
}
