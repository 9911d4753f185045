import * as yup from 'yup';
import { searched } from './list-filters.ts';

/** Checks a GTIN: every other digit from the right, the check digit excluded, counts three times. */
export function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 1 ? digit * 3 : digit;
  }
  return sum % 10 === 0;
}

/** Converts EAN-8, UPC-A, EAN-13 and GTIN-14 with a leading zero to GTIN-13; undefined for anything else. */
export function toGtin13(code: string): string | undefined {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^(\d{8}|\d{12,13}|0\d{13})$/.test(digits)) return undefined;
  if (/^0+$/.test(digits) || !hasValidCheckDigit(digits)) return undefined;
  return digits.slice(-13).padStart(13, '0');
}

export const EAN_MESSAGE = 'Штрихкод — 8, 12 или 13 цифр с верной контрольной';

export const gtin = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError(EAN_MESSAGE)
    .required('Введите штрихкод')
    .transform((value) => (typeof value === 'string' ? (toGtin13(value) ?? value) : value))
    .test('gtin', EAN_MESSAGE, (value) => value === undefined || toGtin13(value) !== undefined);

/**
 * Invisible characters and those that change the direction of writing: with them a bottle's name could look like
 * another's or like a text of ours.
 */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const oneLine = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/[^\P{Cc}\0]+|[\u2028\u2029]+/gu, ' ')
    .trim();

const text = (max = 200): yup.StringSchema<string | null | undefined> =>
  yup
    .string()
    .typeError('Ожидается текст')
    .transform((value) => (typeof value === 'string' ? oneLine(value) : value))
    .nullable()
    .max(max, `Не длиннее ${max} знаков`);

const number = (max: number, message: string): yup.NumberSchema<number | null | undefined> =>
  yup
    .number()
    .typeError('Ожидается число')
    .transform((value, given) => (given === '' ? null : value))
    .nullable()
    .min(0, 'Не меньше нуля')
    .max(max, message);

export const aliasFields = {
  brand: text(),
  category: text(),
  subcategory: text(),
  volume_ml: number(100_000, 'Не больше 100 литров').integer('Объём — целое число миллилитров'),
  weight_empty_g: number(100_000, 'Не больше 100 килограммов'),
  weight_full_g: number(200_000, 'Не больше 200 килограммов'),
  density_g_per_ml: number(5, 'Плотность — не больше 5'),
  alcohol_percent: number(100, 'Крепость — не больше 100 %'),
  description: text(500).required('Введите название'),
  manufacturer: text(),
  country_origin: text(),
};

export const fullOverEmpty = (value: { weight_empty_g?: number | null; weight_full_g?: number | null }): boolean =>
  value.weight_empty_g == null || value.weight_full_g == null || value.weight_full_g > value.weight_empty_g;

export const aliasSchema = yup
  .object({ ean: gtin(), ...aliasFields })
  .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty);
export type AliasInput = yup.InferType<typeof aliasSchema>;

const revision = (): yup.NumberSchema<number | undefined> =>
  yup.number().typeError('Ожидается число').integer('Номер изменения — целое число');

/** `revision` is the one the edit began from; without it the last writer wins. */
export const aliasUpdateSchema = yup
  .object({ ean: gtin(), ...aliasFields, revision: revision() })
  .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty);
export type AliasUpdate = yup.InferType<typeof aliasUpdateSchema>;

export const aliasFieldNames = [
  'ean',
  'brand',
  'category',
  'subcategory',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
  'alcohol_percent',
  'description',
  'manufacturer',
  'country_origin',
] as const;

export const aliasSorts = [
  'id',
  'ean',
  'brand',
  'category',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'description',
  'created_at',
  'updated_at',
] as const;

const flag = (): yup.BooleanSchema<boolean | undefined> => yup.boolean().typeError('Ожидается true или false');
const MANY_IDS = 1000;
export const idsFilter = () =>
  yup
    .array(yup.number().strict().integer('Номер — целое число').required())
    .typeError('Ожидается список номеров')
    .max(MANY_IDS, `Не больше ${MANY_IDS} номеров`);

/**
 * GET /admin/aliases: showEmptyOnly selects aliases without weights, showFullOnly those with both weights; `id` is
 * react-admin's getMany.
 */
export const aliasFilterSchema = yup.object({
  ...searched,
  showEmptyOnly: flag(),
  showFullOnly: flag(),
  id: idsFilter(),
});
export type AliasFilter = yup.InferType<typeof aliasFilterSchema>;

export const aliasActions = ['created', 'updated', 'deleted', 'reverted', 'imported', 'proposal'] as const;
export type AliasAction = (typeof aliasActions)[number];

export const aliasRevisionSorts = ['revision'] as const;
export const aliasRevisionFilterSchema = yup.object({
  alias_id: yup.number().typeError('Ожидается число').integer('Номер — целое число'),
  action: yup.string().oneOf([...aliasActions], 'Такого изменения не бывает'),
});
export type AliasRevisionFilter = yup.InferType<typeof aliasRevisionFilterSchema>;

/** The changes of one import, a row for each code. */
export interface AliasImportResult {
  importId: string;
  created: number;
  updated: number;
  unchanged: number;
}

export const catalogueSearchSchema = yup.object({
  q: yup
    .string()
    .typeError('Введите, что искать')
    .trim()
    .required('Введите, что искать')
    .max(200, 'Слишком длинный запрос'),
});
