/** A product of the catalogue: its fields, and what a tenant proposes. */
import * as yup from 'yup';
import { toGtin, toGtin13 } from '../names/barcode.ts';
import { clientId } from './fields.ts';

export const EAN_MESSAGE = 'Штрихкод — 8, 12 или 13 цифр с верной контрольной';

export const gtin = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError(EAN_MESSAGE)
    .required('Введите штрихкод')
    .transform((value) => (typeof value === 'string' ? (toGtin13(value) ?? value) : value))
    .test('gtin', EAN_MESSAGE, (value) => value === undefined || toGtin13(value) !== undefined);

const ANY_CODE_MESSAGE = 'Штрихкод — 8, 12, 13 или 14 цифр с верной контрольной';

/** Also the fourteen digits of a case, which a further code of a product may be. */
export const anyGtin = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError(ANY_CODE_MESSAGE)
    .required('Введите штрихкод')
    .transform((value) => (typeof value === 'string' ? (toGtin(value) ?? value) : value))
    .test('gtin', ANY_CODE_MESSAGE, (value) => value === undefined || toGtin(value) !== undefined);

export const MOST_IN_PACK = 1000;
const PACK_MESSAGE = `В упаковке — целое число от 1 до ${MOST_IN_PACK}`;

/** How many bottles one scan of a code means. */
export const pack = (): yup.NumberSchema<number | undefined> =>
  yup.number().typeError(PACK_MESSAGE).integer(PACK_MESSAGE).min(1, PACK_MESSAGE).max(MOST_IN_PACK, PACK_MESSAGE);

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

/**
 * `POST /internal/proposals` from a tenant: a bottle that it knows better than the catalogue. `id` is the tenant's own,
 * so that a repeated call stores once; the answer says whether there was anything new.
 */
export const proposalSchema = yup
  .object({
    id: clientId('предложения'),
    ean: gtin(),
    ...aliasFields,
    /** How often the tenant has weighed the bottle, if the weights are by its scale. */
    weighings: yup.number().typeError('Ожидается число').integer('Ожидается целое число').min(1).max(1000),
  })
  .test('weights', 'Полная бутылка тяжелее пустой', fullOverEmpty);
export type ProposalInput = yup.InferType<typeof proposalSchema>;
