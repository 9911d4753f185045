import * as yup from 'yup';
import type { Group, Unit } from './items.ts';
import { reportDeviation, reportGroup, venueDay } from './reports.ts';

/*
 * POST   /api/import                    admin: multipart `file`, kind, layout, ask, prices → ImportAnswer; nothing is changed yet
 * POST   /api/import/:importId/commit   admin: all or nothing but for doubtful rows that are not `confirmed` → CommittedImport
 * POST   /api/import/:importId/undo     admin: puts everything back
 * GET    /api/imports                   admin → list of Import, newest first
 * GET    /api/export.xlsx?report&count&from&to&group&deviation → a workbook; 403 `blind_count` to who counts blindly
 */

/** The largest workbook one may upload. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** The most rows one import may bring. */
export const MAX_IMPORT_ROWS = 200_000;

/** For an item's unit, or for a bottle of it. */
export const priceReadings = ['unit', 'bottle'] as const;
export type PriceReading = (typeof priceReadings)[number];

export const importKinds = ['items', 'expected'] as const;
export const importSchema = yup.object({
  kind: yup
    .string()
    .oneOf([...importKinds], 'Вид загрузки — items или expected')
    .default('items'),
  /** JSON of an ImportLayout. */
  layout: yup.string().max(20_000, 'Слишком длинное описание столбцов'),
  /** A file whose header is not found is previewed without rows, so that a person names its columns. */
  ask: yup.string().oneOf(['1'], 'ask — только 1'),
  /** What the file's prices are for, where a person knows better than its header. */
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
    /** Of the report `count`. */
    count: rowNumber('Номер подсчёта — целое число'),
    /** Of the report `losses`: days by the venue's clock, both included. */
    from: venueDay(),
    to: venueDay(),
    /** Of the report `discrepancies`. */
    group: reportGroup(),
    deviation: reportDeviation(),
  })
  .test(
    'count-named',
    'Укажите номер подсчёта: count',
    ({ report, count }) => report !== 'count' || count !== undefined,
  );
export type ExportReport = (typeof exportReports)[number];

/** What a column can say about an item. */
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

/** Rows from the top in which a header is looked for, or may be pointed at. */
export const HEADER_SEARCH_ROWS = 200;

/** What a person says the file holds, where what was recognised is wrong; remembered for files with the same header. */
export const importLayoutSchema = yup.object({
  sheet: yup.string().strict().typeError('Лист — текст').max(200, 'Такого листа нет'),
  /** The last row of the header; 0: the rows begin at once. */
  headerRow: yup
    .number()
    .strict()
    .typeError('Строка заголовков — число')
    .integer('Строка заголовков — целое число')
    .min(0, 'Строка заголовков не меньше 0')
    .max(HEADER_SEARCH_ROWS, `Заголовки ищите в первых ${HEADER_SEARCH_ROWS} строках`),
  /** A letter for each field that is to be read. */
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

/** A row of the file as it will be read; a field the file leaves empty is absent and stays as it is. */
export interface ImportRow {
  row: number;
  name: string;
  article?: string;
  ean?: string;
  category?: string;
  group?: Group;
  unit?: Unit;
  /** Starting stock: used for new items only. */
  quantity?: number;
  expected?: number;
  par?: number;
  /** Roubles a unit, whatever the file's price is for. */
  cost?: number;
  volume_ml?: number;
  weight_empty_g?: number;
  weight_full_g?: number;
  density_g_per_ml?: number;
}

/** A warning's row is imported without the value in question; any other problem leaves its row out. */
export interface ImportProblem {
  row: number;
  /** The sheet's letter; empty when the row as a whole is meant. */
  column: string;
  message: string;
  warning?: true;
}

/** What the prices of a file were taken for, shown beside the other reading, so that a wrong one leaps to the eye. */
export interface ImportPrices {
  reading: PriceReading;
  /** Whether the header or a person says so; else it was assumed. */
  said: boolean;
  header: string;
  /** Roubles: what the stock of the file's items is worth at its prices, and at the same ones read the other way. */
  worth: number;
  otherWorth: number;
  /** The bottle on which most depends, with roubles a litre as they were read. */
  example: { name: string; volume_ml: number; cost: number };
  /** How many known items' former prices are nearer to this reading, and to the other. */
  nearer: { this: number; other: number };
}

export interface ImportPreview {
  /** What was recognised: our field, the header as written and its letter in the sheet. */
  columns: { field: ImportField; header: string; column: string }[];
  sheet: string;
  /** Those a person may choose from. */
  sheets: string[];
  /** The last row of the header; 0: none. */
  headerRow: number;
  /** Every column that holds something, with the beginning of what it holds. */
  table: { column: string; header: string; samples: string[]; field: ImportField | null }[];
  /** Whose word the columns are: the program's, a person's now, or a person's about an earlier file with this header. */
  layout: 'recognised' | 'given' | 'remembered';
  /** What a person should know before agreeing, in sentences. */
  notes: string[];
  /**
   * Doubtful ones first, then those that change an item, new ones, and the others; 100 of each at most. `before` holds what
   * an update would replace, `doubt` what is asked before the row is written.
   */
  rows: (ImportRow & {
    action: 'create' | 'update' | 'unchanged';
    before?: Partial<Omit<ImportRow, 'row'>>;
    doubt?: string;
  })[];
  /** Rows with an amount or a price that is probably a slip; the counts that follow are without them. */
  doubtful: number;
  /** Absent where no price of the file can be read in two ways. */
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

/** Of the doubtful rows all, or those with these numbers, are meant as they are; the others are left out. */
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
  /** Doubtful rows that nobody has confirmed. */
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
