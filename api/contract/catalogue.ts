import { aliasFields, anyGtin, fullOverEmpty, gtin, pack } from '@ostatok/kit/contract/alias.ts';
import * as yup from 'yup';
import { searched } from './list-filters.ts';

export const aliasSchema = yup
  .object({ ean: gtin(), ...aliasFields })
  .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty);
export type AliasInput = yup.InferType<typeof aliasSchema>;

const revision = (): yup.NumberSchema<number | undefined> =>
  yup.number().typeError('Ожидается число').integer('Номер изменения — целое число');

/**
 * `revision` is the one the edit began from; without it the last writer wins. Only a further code of a product may be a
 * case's fourteen digits.
 */
export const aliasUpdateSchema = yup
  .object({ ean: anyGtin(), ...aliasFields, revision: revision() })
  .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty);
export type AliasUpdate = yup.InferType<typeof aliasUpdateSchema>;

/** A code that becomes a further one of a product. `revision` is the one at which an existing alias was looked at. */
export const productCodeSchema = yup.object({
  ean: anyGtin(),
  pack: pack().required('Введите, сколько бутылок в упаковке'),
  revision: revision(),
});
export type ProductCode = yup.InferType<typeof productCodeSchema>;

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

/** `rank` puts the likeliest hits of a search first; without a search it is the order of ids. */
export const aliasSorts = [
  'rank',
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
 * react-admin's getMany. `after` is a cursor of the list, or `last`.
 */
export const aliasFilterSchema = yup.object({
  ...searched,
  showEmptyOnly: flag(),
  showFullOnly: flag(),
  id: idsFilter(),
  after: yup.string().max(4000, 'Такого места в списке нет'),
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
