import * as yup from 'yup';
import { aliasFieldNames } from './catalogue.ts';
import { manyUuids, searched } from './list-filters.ts';

/**
 * Import of aliases from a workbook: POST /admin/aliases/import (multipart `file`: .xlsx, .xls or .csv) → 201
 * AliasImportAnswer; nothing changes yet. GET …/import/:importId → the same again; PUT …/import/:importId {columns}
 * reads the file anew. POST …/import/:importId/commit → AliasImportDone, POST …/import/:importId/undo →
 * AliasImportUndone. An uncommitted file is deleted after a day; GET /admin/aliases/import → {imports:
 * AliasImportRecord[]} lists the others.
 */
export const ALIAS_FILE_BYTES = 50 * 1024 * 1024;
export const MOST_ALIAS_ROWS = 200_000;
export const SHOWN_ALIAS_ROWS = 20;
export const SHOWN_ALIAS_ERRORS = 100;

export const aliasImportFields = aliasFieldNames;
export type AliasImportField = (typeof aliasImportFields)[number];

/** Russian labels of the fields, in the order in which people describe a bottle. */
export const aliasFieldLabels: Record<AliasImportField, string> = {
  ean: 'Штрихкод',
  description: 'Название',
  volume_ml: 'Объём, мл',
  weight_empty_g: 'Вес пустой, г',
  weight_full_g: 'Вес полной, г',
  density_g_per_ml: 'Плотность, г/мл',
  alcohol_percent: 'Крепость, %',
  brand: 'Бренд',
  category: 'Категория',
  subcategory: 'Подкатегория',
  manufacturer: 'Производитель',
  country_origin: 'Страна',
};

export interface AliasImportColumn {
  /** The column's letter in Excel: A, B … */
  column: string;
  /** The column's header. */
  name: string;
  /** Null when the column is not read. */
  field: AliasImportField | null;
  /** The first values of the column. */
  samples: string[];
}

export interface AliasImportProblem {
  /** The row number as Excel counts it. */
  row: number;
  /** The column's letter; empty when the whole row is meant. */
  column: string;
  message: string;
}

type Value = string | number | null;

export interface AliasImportSample {
  row: number;
  ean: string;
  name: string;
  action: 'create' | 'update' | 'unchanged';
  changes: { field: AliasImportField; before: Value; after: Value }[];
}

/** `total` counts all rows that are not empty: created + updated + unchanged + invalid. */
export interface AliasImportPreview {
  columns: AliasImportColumn[];
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  /** The number of rows left out. */
  invalid: number;
  /** The first errors. */
  errors: AliasImportProblem[];
  /** The first valid rows. */
  sample: AliasImportSample[];
}

export interface AliasImportAnswer {
  success: true;
  importId: string;
  file: string;
  status: 'previewed' | 'committed' | 'undone';
  preview: AliasImportPreview;
}

export interface AliasImportDone {
  success: true;
  importId: string;
  created: number;
  updated: number;
  unchanged: number;
  /** Rows left out although the preview had them, since somebody has changed the catalogue meanwhile. */
  skipped: number;
}

/** `kept` counts aliases that somebody has changed since; they stay as they are. */
export interface AliasImportUndone {
  success: true;
  importId: string;
  undone: number;
  kept: number;
  message: string;
}

export const aliasImportEnds = ['committed', 'undone'] as const;

/** An import that was written into the catalogue. */
export interface AliasImportRecord {
  id: string;
  /** Null for an import older than this list, whose file name was not kept. */
  file: string | null;
  status: (typeof aliasImportEnds)[number];
  /** The e-mail of the author; null when the account is deleted. */
  actor: string | null;
  at: string;
  created: number;
  updated: number;
  /** Null, like `invalid`, for an import older than this list. */
  unchanged: number | null;
  /** The number of rows left out. */
  invalid: number | null;
  undone_at: string | null;
  undone_by: string | null;
}
export const aliasImportSorts = ['id', 'at', 'file', 'actor', 'created', 'updated', 'invalid', 'undone_at'] as const;
export const aliasImportFilterSchema = yup.object({
  id: manyUuids(),
  /** Searches in the file's name and the administrator's e-mail. */
  ...searched,
  status: yup.string().oneOf(aliasImportEnds, 'Состояние — committed или undone'),
});
export type AliasImportFilter = yup.InferType<typeof aliasImportFilterSchema>;

/** Columns that are not named stay as recognised; a field has at most one column. */
export const aliasImportColumnsSchema = yup.object({
  columns: yup
    .array()
    .typeError('Ожидается список столбцов')
    .of(
      yup
        .object({
          column: yup
            .string()
            .typeError('Столбец — буквы')
            .uppercase()
            .required('Назовите столбец буквой, как в Excel')
            .matches(/^[A-Z]{1,2}$/, 'Назовите столбец буквой, как в Excel'),
          field: yup
            .string()
            .typeError('Поле — текст')
            .nullable()
            .defined('Назовите поле, null — не читать столбец')
            .oneOf([...aliasImportFields, null], `Поле — одно из: ${aliasImportFields.join(', ')}`),
        })
        .typeError('Столбец — его буква и поле')
        .required(),
    )
    .min(1, 'Назовите хотя бы один столбец')
    .max(100, 'Столбцов слишком много')
    .required('Назовите столбцы'),
});
export type AliasImportColumns = yup.InferType<typeof aliasImportColumnsSchema>['columns'];
