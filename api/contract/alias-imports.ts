import * as yup from 'yup';
import { aliasFieldNames } from './catalogue.ts';
import { manyUuids, searched } from './list-filters.ts';

/** The file as it is sent, and what a compressed one may unpack to. */
export const ALIAS_FILE_BYTES = 256 * 1024 * 1024;
export const ALIAS_UNPACKED_BYTES = 512 * 1024 * 1024;
export const MOST_ALIAS_ROWS = 1_500_000;
export const SHOWN_ALIAS_ROWS = 20;
export const SHOWN_ALIAS_ERRORS = 100;

/** `product_ean` is the main code of the product that the row's code is a further one of. */
export const aliasImportFields = [...aliasFieldNames, 'product_ean', 'pack'] as const;
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
  product_ean: 'Основной код товара',
  pack: 'В упаковке',
};

export const aliasImportEnds = ['committed', 'undone'] as const;

export const aliasImportSorts = ['id', 'at', 'file', 'actor', 'created', 'updated', 'invalid', 'undone_at'] as const;
export const aliasImportFilterSchema = yup.object({
  id: manyUuids(),
  /** Searches in the file's name and the administrator's e-mail. */
  ...searched,
  status: yup.string().oneOf(aliasImportEnds, 'Состояние — committed или undone'),
});
export type AliasImportFilter = yup.InferType<typeof aliasImportFilterSchema>;

/** Whose list it is; null for nobody's. */
const source = () =>
  yup
    .string()
    .typeError('Источник — текст')
    .trim()
    .max(100, 'Источник — до 100 знаков')
    .transform((text: string | null) => text || null)
    .nullable();
export const aliasImportQuerySchema = yup.object({ source: source() });

/**
 * Columns that are not named stay as recognised; a field has at most one column. The source stays unless it is given.
 */
export const aliasImportColumnsSchema = yup.object({
  source: source(),
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
    .when('source', ([given], columns) => (given === undefined ? columns.required('Назовите столбцы') : columns)),
});
export type AliasImportCorrection = yup.InferType<typeof aliasImportColumnsSchema>;
export type AliasImportColumns = NonNullable<AliasImportCorrection['columns']>;
