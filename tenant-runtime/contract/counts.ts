import * as yup from 'yup';
import { quantity, trimmed } from './items.ts';
import { MAX_BATCH } from './limits.ts';

/** The most entries in one request. */
export const MAX_ENTRIES = MAX_BATCH;

export const countScopes = ['all', 'categories', 'items'] as const;
export type CountScope = (typeof countScopes)[number];
export const countStatuses = ['open', 'closed', 'cancelled'] as const;
export type CountStatus = (typeof countStatuses)[number];

const title = () => trimmed().typeError('Название — текст').max(100, 'Не длиннее 100 знаков');
const threshold = () => quantity().min(0.001, 'Порог больше нуля').nullable();
const rowId = () => yup.number().strict().typeError('Номер — число').integer().positive().max(2_147_483_647);
const reason = () =>
  trimmed().typeError('Причина — текст').required('Укажите причину').max(300, 'Не длиннее 300 знаков');
/** The value is kept as given; yup's own `strict` would leave out the default. */
const flag = () => yup.boolean().transform((_value, given) => given);
const areas = () =>
  yup
    .array()
    .of(
      yup.object({
        /** The id of an existing area; without it a new one is made. */
        id: rowId(),
        name: trimmed().typeError('Зона — текст').required('Назовите зону').max(60, 'Не длиннее 60 знаков'),
        userId: rowId().nullable(),
      }),
    )
    .typeError('areas — список')
    .max(50, 'Не больше 50 зон');

export const openCountSchema = yup
  .object({
    /** The client's own key: if it is sent twice, one count is opened. */
    key: yup.string().strict().required('Нет номера подсчёта').uuid('Номер подсчёта — uuid').lowercase(),
    /** Defaults to a title like «Подсчёт 31 января». */
    title: title(),
    scope: yup
      .string()
      .oneOf([...countScopes], 'Что считать — all, categories или items')
      .default('all'),
    categories: yup.array().of(yup.string().strict().max(100).defined()).max(1000).default([]),
    itemIds: yup.array().of(rowId().required()).max(10_000).default([]),
    spot: flag().typeError('spot — да или нет').default(false),
    blind: flag().typeError('blind — да или нет').default(false),
    recountThreshold: threshold(),
    areas: areas().default([]),
  })
  .test(
    'scope-given',
    'Выберите, что считать',
    // The fields' own refusals do not stop this test, so a list may be null here.
    ({ scope, categories, itemIds }) =>
      scope === 'all' || (scope === 'categories' ? categories?.length > 0 : itemIds?.length > 0),
  );
export type OpenCount = yup.InferType<typeof openCountSchema>;

export const updateCountSchema = yup.object({ title: title(), recountThreshold: threshold(), areas: areas() });
export type UpdateCount = yup.InferType<typeof updateCountSchema>;

/**
 * One quantity found in one place: by `itemId` or `ean`, with `quantity` or `grossWeightG`. Entries of an item add up.
 */
export const countEntrySchema = yup
  .object({
    id: yup.string().strict().required('Нет номера записи').uuid('Номер записи — uuid').lowercase(),
    itemId: rowId(),
    ean: yup.string().strict().typeError('Штрихкод — текст').max(18),
    quantity: quantity().min(0, 'Количество не меньше нуля'),
    grossWeightG: yup
      .number()
      .strict()
      .typeError('Вес — число граммов')
      .min(0, 'Вес не меньше нуля')
      .max(100_000, 'Вес не больше 100 кг'),
    areaId: rowId().nullable(),
    method: yup
      .string()
      .strict()
      .oneOf(['typed', 'scanned'] as const, 'Способ — typed или scanned'),
    source: yup
      .string()
      .strict()
      .oneOf(['web', 'scanner', 'scales'] as const, 'Источник — web, scanner или scales')
      .required('Не указан источник'),
    at: yup.date().typeError('Время записано неверно'),
    note: yup
      .string()
      .strict()
      .typeError('Примечание — текст')
      .max(500, 'Примечание не длиннее 500 знаков')
      .test('no-nul', 'В примечании недопустимый символ', (note) => !note?.includes('\0')),
    /** True once the user has confirmed that the amount is meant. */
    confirmed: yup.boolean().strict().typeError('confirmed — да или нет'),
  })
  .test('one-item', 'Укажите позицию: itemId или ean', (e) => (e.itemId === undefined) !== (e.ean === undefined))
  .test(
    'one-amount',
    'Укажите одно из: quantity, grossWeightG',
    (e) => (e.quantity === undefined) !== (e.grossWeightG === undefined),
  );
export type CountEntryInput = yup.InferType<typeof countEntrySchema>;

/** Checks only the envelope: each entry is checked by itself. */
export const countEntriesSchema = yup.object({
  entries: yup
    .array()
    .strict()
    .typeError('entries — список')
    .required('Нет записей')
    .min(1, 'Нет записей')
    .max(MAX_ENTRIES, `Не больше ${MAX_ENTRIES} записей за раз`),
});

export const recountSchema = yup
  .object({ itemIds: yup.array().of(rowId().required()).strict().min(1).max(10_000), threshold: threshold() })
  .test('one-way', 'Укажите itemIds или threshold', (r) => (r.itemIds === undefined) !== (r.threshold == null));

/** Uncounted lines keep their stock or are taken for zero. There is no default, so that the administrator decides. */
export const closeCountSchema = yup.object({
  uncounted: yup
    .string()
    .strict()
    .oneOf(['keep', 'zero'] as const, 'Непосчитанные — keep или zero')
    .required('Скажите, что делать с непосчитанными'),
});
export type CloseCount = yup.InferType<typeof closeCountSchema>;
export type Recount = yup.InferType<typeof recountSchema>;
export const reasonSchema = yup.object({ reason: reason() });
export const areaDoneSchema = yup.object({
  done: yup.boolean().strict().typeError('done — да или нет').required('Нет done'),
});

const rowNumber = (message: string) =>
  yup.number().typeError(message).integer(message).positive(message).max(2_147_483_647, message);

export const lineStates = ['counted', 'uncounted', 'recount', 'differs'] as const;
export const linesFilterSchema = yup.object({
  state: yup
    .string()
    .strict()
    .oneOf([...lineStates], 'Состояние — counted, uncounted, recount или differs'),
  search: yup.string().strict().typeError('Поиск — текст').max(200, 'Не длиннее 200 знаков'),
  category: yup.string().strict().typeError('Категория — текст').max(100, 'Не длиннее 100 знаков'),
  /** Selects lines with entries in this area, or by this user. */
  area: rowNumber('Номер зоны — целое число'),
  user: rowNumber('Номер пользователя — целое число'),
});
export type LinesFilter = yup.InferType<typeof linesFilterSchema>;
export const entriesFilterSchema = yup.object({
  item: rowNumber('Номер позиции — целое число'),
  user: rowNumber('Номер пользователя — целое число'),
  area: rowNumber('Номер зоны — целое число'),
});
export type EntriesFilter = yup.InferType<typeof entriesFilterSchema>;
export const countsFilterSchema = yup.object({
  status: yup
    .string()
    .strict()
    .oneOf([...countStatuses], 'Состояние — open, closed или cancelled'),
});
