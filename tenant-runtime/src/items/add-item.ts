import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden } from '@ostatok/kit/node/errors.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { CreateItem } from '../../contract/items.ts';
import { doubtOf } from '../../contract/plausibility.ts';
import type { Proposals } from '../platform/proposals.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Actor } from './actor.ts';
import { findItemByKey, lockCodes } from './item-codes.queries.ts';
import { checkOwnCodes, eansOf } from './item-codes.ts';
import { checkWeights, columnsOf } from './item-columns.ts';
import { groupOf } from './item-groups.ts';
import type { ItemNames } from './item-names.ts';
import { itemView, type ViewRow } from './item-view.ts';
import { type ItemFields, insertItem } from './items.queries.ts';
import { refuseTakenCodes, refusingDoubles } from './taken.ts';

/** The first change of a new item. */
interface FirstChange {
  item: Item | undefined;
  /** Tells of the change; call it after the commit. */
  announce: () => void;
}

export interface AddingDeps {
  db: Knex;
  /** Writes the item's initial quantity in the transaction that makes the item. */
  writeFirst: (trx: Knex.Transaction, itemId: number, quantity: number, actor: Actor) => Promise<FirstChange>;
  settings: SettingsService;
  proposals: Proposals;
  names: Pick<ItemNames, 'touch'>;
  /** Called with items that changed in another way than by a change of quantity. */
  onItems: (items: Item[]) => void;
}

interface Asked extends Pick<CreateItem, 'quantity' | 'propose' | 'confirmed'> {
  columns: ItemFields & Required<Pick<ItemFields, 'ean' | 'codes'>>;
  key: string | undefined;
  actor: Actor;
  allowed: boolean;
}

interface Made {
  item: Item;
  /** True if an earlier request with the same key made the item. */
  again?: boolean;
  first?: FirstChange;
  proposed?: boolean;
}

/** Returns the requested item in the form of the columns. Throws InvalidInput. */
function newColumns(input: CreateItem): Asked['columns'] {
  const { quantity: _, key: __, propose: ___, confirmed: ____, ...fields } = input;
  const columns = { ean: null, codes: [], ...columnsOf(fields) };
  checkWeights(columns);
  checkOwnCodes(columns);
  return { ...columns, group: columns.group ?? groupOf(columns.category ?? '', input.name) };
}

/** Throws Conflict with the question if the first quantity is probably a slip and has not been confirmed. */
function refuseDoubtful({ quantity, confirmed }: Asked, { name, unit, par, volume_ml }: ViewRow): void {
  if (!quantity || confirmed) return;
  const facts = { name, unit, quantity: null, par: par === null ? null : Number(par), volume_ml };
  const doubt = doubtOf(facts, { first: quantity });
  if (doubt) throw new Conflict('doubtful', doubt.question, { quantity: doubt.question });
}

export function createAdding({ db, writeFirst, settings, proposals, names, onItems }: AddingDeps) {
  const mayAdd = async (actor: Actor): Promise<boolean> =>
    actor === null || actor.role === 'admin' || (await settings.get()).staffAddsItems;

  async function make(trx: Knex.Transaction, asked: Asked): Promise<Made> {
    const { columns, key, quantity, propose, actor, allowed } = asked;
    if (key || eansOf(columns).length > 0) await lockCodes(trx);
    const before = key ? await findItemByKey(trx, key) : undefined;
    if (before) return { item: itemView(before), again: true };
    if (!allowed) throw new Forbidden('staff_adds_no_items', 'Добавлять позиции может только администратор заведения');
    await refuseTakenCodes(trx, columns, null);
    const row = await insertItem(trx, { ...columns, key: key ?? null, created_by: actor?.id ?? null });
    refuseDoubtful(asked, row);
    const proposed = propose === true && (await proposals.queue(trx, row));
    if (!quantity) return { item: itemView(row), proposed };
    const first = await writeFirst(trx, row.id, quantity, actor);
    return { item: first.item ?? itemView(row), first, proposed };
  }

  return {
    /**
     * Creates an item, whose initial quantity becomes its first change. A repeated key returns the item that it has
     * made. Throws Forbidden where the tenant lets only administrators add items.
     */
    async create(input: CreateItem, actor: Actor): Promise<Item> {
      const { quantity, propose, key, confirmed } = input;
      const asked = {
        columns: newColumns(input),
        key,
        quantity,
        propose,
        confirmed,
        actor,
        allowed: await mayAdd(actor),
      };
      const made = await refusingDoubles(db.transaction((trx) => make(trx, asked)));
      if (made.proposed) proposals.send();
      // An item with stock is announced as a change, and changes do not refresh names.
      if (made.first) names.touch();
      made.first?.announce();
      if (!made.again) onItems([made.item]);
      return made.item;
    },

    /** Tells whether the key has already made an item. */
    isAdded: async ({ key }: CreateItem): Promise<boolean> =>
      key !== undefined && Boolean(await findItemByKey(db, key)),
  };
}
