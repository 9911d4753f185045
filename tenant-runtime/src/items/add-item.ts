import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden } from '@ostatok/kit/node/errors.ts';
import type { CreateItem, Item } from '../../contract/items.ts';
import { doubtOf } from '../../contract/plausibility.ts';
import type { Actor, Changes, Written } from '../changes/changes.service.ts';
import type { Proposals } from '../platform/proposals.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { findItemByKey, lockCodes } from './item-codes.queries.ts';
import { checkOwnCodes, eansOf } from './item-codes.ts';
import { checkWeights, columnsOf } from './item-columns.ts';
import { groupOf } from './item-groups.ts';
import type { ItemNames } from './item-names.ts';
import { itemView, type ViewRow } from './item-view.ts';
import { type ItemFields, insertItem } from './items.queries.ts';
import { refuseTakenCodes, refusingDoubles } from './taken.ts';

export interface AddingDeps {
  db: Knex;
  changes: Changes;
  settings: SettingsService;
  proposals: Proposals;
  names: Pick<ItemNames, 'touch'>;
  /** Items changed otherwise than by a change of quantity. */
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
  /** Made before, by the same key. */
  again?: boolean;
  written?: Written | undefined;
  proposed?: boolean;
}

/** What was asked for, as the columns hold it. Throws InvalidInput. */
function newColumns(input: CreateItem): Asked['columns'] {
  const { quantity: _, key: __, propose: ___, confirmed: ____, ...fields } = input;
  const columns = { ean: null, codes: [], ...columnsOf(fields) };
  checkWeights(columns);
  checkOwnCodes(columns);
  return { ...columns, group: columns.group ?? groupOf(columns.category ?? '', input.name) };
}

/** Throws Conflict with the question where the first quantity is probably a slip and nobody has confirmed it. */
function refuseDoubtful({ quantity, confirmed }: Asked, { name, unit, par, volume_ml }: ViewRow): void {
  if (!quantity || confirmed) return;
  const facts = { name, unit, quantity: null, par: par === null ? null : Number(par), volume_ml };
  const doubt = doubtOf(facts, { first: quantity });
  if (doubt) throw new Conflict('doubtful', doubt.question, { quantity: doubt.question });
}

export function createAdding({ db, changes, settings, proposals, names, onItems }: AddingDeps) {
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
    const first = { id: randomUUID(), itemId: row.id, delta: quantity, source: 'web' as const, confirmed: true };
    const written = await changes.applyIn(trx, [first], actor);
    return { item: written.items[0] ?? itemView(row), written, proposed };
  }

  return {
    /**
     * The initial quantity becomes the item's first change; sent again with the same key it answers the item that the key
     * has made. Throws Forbidden where the venue lets only administrators add.
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
      // An item with stock is told of as a change, and changes rename nothing.
      if (made.written) names.touch();
      if (made.written) changes.announce(made.written);
      if (!made.again) onItems([made.item]);
      return made.item;
    },

    /** Whether its key has made an item before. */
    isAdded: async ({ key }: CreateItem): Promise<boolean> =>
      key !== undefined && Boolean(await findItemByKey(db, key)),
  };
}
