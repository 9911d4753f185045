import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { similarReasons } from './imports.endpoints.ts';
import { units } from './items.ts';
import {
  addSalesSourceSchema,
  applySalesFileSchema,
  assignSalesFileSchema,
  decideTillDishesSchema,
  saleKinds,
  salesFileStatuses,
  salesFilesFilterSchema,
  salesKinds,
  salesSummarySchema,
  tillDishesFilterSchema,
  tillDishStates,
  updateSalesSourceSchema,
} from './sales.ts';
import type { SalesLayout } from './sales-layout.ts';

const sourceSchema = yup.object({
  id: integer(),
  kind: oneOf(salesKinds),
  name: text(),
  layout: yup.mixed<SalesLayout>().nullable().defined(),
  /** The last day of which there are sales. */
  last_day: text().nullable(),
  /** Dishes that nobody has decided. */
  open: integer(),
});
export type SalesSource = yup.InferType<typeof sourceSchema>;

/** Roubles; null where the file does not say. */
const totalsSchema = yup.object({
  quantity: number().nullable(),
  paid: number().nullable(),
  listed: number().nullable(),
  cost: number().nullable(),
});

const fileSchema = yup.object({
  id: integer(),
  key: text(),
  source: yup.object({ id: integer(), name: text() }),
  /** The source is a guess: a person has to say it before the file is written. */
  source_unsure: flag(),
  /** The feed that has brought it; one that is fetched says itself of which source its sales are. */
  feed: yup.object({ name: text(), fetched: flag() }).nullable(),
  kind: oneOf(salesKinds),
  file: text(),
  status: oneOf(salesFileStatuses),
  /** Whether later files have brought all of its days anew. */
  superseded: flag(),
  from: text(),
  to: text(),
  rows: integer(),
  /** The document's own totals beside what its rows add up to. */
  totals: yup.object({ stated: totalsSchema, summed: totalsSchema }),
  warnings: listOf(text()),
  created_at: time(),
  applied_at: time().nullable(),
  removed_at: time().nullable(),
});
export type SalesFileView = yup.InferType<typeof fileSchema>;

const kindSums = yup.object({ kind: oneOf(saleKinds), quantity: number(), paid: number() });

const proposalSchema = yup.object({
  item_id: integer(),
  name: text(),
  /** From 0.5 to 1. */
  confidence: number(),
  reasons: listOf(yup.object({ of: oneOf(similarReasons), agrees: flag().nullable() })),
  /** Nothing speaks against it. */
  sure: flag(),
  /** Units of the item in one serving; null where a person has to say it. */
  factor: number().nullable(),
});

const tillDishSchema = yup.object({
  id: integer(),
  source_id: integer(),
  code: text().nullable(),
  name: text(),
  size: text().nullable(),
  group: text().nullable(),
  unit: text().nullable(),
  /** All that was sold of it. */
  quantity: number(),
  /** Roubles. */
  paid: number(),
  last_day: text().nullable(),
  state: oneOf(tillDishStates),
  /** Whose recipe says what it takes: chosen, or of the same name. */
  dish: yup.object({ id: integer(), name: text() }).nullable(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }).nullable(),
  factor: number().nullable(),
  proposals: listOf(proposalSchema),
});
export type TillDish = yup.InferType<typeof tillDishSchema>;

const detailsSchema = fileSchema.shape({
  kinds: listOf(kindSums),
  stores: listOf(text()),
  /** What is there already and goes when a draft is applied: a report of some dishes takes the place of all. */
  replaced: yup.object({
    days: integer(),
    paid: number(),
    /** False where what is there looks like the sales of another till. */
    alike: flag(),
  }),
  /** Another source that has largely the sales of a draft: written, they would count twice. */
  same: yup.object({ id: integer(), name: text(), days: integer() }).nullable(),
  /** Dishes of a draft that nobody has decided. */
  open: yup.object({ dishes: integer(), paid: number() }),
});
export type SalesFileDetails = yup.InferType<typeof detailsSchema>;

