import { flag, integer, listOf, number, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { commitImportSchema, exportSchema, importFields, importKinds, priceReadings } from './imports.ts';
import { groups, units } from './items.ts';

/** A row of the file as it will be read; a field that is blank in the file is absent here and keeps its value. */
const rowValues = {
  name: text(),
  article: text().optional(),
  ean: text().optional(),
  category: text().optional(),
  group: oneOf(groups).optional(),
  unit: oneOf(units).optional(),
  /** The starting stock, used for new items only. */
  quantity: number().optional(),
  expected: number().optional(),
  par: number().optional(),
  /** Roubles per unit, whatever the file's price refers to. */
  cost: number().optional(),
  volume_ml: number().optional(),
  weight_empty_g: number().optional(),
  weight_full_g: number().optional(),
  density_g_per_ml: number().optional(),
};
const importRowSchema = yup.object({ row: integer(), ...rowValues });
export type ImportRow = yup.InferType<typeof importRowSchema>;

/** The values that an update would replace: null where the item has none, absent where it keeps its value. */
const replacedSchema = yup.object(
  Object.fromEntries(Object.entries(rowValues).map(([field, schema]) => [field, schema.nullable().optional()])),
);

/** A row with a warning is imported without the value in question; any other problem excludes the row. */
const importProblemSchema = yup.object({
  row: integer(),
  /** The column's letter; empty when the problem concerns the whole row. */
  column: text(),
  message: text(),
  warning: yup.boolean().isTrue(),
});
export type ImportProblem = yup.InferType<typeof importProblemSchema>;

/** The reading of a file's prices, shown beside the other reading, so that a wrong one is obvious. */
const importPricesSchema = yup.object({
  reading: oneOf(priceReadings),
  /** Whether the header or a user says so; otherwise it was assumed. */
  said: flag(),
  header: text(),
  /**
   * The value in roubles of the stock of the file's items at its prices, and at the same prices under the other
   * reading.
   */
  worth: number(),
  otherWorth: number(),
  /** The bottle that affects the value most, with its price in roubles per litre. */
  example: yup.object({ name: text(), volume_ml: number(), cost: number() }),
  /** The numbers of known items whose former prices are nearer to this reading, and to the other. */
  nearer: yup.object({ this: integer(), other: integer() }),
});
export type ImportPrices = yup.InferType<typeof importPricesSchema>;

/** What the name and the article of a row are compared with an item's in. */
export const similarReasons = ['brand', 'volume', 'variant', 'kind', 'age', 'strength', 'article'] as const;
const similarReasonSchema = yup.object({
  of: oneOf(similarReasons),
  /** Null where one of the two does not say it, or says it in part. */
  agrees: flag().nullable(),
});
export type SimilarReason = yup.InferType<typeof similarReasonSchema>;

/** An item that a row may be, under another name. */
const similarItemSchema = yup.object({
  id: integer(),
  name: text(),
  /** From 0.5 to 1. */
  confidence: number(),
  reasons: listOf(similarReasonSchema),
  /** It may be chosen without a look: nothing speaks against it, and no other row may be this item. */
  sure: flag(),
  /** The question before the row is written to this item. */
  doubt: text().optional(),
  /** The reason why the row cannot be written to this item. */
  refused: text().optional(),
});
export type SimilarItem = yup.InferType<typeof similarItemSchema>;

const importPreviewSchema = yup.object({
  /** The recognised columns: our field, the header as written and its letter in the sheet. */
  columns: listOf(yup.object({ field: oneOf(importFields), header: text(), column: text() })),
  sheet: text(),
  /** The sheets that a user may choose from. */
  sheets: listOf(text()),
  /** The last row of the header; 0 if there is none. */
  headerRow: integer(),
  /** Every non-empty column, with its first values. */
  table: listOf(
    yup.object({ column: text(), header: text(), samples: listOf(text()), field: oneOf(importFields).nullable() }),
  ),
  /**
   * The origin of the columns: recognised by the program, given by the user now, or remembered from an earlier file
   * with this header.
   */
  layout: oneOf(['recognised', 'given', 'remembered']),
  /** Sentences that a user should read before agreeing. */
  notes: listOf(text()),
  /**
   * Rows that are like items under another name first, at most 1,000; then other doubtful rows, those that bring another
   * unit, others that change an item, new ones, and the others, at most 100 of each. `doubt` is the question before the row is written.
   */
  rows: listOf(
    importRowSchema.shape({
      action: oneOf(['create', 'update', 'unchanged']),
      before: replacedSchema.optional().default(undefined),
      /** What the row's other unit makes of the values that the file is silent about, before it is written. */
      converted: text().optional(),
      doubt: text().optional(),
      /** The items that the row may be, the most probable first; absent where it is like none. */
      similar: listOf(similarItemSchema).optional().default(undefined),
    }),
  ),
  /** The number of rows whose other unit converts or clears something; those that are like items are not counted. */
  converted: integer(),
  /** The number of rows with a question; the counts below exclude them. */
  doubtful: integer(),
  /** The number of those that are like items under another name; the others have a probable slip. */
  similar: integer(),
  /** Absent if no price in the file can be read in two ways. */
  prices: importPricesSchema.optional().default(undefined),
  created: integer(),
  updated: integer(),
  unchanged: integer(),
  /** The first 1,000 by row; `problems` is the exact number. */
  errors: listOf(importProblemSchema),
  problems: integer(),
});
export type ImportPreview = yup.InferType<typeof importPreviewSchema>;

const importAnswerSchema = yup.object({ importId: text(), preview: importPreviewSchema });
export type ImportAnswer = yup.InferType<typeof importAnswerSchema>;

const committedImportSchema = yup.object({
  created: integer(),
  updated: integer(),
  /** The number of doubtful rows that nobody decided. */
  held: integer(),
  /** Sentences about what other units have made of items. */
  notes: listOf(text()),
  /** The count that the file's quantities have become. */
  count: yup.object({ id: integer(), lines: integer() }).nullable(),
});
export type CommittedImport = yup.InferType<typeof committedImportSchema>;

const importSchema = yup.object({
  id: text(),
  kind: oneOf(importKinds),
  file: text(),
  status: oneOf(['previewed', 'committed', 'undone']),
  user: text().nullable(),
  created: integer(),
  updated: integer(),
  unchanged: integer(),
  created_at: time(),
  committed_at: time().nullable(),
  /** What the file's quantities were recorded as. */
  count: yup.object({ id: integer(), counted_at: time() }).nullable(),
});
export type Import = yup.InferType<typeof importSchema>;

export const uploadEndpoints = defineEndpoints({
  'POST /api/import': {
    summary: 'Read a workbook, with `kind`, `layout`, `ask` and `prices` beside the file; nothing is changed yet',
    access: 'admin',
    hasFile: true,
    answer: importAnswerSchema,
  },
});

export const importEndpoints = defineEndpoints({
  'POST /api/import/:importId/commit': {
    summary:
      'Write all rows or none, without doubtful ones that nobody decided; `same` tells which rows are which items',
    access: 'admin',
    body: commitImportSchema,
    answer: committedImportSchema,
  },
  'POST /api/import/:importId/undo': { summary: 'Restore everything as it was before', access: 'admin' },
  'GET /api/imports': {
    summary: 'Imports, the newest first',
    access: 'admin',
    answer: yup.object({ imports: listOf(importSchema) }),
  },
});

export const exportEndpoints = defineEndpoints({
  'GET /api/export.xlsx': {
    summary: 'A report as a workbook; 403 `blind_count` for a blind counter',
    access: 'user',
    query: exportSchema,
    content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
});
