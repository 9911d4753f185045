import { MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { isTenantId } from './tenant-id.ts';

export const catalogueSearchSchema = yup.object({
  q: yup
    .string()
    .typeError('Введите, что искать')
    .trim()
    .required('Введите, что искать')
    .max(200, 'Слишком длинный запрос'),
});

/** The products of one answer come with suggestions, which take time to find. */
export const UNMATCHED_LIMIT = 20;
/** The most products that an owner matches at once. */
export const MOST_MATCHES = 3000;

const NO_TENANT = 'Укажите заведение';
const tenantId = () =>
  yup
    .string()
    .typeError(NO_TENANT)
    .required(NO_TENANT)
    .test('tenant', NO_TENANT, (value) => value === undefined || isTenantId(value));

export const unmatchedSchema = yup.object({
  tenant: tenantId(),
  offset: yup
    .number()
    .typeError('offset — целое число от нуля')
    .integer('offset — целое число от нуля')
    .min(0, 'offset — целое число от нуля')
    .max(MOST_MATCHES, `offset — не больше ${MOST_MATCHES}`)
    .default(0),
});

const isRowId = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_ROW_ID;
const isMatch = ([product, chosen]: [string, unknown]): boolean =>
  /^[1-9]\d{0,9}$/.test(product) && isRowId(Number(product)) && (chosen === null || isRowId(chosen));

/** The chosen product of the catalogue by the venue's product; null where the catalogue does not have it. */
export type Matches = Record<string, number | null>;

export const matchesSchema = yup.object({
  tenantId: tenantId(),
  matches: yup
    .mixed<Matches>((value): value is Matches => typeof value === 'object' && !Array.isArray(value))
    .typeError('matches — товар каталога для каждого товара заведения')
    .required('Вы не сопоставили ни одного товара')
    .test('some', 'Вы не сопоставили ни одного товара', (value) => Object.keys(value ?? {}).length > 0)
    .test(
      'most',
      `Не больше ${MOST_MATCHES} товаров за раз`,
      (value) => Object.keys(value ?? {}).length <= MOST_MATCHES,
    )
    .test('ids', 'matches — товар каталога для каждого товара заведения', (value) =>
      Object.entries(value ?? {}).every(isMatch),
    ),
});

export const unmatchSchema = yup.object({
  tenantId: tenantId(),
  products: yup
    .array()
    .of(yup.number().strict().required().test('id', 'Такого товара нет', isRowId))
    .typeError('products — список товаров')
    .min(1, 'Укажите товары')
    .max(MOST_MATCHES, `Не больше ${MOST_MATCHES} товаров за раз`)
    .required('Укажите товары'),
});

export const tenantOfProposal = yup.object({ tenantId: tenantId() });
