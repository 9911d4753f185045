import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  addDeliverySchema,
  decideLinesSchema,
  deliveriesFilterSchema,
  deliveryKinds,
  deliveryStatuses,
  postDeliverySchema,
  updateDeliverySchema,
} from './deliveries.ts';
import { similarReasons } from './imports.endpoints.ts';
import { units } from './items.ts';

/** Sums are roubles, null where they are not known. */
const sums = { net: number().nullable(), vat: number().nullable(), gross: number().nullable() };
const totalsSchema = yup.object({ quantity: number().nullable(), ...sums });

const deliverySchema = yup.object({
  id: integer(),
  key: text(),
  status: oneOf(deliveryStatuses),
  kind: oneOf(deliveryKinds),
  /** The name of the file as uploaded. */
  file: text().nullable(),
  supplier: yup.object({ id: integer(), name: text() }).nullable(),
  /** The name that the file gives its supplier, while nobody has chosen one. */
  said_supplier: text().nullable(),
  number: text().nullable(),
  day: text().nullable(),
  lines: integer(),
  /** Roubles of all lines that are not left out, with VAT where it is known. */
  worth: number(),
  /** Roubles of what the document has and has not come. */
  short_worth: number(),
  created_at: time(),
  received_at: time().nullable(),
  posted_at: time().nullable(),
  reversed_at: time().nullable(),
});
export type Delivery = yup.InferType<typeof deliverySchema>;

const proposalSchema = yup.object({
  item_id: integer(),
  name: text(),
  /** From 0.5 to 1. */
  confidence: number(),
  reasons: listOf(yup.object({ of: oneOf(similarReasons), agrees: flag().nullable() })),
  /** Nothing speaks against it. */
  sure: flag(),
});

/** What the quantity of a line may be in, and how much of the item that is; null where a person has to say that too. */
const unitChoiceSchema = yup.object({
  unit: oneOf(units),
  stock_quantity: number().nullable(),
  /** The price or the amount speaks for it. */
  likely: flag(),
});
export type UnitChoice = yup.InferType<typeof unitChoiceSchema>;

/** How a posted delivery is like this one. */
export const duplicateKinds = ['number', 'rows'] as const;
export type DuplicateKind = (typeof duplicateKinds)[number];

const lineSchema = yup.object({
  place: integer(),
  /** As the document numbers it. */
  number: integer(),
  code: text().nullable(),
  name: text().nullable(),
  unit: text().nullable(),
  /** What the quantity is in, where the document names no unit. */
  counted_in: oneOf(units).nullable(),
  /** Empty where the document says it, or where there is nothing to choose. */
  unit_choices: listOf(unitChoiceSchema),
  packs: number().nullable(),
  in_pack: number().nullable(),
  quantity: number(),
  /** What has really come, in the same unit; null where it is as the document says. */
  came: number().nullable(),
  /** Roubles for one, as the document says. */
  price: number().nullable(),
  ...sums,
  vat_rate: text().nullable(),
  marks: integer(),
  alccode: text().nullable(),
  ean: text().nullable(),
  volume_ml: integer().nullable(),
  /** Left out of the stock, as a service is. */
  skipped: flag(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }).nullable(),
  factor: number().nullable(),
  /** What is added to the item, in its unit. */
  stock_quantity: number().nullable(),
  proposals: listOf(proposalSchema),
  /** Roubles for a unit of the item: by this line, and when it was bought before. */
  unit_cost: number().nullable(),
  last_unit_cost: number().nullable(),
  /** A sentence, where the two are far apart. */
  price_jump: text().nullable(),
});
export type DeliveryLine = yup.InferType<typeof lineSchema>;

const orderedItem = { item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }) };
/** Quantities in the item's unit: what was waited for, and what has come. */
const quantities = listOf(yup.object({ ...orderedItem, ordered: number(), came: number() }));

/** A delivery against the open orders of its supplier that have any of its items. */
const orderCheckSchema = yup.object({
  /** Their numbers. */
  orders: listOf(integer()),
  /** Items that were waited for, in units that can be compared. */
  lines: integer(),
  short: quantities,
  over: quantities,
  /** Roubles for a unit: at the time of the order, and now. */
  priced: quantities,
  /** In none of the orders. */
  unordered: quantities,
  /** Lines of orders that wait in a unit of which nothing can be counted in the item's own. */
  other_unit: listOf(yup.object({ ...orderedItem, ordered: number(), ordered_unit: oneOf(units), came: number() })),
});
export type OrderCheck = yup.InferType<typeof orderCheckSchema>;

const detailsSchema = deliverySchema.shape({
  /** The document's own totals beside what its lines add up to; null for one without a file. */
  totals: yup.object({ stated: totalsSchema, summed: totalsSchema }).nullable(),
  /** What contradicts itself in the document. */
  warnings: listOf(text()),
  rows: listOf(lineSchema),
  /** Posted deliveries of this supplier with the same number and day, or of the same day with the same rows. */
  duplicates: listOf(yup.object({ id: integer(), posted_at: time(), same: oneOf(duplicateKinds) })),
  /** Null where nothing of it was ordered; lines that are not decided are left out. */
  order_check: orderCheckSchema.nullable(),
});
export type DeliveryDetails = yup.InferType<typeof detailsSchema>;

const details = yup.object({ delivery: detailsSchema });

/** The first rows of a table in which nobody has said what is where. */
const unknownTableSchema = yup.object({
  sheets: listOf(text()),
  rows: listOf(yup.object({ row: integer(), cells: listOf(yup.object({ column: text(), text: text() })) })),
});

export const deliveryUploadEndpoints = defineEndpoints({
  'POST /api/deliveries/upload': {
    summary: "Read a supplier's file into a draft, with `key`, `supplier_id` and `layout` beside the file",
    access: 'admin',
    hasFile: true,
    answer: yup.object({
      delivery: detailsSchema.nullable(),
      /** Set instead of `delivery` when the columns of a table have to be chosen first. */
      unknown: unknownTableSchema.nullable(),
    }),
  },
});

export const deliveryEndpoints = defineEndpoints({
  'GET /api/deliveries': {
    summary: 'Deliveries, the newest first',
    access: 'admin',
    list: { rows: 'deliveries', sorts: ['id'], sort: 'id', order: 'desc', filter: deliveriesFilterSchema },
    answer: yup.object({ deliveries: listOf(deliverySchema) }),
  },
  'POST /api/deliveries': {
    summary: 'Write a draft by hand',
    access: 'admin',
    body: addDeliverySchema,
    answer: details,
    status: 201,
  },
  'GET /api/deliveries/:id': { summary: 'A delivery with its lines', access: 'admin', answer: details },
  'PUT /api/deliveries/:id': {
    summary: 'Change a draft; what is left out stays',
    access: 'admin',
    body: updateDeliverySchema,
    answer: details,
  },
  'PUT /api/deliveries/:id/lines': {
    summary: 'Say which items the lines of a draft are, and how much of them',
    access: 'admin',
    body: decideLinesSchema,
    answer: details,
  },
  'POST /api/deliveries/:id/post': {
    summary: 'Add a draft to the stock, once; 409 `before_or_after` where a count has to be placed before or after it',
    access: 'admin',
    body: postDeliverySchema,
    answer: details,
  },
  'POST /api/deliveries/:id/reverse': {
    summary: 'Take a posted delivery back as if it had never come, once',
    access: 'admin',
    answer: details,
  },
  'DELETE /api/deliveries/:id': { summary: 'Delete a draft', access: 'admin' },
});
