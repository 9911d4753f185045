import * as yup from 'yup';
import type { Group, Unit } from './items.ts';
import { reportDeviation, reportGroup, venueDay } from './reports.ts';

/*
 * POST   /api/import                    admin: multipart `file`, kind, layout, ask, prices → ImportAnswer; changes nothing
 * POST   /api/import/:importId/commit   admin: all rows or none, without unconfirmed doubtful ones → CommittedImport
 * POST   /api/import/:importId/undo     admin: restores everything
 * GET    /api/imports                   admin → list of Import, newest first
 * GET    /api/export.xlsx?report&count&from&to&group&deviation → a workbook; 403 `blind_count` for a blind counter
 */

/** The largest workbook that can be uploaded. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** The most rows in one import. */
export const MAX_IMPORT_ROWS = 200_000;

/** A price refers to an item's unit or to a bottle of it. */
export const priceReadings = ['unit', 'bottle'] as const;
export type PriceReading = (typeof priceReadings)[number];

export const importKinds = ['items', 'expected'] as const;
export const importSchema = yup.object({
  kind: yup
    .string()
    .oneOf([...importKinds], 'Вид загрузки — items или expected')
    .default('items'),
  /** The JSON of an ImportLayout. */
  layout: yup.string().max(20_000, 'Слишком длинное описание столбцов'),
  /** With `ask`, a file whose header is not found is previewed without rows, so that a user names its columns. */
  ask: yup.string().oneOf(['1'], 'ask — только 1'),
  /** The amount that the file's prices refer to, if a user knows it better than its header says. */
  prices: yup.string().oneOf([...priceReadings], 'Цены — unit или bottle'),
});
export type ImportKind = (typeof importKinds)[number];

export const exportReports = ['items', 'discrepancies', 'changes', 'order', 'losses', 'count'] as const;
const rowNumber = (message: string) =>
  yup.number().typeError(message).integer(message).positive(message).max(2_147_483_647, message);
export const exportSchema = yup
  .object({
    report: yup
      .string()
      .oneOf([...exportReports], 'Отчёт — items, discrepancies, changes, order, losses или count')
      .default('items'),
    /** Used by the report `count`. */
    count: rowNumber('Номер подсчёта — целое число'),
    /** Used by the report `losses`: days by the tenant's clock, both included. */
    from: venueDay(),
    to: venueDay(),
    /** Used by the report `discrepancies`. */
    group: reportGroup(),
    deviation: reportDeviation(),
  })
  .test(
    'count-named',
    'Укажите номер подсчёта: count',
    ({ report, count }) => report !== 'count' || count !== undefined,
  );
export type ExportReport = (typeof exportReports)[number];

/** The fields of an item that a column can hold. */
export const importFields = [
  'name',
  'article',
  'ean',
  'category',
  'group',
  'unit',
  'quantity',
  'expected',
  'par',
  'cost',
  'cost_bottle',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
] as const;
export type ImportField = (typeof importFields)[number];

/** The number of rows from the top in which a header is searched, or may be chosen. */
export const HEADER_SEARCH_ROWS = 200;

/**
 * The user's description of the file where the recognised one is wrong; it is stored for files with the same header.
 */
export const importLayoutSchema = yup.object({
  sheet: yup.string().strict().typeError('Лист — текст').max(200, 'Такого листа нет'),
  /** The last row of the header; 0 if the rows begin at once. */
  headerRow: yup
    .number()
    .strict()
    .typeError('Строка заголовков — число')
    .integer('Строка заголовков — целое число')
    .min(0, 'Строка заголовков не меньше 0')
    .max(HEADER_SEARCH_ROWS, `Заголовки ищите в первых ${HEADER_SEARCH_ROWS} строках`),
  /** A column letter for each field to read. */
  columns: yup
    .mixed<Partial<Record<ImportField, string>>>((value): value is Partial<Record<ImportField, string>> =>
      Object.entries(value ?? {}).every(
        ([field, letter]) => (importFields as readonly string[]).includes(field) && /^[A-Z]{1,2}$/.test(String(letter)),
      ),
    )
    .typeError('Столбцы указаны неверно')
    .required('Укажите столбцы'),
});
export type ImportLayout = yup.InferType<typeof importLayoutSchema>;

