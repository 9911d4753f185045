import { integer, listOf, number, oneOf, text, time, unionOf } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  bulkItemsSchema,
  createItemSchema,
  groups,
  itemsFilterSchema,
  measureItemSchema,
  units,
  updateItemSchema,
} from './items.ts';

/** One scan of the barcode means `pack` bottles or pieces. */
const itemCodeSchema = yup.object({ ean: text(), pack: integer() });
export type ItemCode = yup.InferType<typeof itemCodeSchema>;

const itemSchema = yup.object({
  id: integer(),
  name: text(),
  article: text().nullable(),
  ean: text().nullable(),
  /** Barcodes other than `ean`. */
  codes: listOf(itemCodeSchema),
  category: text(),
  group: oneOf(groups),
  unit: oneOf(units),
  quantity: number(),
  expected: number().nullable(),
  par: number().nullable(),
  /** Roubles per unit. */
  cost: number().nullable(),
  volume_ml: number().nullable(),
  weight_empty_g: number().nullable(),
  weight_full_g: number().nullable(),
  density_g_per_ml: number().nullable(),
  updated_at: time(),
  /** The time of its latest change of stock; null if it never had one. */
  changed_at: time().nullable(),
  /** Present only in answers to `changedSince`. */
  deleted: yup.boolean().isTrue(),
});
export type Item = yup.InferType<typeof itemSchema>;

/** An item for a user who counts it blindly, without the expected quantities. */
export type HiddenItem = Omit<Item, 'quantity' | 'expected'> & { quantity: null; expected: null; hidden: true };

/**
 * The form that clients receive: `hidden` for a user while a blind count of the item is open, never for an
 * administrator.
 */
export type ShownItem = (Item & { hidden?: never }) | HiddenItem;

export const shownItemSchema: yup.ObjectSchema<ShownItem> = unionOf(
  itemSchema.shape({ quantity: number().nullable(), hidden: yup.boolean().isTrue() }),
);

const shown = { answer: yup.object({ item: shownItemSchema }) } as const;

/** Sentences about what another unit has made of prices, pars and orders. */
const notes = listOf(text());

export const itemEndpoints = defineEndpoints({
  'GET /api/items': {
    summary: 'Items; with `changedSince` those that changed, deleted ones too',
    access: 'user',
    list: {
      rows: 'items',
      sorts: ['name', 'id', 'category', 'quantity', 'updated_at'],
      sort: 'name',
      filter: itemsFilterSchema,
    },
    answer: yup.object({
      items: listOf(shownItemSchema),
      /** The moment up to which the answer is complete: the next `changedSince`. A search has none. */
      asOf: time().optional(),
      /** The id of the data, which changes when the venue is restored from a backup. */
      dataset: text().optional(),
      /** Set while quantities are hidden from the caller. */
      blind: yup.boolean().isTrue(),
    }),
  },
  'GET /api/items/:id': { summary: 'One item', access: 'user', ...shown },
  'POST /api/items': {
    summary:
      'Add an item, once by its `key`; 409 `doubtful` asks about a first quantity that is probably a slip. Staff may if the settings let them',
    access: 'user',
    status: 201,
    body: createItemSchema,
    ...shown,
  },
  'POST /api/items/bulk': {
    summary: 'Change or delete many items, all or none',
    access: 'admin',
    body: bulkItemsSchema,
    answer: yup.object({ count: integer(), notes }),
  },
  'POST /api/items/:id/measure': {
    summary: "A bottle's weights from the scale",
    access: 'user',
    body: measureItemSchema,
    ...shown,
  },
  'PUT /api/items/:id': {
    summary: 'Change an item; what is left out stays',
    access: 'admin',
    body: updateItemSchema,
    answer: yup.object({ item: shownItemSchema, notes }),
  },
  'DELETE /api/items/:id': { summary: 'Delete an item', access: 'admin' },
});

const categorySchema = yup.object({ name: text(), count: integer() });
export type Category = yup.InferType<typeof categorySchema>;

export const categoryEndpoints = defineEndpoints({
  'GET /api/categories': {
    summary: 'Categories with the numbers of their items',
    access: 'user',
    answer: yup.object({ categories: listOf(categorySchema) }),
  },
});
