import type { Item } from '../../contract/items.endpoints.ts';
import { type AddingDeps, createAdding } from './add-item.ts';
import { createEditing } from './edit-items.ts';
import { type StockRow, selectStock } from './find-item.queries.ts';
import { findItemByEan, findItemOfProduct } from './item-codes.queries.ts';
import { packOf } from './item-codes.ts';
import type { ItemNames } from './item-names.ts';
import { itemView } from './item-view.ts';
import {
  findItem,
  type ItemsFilter,
  type Page,
  selectCategories,
  selectFound,
  selectLiving,
  selectPage,
  visibleExtent,
} from './items.queries.ts';
import { noItem } from './taken.ts';
import { forgetName, listTaught, teachName } from './taught-names.queries.ts';

export type { StockRow };

interface Deps extends AddingDeps {
  names: ItemNames;
  clock: () => Date;
}

export interface ItemList {
  items: Item[];
  total: number;
  /** The `changedSince` of the next reading; a search has none. */
  asOf?: Date;
  /** The id of the database: what was read before a backup replaced it does not apply to the new one. */
  dataset?: string;
}

export function createItems(deps: Deps) {
  const { db, names } = deps;

  return {
    ...createAdding(deps),
    ...createEditing(deps),

    /** Returns matches in the order of likeness. */
    async search(text: string, filter: ItemsFilter, page: Pick<Page, 'offset' | 'limit'>): Promise<ItemList> {
      const known = await names.current();
      const { rows, total } = await selectFound(db, known.search(text), filter, page);
      return { items: rows.map(itemView), total };
    },

    async list(filter: ItemsFilter, page: Page): Promise<ItemList> {
      const extent = await visibleExtent(db);
      const { rows, total } = await selectPage(db, filter, page);
      return { items: rows.map(itemView), total, ...extent };
    },

    async get(id: number): Promise<Item> {
      const row = await findItem(db, id);
      if (!row) throw noItem();
      return itemView(row);
    },

    /** Returns those of the items that still exist, in no order. */
    some: async (ids: number[]): Promise<Item[]> => (await selectLiving(db, ids)).map(itemView),

    /** Finds an item by any of its normalised barcodes; one scan means `pack` bottles or pieces. */
    async byEan(ean: string): Promise<{ item: Item; pack: number } | undefined> {
      const row = await findItemByEan(db, ean);
      return row && { item: itemView(row), pack: packOf(row, ean) };
    },

    /**
     * Finds the item that has one of the other codes of a product. An administrator who has taken a code away from an item
     * has said that it is another product.
     */
    async ofProduct(ean: string, others: string[]): Promise<Item | undefined> {
      const row = others.length > 0 ? await findItemOfProduct(db, ean, others) : undefined;
      return row && itemView(row);
    },

    /** Returns the stock of each item, in no order, without deleted ones. */
    stock: (ids: number[]): Promise<StockRow[]> => selectStock(db, ids),

    /** Teaches the item a name; returns false if it has too many already. */
    async teach(id: number, name: string): Promise<boolean> {
      const taught = await teachName(db, id, name);
      names.touch();
      return taught;
    },

    async forget(id: number, name: string): Promise<void> {
      await forgetName(db, id, name);
      names.touch();
    },

    taught: () => listTaught(db),

    categories: () => selectCategories(db),
  };
}
export type Items = ReturnType<typeof createItems>;
