import { randomUUID } from 'node:crypto';
import { constraintOf, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { normaliseEan } from '../../contract/ean.ts';
import type { CreateItem, Item, UpdateItem } from '../../contract/items.ts';
import type { Actor, Changes } from '../changes/changes.service.ts';
import type { ItemRow } from '../tables.ts';
import { groupOf } from './item-groups.ts';
import { itemView } from './item-view.ts';
import {
  everythingVisibleUntil,
  findItem,
  findItemByEan,
  type ItemFields,
  type ItemsFilter,
  insertItem,
  lockItem,
  markItemDeleted,
  searchItems,
  selectCategories,
  updateItemRow,
} from './items.queries.ts';
import { searchName } from './search-name.ts';

interface Page {
  offset: number;
  limit: number;
  sort: string;
  order: 'asc' | 'desc';
}

interface Deps {
  db: Knex;
  changes: Changes;
  /** Items changed otherwise than by a change of quantity. */
  onItems: (items: Item[]) => void;
}

export const noItem = (): NotFound => new NotFound('Такой позиции нет');

function eanOf(input: string): string {
  const ean = normaliseEan(input);
  if (!ean) throw new InvalidInput('Проверьте штрихкод: контрольная цифра не сходится', { ean: 'Неверный штрихкод' });
  return ean;
}

const blankToNull = (text: string | null): string | null => text?.trim() || null;

/** The given fields as the columns hold them. */
function columnsOf(input: UpdateItem): ItemFields {
  const { name, article, ean, category, cost, ...rest } = input;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as ItemFields;
  if (name !== undefined) Object.assign(given, { name, search_name: searchName(name) });
  if (article !== undefined) given.article = blankToNull(article);
  if (ean !== undefined) given.ean = ean?.trim() ? eanOf(ean) : null;
  if (category !== undefined) given.category = category.trim();
  if (cost !== undefined) given.cost = cost === null ? null : Math.round(cost * 100);
  return given;
}

function checkWeights(row: { weight_empty_g?: unknown; weight_full_g?: unknown }): void {
  if (row.weight_empty_g == null || row.weight_full_g == null) return;
  if (Number(row.weight_full_g) <= Number(row.weight_empty_g)) {
    throw new InvalidInput('Полная бутылка тяжелее пустой', { weight_full_g: 'Больше веса пустой' });
  }
}

async function refusingDoubles<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    if (constraintOf(error) === 'items_ean_key') {
      throw new Conflict('ean_taken', 'Этот штрихкод уже у другой позиции', { ean: 'Уже занят' });
    }
    throw new Conflict('item_exists', 'Такая позиция уже есть', { name: 'Уже есть' });
  }
}

/** A group nobody has chosen follows the category and name. */
function regrouped(before: ItemRow, fields: ItemFields): ItemFields {
  if (fields.group || before.group !== groupOf(before.category, before.name)) return fields;
  return { ...fields, group: groupOf(fields.category ?? before.category, fields.name ?? before.name) };
}

function createWriters({ db, changes, onItems }: Deps) {
  return {
    /** The initial quantity becomes the item's first change. */
    async create({ quantity, ...input }: CreateItem, actor: Actor): Promise<Item> {
      const columns = columnsOf(input);
      checkWeights(columns);
      const group = columns.group ?? groupOf(columns.category ?? '', input.name);
      const created = await refusingDoubles(
        db.transaction(async (trx) => {
          const row = await insertItem(trx, { ...columns, group });
          if (!quantity) return { item: itemView(row), written: undefined };
          const first = { id: randomUUID(), itemId: row.id, delta: quantity, source: 'web' as const };
          const written = await changes.applyIn(trx, [first], actor);
          return { item: written.items[0] ?? itemView(row), written };
        }),
      );
      if (created.written) changes.announce(created.written);
      else onItems([created.item]);
      return created.item;
    },

    async update(id: number, input: UpdateItem): Promise<Item> {
      const columns = columnsOf(input);
      const row = await refusingDoubles(
        db.transaction(async (trx) => {
          const before = await lockItem(trx, id);
          if (!before) throw noItem();
          checkWeights({ ...before, ...columns });
          if (columns.unit && columns.unit !== before.unit && Number(before.quantity) !== 0) {
            throw new Conflict('unit_in_use', 'Единицу можно сменить, когда остаток равен нулю', {
              unit: 'Остаток не ноль',
            });
          }
          return updateItemRow(trx, id, regrouped(before, columns));
        }),
      );
      onItems([itemView(row)]);
      return itemView(row);
    },

    async remove(id: number): Promise<void> {
      const row = await markItemDeleted(db, id);
      if (!row) throw noItem();
      onItems([itemView(row)]);
    },
  };
}

export function createItems(deps: Deps) {
  const { db } = deps;
  return {
    ...createWriters(deps),

    /** `asOf` is the `changedSince` of the next reading. */
    async search(filter: ItemsFilter, page: Page): Promise<{ items: Item[]; total: number; asOf: Date }> {
      const asOf = await everythingVisibleUntil(db);
      const search = filter.search === undefined ? undefined : searchName(filter.search) || undefined;
      const { rows, total } = await searchItems(db, { ...filter, search }, page);
      return { items: rows.map(itemView), total, asOf };
    },

    async get(id: number): Promise<Item> {
      const row = await findItem(db, id);
      if (!row) throw noItem();
      return itemView(row);
    },

    /** By a barcode already normalised. */
    async byEan(ean: string): Promise<Item | undefined> {
      const row = await findItemByEan(db, ean);
      return row && itemView(row);
    },

    categories: () => selectCategories(db),
  };
}
export type Items = ReturnType<typeof createItems>;
