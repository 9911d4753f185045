import * as yup from 'yup';
import { aliasFieldNames } from './catalogue.ts';
import { manyUuids, searched } from './list-filters.ts';

/**
 * Aliases from a workbook: POST /admin/aliases/import (multipart `file`: .xlsx, .xls or .csv) → 201 AliasImportAnswer;
 * nothing changes yet. GET …/import/:importId → the same again; PUT …/import/:importId {columns} reads the file anew.
 * POST …/import/:importId/commit → AliasImportDone, POST …/import/:importId/undo → AliasImportUndone. A file that is
 * not committed is forgotten after a day; GET /admin/aliases/import → {imports: AliasImportRecord[]} lists the others.
 */
export const ALIAS_FILE_BYTES = 50 * 1024 * 1024;
export const MOST_ALIAS_ROWS = 200_000;
export const SHOWN_ALIAS_ROWS = 20;
export const SHOWN_ALIAS_ERRORS = 100;

export const aliasImportFields = aliasFieldNames;
export type AliasImportField = (typeof aliasImportFields)[number];

/** What people call the fields, in the order they read a bottle: what it is first. */
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
  /** As Excel calls it: A, B … */
  column: string;
  /** What stands above it. */
  name: string;
  /** null: not read. */
  field: AliasImportField | null;
  /** The first of what it holds. */
  samples: string[];
}

export interface AliasImportProblem {
  /** As Excel counts. */
  row: number;
  /** A, B …; empty where it is about the whole row. */
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

/** `total` is all rows with something in them: created + updated + unchanged + invalid. */
export interface AliasImportPreview {
  columns: AliasImportColumn[];
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  /** Left out. */
  invalid: number;
  /** The first of them. */
  errors: AliasImportProblem[];
  /** The first rows that are not left out. */
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
  /** Left out now though they were not at the preview: somebody has changed the catalogue meanwhile. */
  skipped: number;
}

/** `kept`: changed since by somebody, and so left as they are. */
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
  /** null: of one that is older than this list, and whose file is forgotten. */
  file: string | null;
  status: (typeof aliasImportEnds)[number];
  /** The e-mail of who wrote it; null: somebody who is gone. */
  actor: string | null;
  at: string;
  created: number;
  updated: number;
  /** null, as `invalid`: not known of one that is older than this list. */
  unchanged: number | null;
  /** Left out. */
  invalid: number | null;
  undone_at: string | null;
  undone_by: string | null;
}
export const aliasImportSorts = ['id', 'at', 'file', 'actor', 'created', 'updated', 'invalid', 'undone_at'] as const;
export const aliasImportFilterSchema = yup.object({
  id: manyUuids(),
  /** A part of the file's name or of the administrator's e-mail. */
  ...searched,
  status: yup.string().oneOf(aliasImportEnds, 'Состояние — committed или undone'),
});
export type AliasImportFilter = yup.InferType<typeof aliasImportFilterSchema>;

/** What is not named stays as it was recognised; a field has one column. */
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