const details = yup.object({ file: detailsSchema });
const source = yup.object({ source: sourceSchema });

const unknownTableSchema = yup.object({
  sheets: listOf(text()),
  rows: listOf(yup.object({ row: integer(), cells: listOf(yup.object({ column: text(), text: text() })) })),
});

export const salesUploadEndpoints = defineEndpoints({
  'POST /api/sales/upload': {
    summary: "Read a till's file into a draft, with `key`, `source_id`, `layout`, `from` and `to` beside the file",
    access: 'admin',
    hasFile: true,
    answer: yup.object({
      file: detailsSchema.nullable(),
      /** Set instead of `file` when the columns of a table have to be chosen first. */
      unknown: unknownTableSchema.nullable(),
      /** Set instead of `file` when the file has no days: a sentence with its totals, which asks for its period. */
      no_days: text().nullable(),
    }),
  },
});

export const salesEndpoints = defineEndpoints({
  'GET /api/sales/sources': {
    summary: 'Sources of sales, each with its last day',
    access: 'admin',
    answer: yup.object({ sources: listOf(sourceSchema) }),
  },
  'POST /api/sales/sources': {
    summary: 'Add a source of sales',
    access: 'admin',
    body: addSalesSourceSchema,
    answer: source,
    status: 201,
  },
  'PUT /api/sales/sources/:id': {
    summary: 'Change a source of sales; what is left out stays',
    access: 'admin',
    body: updateSalesSourceSchema,
    answer: source,
  },
  'GET /api/sales/files': {
    summary: 'Files of sales, the newest first',
    access: 'admin',
    list: { rows: 'files', sorts: ['id'], sort: 'id', order: 'desc', filter: salesFilesFilterSchema },
    answer: yup.object({ files: listOf(fileSchema) }),
  },
  'GET /api/sales/files/:id': { summary: 'A file of sales', access: 'admin', answer: details },
  'PUT /api/sales/files/:id': {
    summary: 'Say of which source a draft is, one that is there or a new one',
    access: 'admin',
    body: assignSalesFileSchema,
    answer: details,
  },
  'POST /api/sales/files/:id/apply': {
    summary:
      'Write the sales of a draft in place of all of its source in its period, once; 409 `source_unsure` where its source has to be said, `same_sales` where another source has them',
    access: 'admin',
    body: applySalesFileSchema,
    answer: details,
  },
  'DELETE /api/sales/files/:id': {
    summary: 'Delete a draft, or take the days of an applied file back',
    access: 'admin',
  },
  'GET /api/sales/dishes': {
    summary: 'What tills have sold, by money',
    access: 'admin',
    list: { rows: 'dishes', sorts: ['paid'], sort: 'paid', order: 'desc', filter: tillDishesFilterSchema },
    answer: yup.object({
      dishes: listOf(tillDishSchema),
      /** Roubles of all sales, and of those whose dish nobody has decided. */
      paid: yup.object({ all: number(), open: number() }),
    }),
  },
  'PUT /api/sales/dishes': {
    summary: 'Say which items dishes of tills are, for what was sold and what will be',
    access: 'admin',
    body: decideTillDishesSchema,
    answer: yup.object({ dishes: listOf(tillDishSchema) }),
  },
  'GET /api/sales/summary': {
    summary: 'What was sold on days of a period, both included, by day and by dish',
    access: 'admin',
    query: salesSummarySchema,
    answer: yup.object({
      days: listOf(yup.object({ day: text(), kinds: listOf(kindSums) })),
      dishes: listOf(
        yup.object({
          id: integer(),
          name: text(),
          size: text().nullable(),
          state: oneOf(tillDishStates),
          dish_id: integer().nullable(),
          item_id: integer().nullable(),
          factor: number().nullable(),
          kinds: listOf(kindSums),
          /** Servings that have used stock. */
          used: number(),
        }),
      ),
    }),
  },
});
