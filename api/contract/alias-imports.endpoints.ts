import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  aliasImportColumnsSchema,
  aliasImportEnds,
  aliasImportFields,
  aliasImportFilterSchema,
  aliasImportQuerySchema,
  aliasImportSorts,
} from './alias-imports.ts';

const value = () => yup.mixed<string | number>().defined().nullable();

const columnSchema = yup.object({
  /** The column's letter in Excel: A, B … */
  column: text(),
  /** The column's header. */
  name: text(),
  /** Null when the column is not read. */
  field: oneOf(aliasImportFields).nullable(),
  /** The first values of the column. */
  samples: listOf(text()),
});
export type AliasImportColumn = yup.InferType<typeof columnSchema>;

const problemSchema = yup.object({
  /** The row number as Excel counts it. */
  row: integer(),
  /** The column's letter; empty when the whole row is meant. */
  column: text(),
  message: text(),
});
export type AliasImportProblem = yup.InferType<typeof problemSchema>;

const sampleSchema = yup.object({
  row: integer(),
  ean: text(),
  name: text(),
  action: oneOf(['create', 'update', 'unchanged']),
  changes: listOf(yup.object({ field: oneOf(aliasImportFields), before: value(), after: value() })),
});
export type AliasImportSample = yup.InferType<typeof sampleSchema>;

/** How a list differs from the earlier ones of its source. Nothing that is gone from it is deleted. */
const laterSchema = yup.object({
  /** Rows whose name is another one now. */
  renamed: integer(),
  /** Rows under a new code that have the name of an alias which is gone; they get its facts. */
  recoded: integer(),
  /** Rows of which a field stays as a person or another source has written it. */
  kept: integer(),
  /** Aliases of earlier lists that this one has no more, under no code. */
  gone: integer(),
  /** The first of each. */
  sampleOfRecoded: listOf(yup.object({ row: integer(), name: text(), before: text(), ean: text() })),
  sampleOfGone: listOf(yup.object({ ean: text(), name: text() })),
});
export type LaterAliasList = yup.InferType<typeof laterSchema>;

/** `total` counts all rows that are not empty: created + updated + unchanged + invalid. */
const previewSchema = yup.object({
  columns: listOf(columnSchema),
  total: integer(),
  created: integer(),
  updated: integer(),
  unchanged: integer(),
  /** The number of rows left out. */
  invalid: integer(),
  /** How many of the rows are further codes of products. */
  further: integer(),
  /** The first errors. */
  errors: listOf(problemSchema),
  /** The first valid rows. */
  sample: listOf(sampleSchema),
  /** Null for a list without a source, and for the first one of it. */
  later: laterSchema.nullable(),
});
export type AliasImportPreview = yup.InferType<typeof previewSchema>;

const answer = yup.object({
  importId: text(),
  file: text(),
  /** Whose list it is, if that was said. */
  source: text().nullable(),
  status: oneOf(['previewed', 'committed', 'undone']),
  preview: previewSchema,
});
export type AliasImportAnswer = yup.InferType<typeof answer>;

const doneSchema = yup.object({
  importId: text(),
  created: integer(),
  updated: integer(),
  unchanged: integer(),
  /** Rows left out although the preview had them, since somebody has changed the catalogue meanwhile. */
  skipped: integer(),
});
export type AliasImportDone = yup.InferType<typeof doneSchema>;

/** `kept` counts aliases that somebody has changed since; they stay as they are. */
const undoneSchema = yup.object({ importId: text(), undone: integer(), kept: integer(), message: text() });
export type AliasImportUndone = yup.InferType<typeof undoneSchema>;

/** An import that was written into the catalogue. */
const recordSchema = yup.object({
  id: text(),
  /** Null for an import older than this list, whose file name was not kept. */
  file: text().nullable(),
  source: text().nullable(),
  status: oneOf(aliasImportEnds),
  /** The e-mail of the author; null when the account is deleted. */
  actor: text().nullable(),
  at: time(),
  created: integer(),
  updated: integer(),
  /** Null, like `invalid`, for an import older than this list. */
  unchanged: integer().nullable(),
  /** The number of rows left out. */
  invalid: integer().nullable(),
  undone_at: time().nullable(),
  undone_by: text().nullable(),
});
export type AliasImportRecord = yup.InferType<typeof recordSchema>;

/** Imports of aliases from workbooks. A file that was not committed is deleted after a day, and so are rejects. */
export const aliasImportEndpoints = defineEndpoints({
  'GET /api/admin/aliases/import': {
    summary: 'Workbooks that were written into the catalogue',
    access: 'admin',
    list: { rows: 'imports', sorts: aliasImportSorts, sort: 'at', order: 'desc', filter: aliasImportFilterSchema },
    answer: yup.object({ imports: listOf(recordSchema) }),
  },
  /** An .xlsx or .xls file, or a table as text, .csv or .tsv, which may be a .gz. */
  'POST /api/admin/aliases/import': {
    summary: 'Read a workbook of aliases: what it would change',
    access: 'admin',
    query: aliasImportQuerySchema,
    hasFile: true,
    status: 201,
    answer,
  },
  'POST /api/admin/aliases/import/starter': {
    summary: 'Read the starter list, the well-known drinks that come with the program: what it would change',
    access: 'admin',
    status: 201,
    answer,
  },
  'GET /api/admin/aliases/import/:importId': { summary: 'What a workbook would change', access: 'admin', answer },
  'GET /api/admin/aliases/import/:importId/rejects.csv': {
    summary: 'All rows that are not loaded, each with its number and the reason',
    access: 'admin',
    content: 'text/csv',
  },
  'PUT /api/admin/aliases/import/:importId': {
    summary: 'Read it anew with other columns, or as the list of a source',
    access: 'admin',
    body: aliasImportColumnsSchema,
    answer,
  },
  'POST /api/admin/aliases/import/:importId/commit': {
    summary: 'Write it into the catalogue, whole',
    access: 'admin',
    answer: doneSchema,
  },
  'POST /api/admin/aliases/import/:importId/undo': {
    summary: 'Take it back, but for what was changed since',
    access: 'admin',
    answer: undoneSchema,
  },
});