/** A row of the file as it will be read; a field that is blank in the file is absent here and keeps its value. */
export interface ImportRow {
  row: number;
  name: string;
  article?: string;
  ean?: string;
  category?: string;
  group?: Group;
  unit?: Unit;
  /** The starting stock, used for new items only. */
  quantity?: number;
  expected?: number;
  par?: number;
  /** Roubles per unit, whatever the file's price refers to. */
  cost?: number;
  volume_ml?: number;
  weight_empty_g?: number;
  weight_full_g?: number;
  density_g_per_ml?: number;
}

/** A row with a warning is imported without the value in question; any other problem excludes the row. */
export interface ImportProblem {
  row: number;
  /** The column's letter; empty when the problem concerns the whole row. */
  column: string;
  message: string;
  warning?: true;
}

/** The reading of a file's prices, shown beside the other reading, so that a wrong one is obvious. */
export interface ImportPrices {
  reading: PriceReading;
  /** Whether the header or a user says so; otherwise it was assumed. */
  said: boolean;
  header: string;
  /**
   * The value in roubles of the stock of the file's items at its prices, and at the same prices under the other
   * reading.
   */
  worth: number;
  otherWorth: number;
  /** The bottle that affects the value most, with its price in roubles per litre. */
  example: { name: string; volume_ml: number; cost: number };
  /** The numbers of known items whose former prices are nearer to this reading, and to the other. */
  nearer: { this: number; other: number };
}

export interface ImportPreview {
  /** The recognised columns: our field, the header as written and its letter in the sheet. */
  columns: { field: ImportField; header: string; column: string }[];
  sheet: string;
  /** The sheets that a user may choose from. */
  sheets: string[];
  /** The last row of the header; 0 if there is none. */
  headerRow: number;
  /** Every non-empty column, with its first values. */
  table: { column: string; header: string; samples: string[]; field: ImportField | null }[];
  /**
   * The origin of the columns: recognised by the program, given by the user now, or remembered from an earlier file
   * with this header.
   */
  layout: 'recognised' | 'given' | 'remembered';
  /** Sentences that a user should read before agreeing. */
  notes: string[];
  /**
   * Doubtful rows first, then those that change an item, new ones, and the others; at most 100 of each. `before` holds
   * what an update would replace, `doubt` the question before the row is written.
   */
  rows: (ImportRow & {
    action: 'create' | 'update' | 'unchanged';
    before?: Partial<Omit<ImportRow, 'row'>>;
    doubt?: string;
  })[];
  /** The number of rows with an amount or a price that is probably a slip; the counts below exclude them. */
  doubtful: number;
  /** Absent if no price in the file can be read in two ways. */
  prices?: ImportPrices;
  created: number;
  updated: number;
  unchanged: number;
  /** The first 1,000 by row; `problems` is the exact number. */
  errors: ImportProblem[];
  problems: number;
}

export interface ImportAnswer {
  success: true;
  importId: string;
  preview: ImportPreview;
}

/** Confirms all doubtful rows, or those with these numbers; the others are left out. */
export const commitImportSchema = yup.object({
  confirmed: yup
    .mixed<true | number[]>(
      (value): value is true | number[] =>
        value === true ||
        (Array.isArray(value) && value.length <= 10_000 && value.every((row) => Number.isInteger(row) && row > 0)),
    )
    .typeError('confirmed — true или номера строк'),
});
export type CommitImport = yup.InferType<typeof commitImportSchema>;

export interface CommittedImport {
  success: true;
  created: number;
  updated: number;
  /** The number of doubtful rows that were not confirmed. */
  held: number;
}

export interface Import {
  id: string;
  kind: ImportKind;
  file: string;
  status: 'previewed' | 'committed' | 'undone';
  user: string | null;
  created: number;
  updated: number;
  unchanged: number;
  created_at: string;
  committed_at: string | null;
}
