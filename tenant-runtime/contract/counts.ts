import { clientId, MAX_ROW_ID, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { clientMethod, clientSource } from './changes.ts';
import {
  areaName,
  ean,
  exactText,
  filterUser,
  grossWeight,
  line,
  note,
  PRESET_TARE_ALONE,
  presetTare,
  quantity,
  recordedAt,
  recountThreshold,
  yesOrNo,
} from './fields.ts';
import { MAX_BATCH } from './limits.ts';
import { mark } from './marks.ts';

/** The most entries in one request. */
export const MAX_ENTRIES = MAX_BATCH;

export const countScopes = ['all', 'categories', 'items'] as const;
export type CountScope = (typeof countScopes)[number];
export const countStatuses = ['open', 'closed', 'cancelled'] as const;
export type CountStatus = (typeof countStatuses)[number];

const title = () => line('Название', 100);
const id = () => yup.number().strict().typeError('Номер — число').integer().positive().max(MAX_ROW_ID);
const reason = () => line('Причина', 300).required('Укажите причину');
/** The value is kept as given; yup's own `strict` would leave out the default. */
const flag = () => yup.boolean().transform((_value, given) => given);
const areas = () =>
  yup
    .array()
    .of(
      yup.object({
        /** The id of an existing area; without it a new one is made. */
        id: id(),
        name: areaName(),
        userId: id().nullable(),
      }),
    )
    .typeError('areas — список')
    .max(50, 'Не больше 50 зон');

export const openCountSchema = yup
  .object({
    /** The client's own key: if it is sent twice, one count is opened. */
    key: clientId('подсчёта'),
    /** Defaults to a title like «Подсчёт 31 января». */
    title: title(),
    scope: yup
      .string()
      .oneOf([...countScopes], 'Что считать — all, categories или items')
      .default('all'),
    categories: yup.array().of(yup.string().strict().max(100).defined()).max(1000).default([]),
    itemIds: yup.array().of(id().required()).max(10_000).default([]),
    spot: flag().typeError('spot — да или нет').default(false),
    blind: flag().typeError('blind — да или нет').default(false),
    recountThreshold: recountThreshold(),
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

export const updateCountSchema = yup.object({ title: title(), recountThreshold: recountThreshold(), areas: areas() });
export type UpdateCount = yup.InferType<typeof updateCountSchema>;

/**
 * One quantity found in one place: by `itemId` or `ean`, with `quantity` or `grossWeightG`. Entries of an item add up.
 */
export const countEntrySchema = yup
  .object({
    id: clientId('записи'),
    itemId: id(),
    ean: ean(),
    quantity: quantity().min(0, 'Количество не меньше нуля'),
    grossWeightG: grossWeight(),
    /** Allowed only with `grossWeightG`, which includes it. */
    presetTareG: presetTare(),
    /** Of the whole bottle that it is: a count has each mark once. */
    mark: mark(),
    areaId: id().nullable(),
    method: clientMethod(),
    source: clientSource(),
    at: recordedAt(),
    note: note(),
    /** True once the user has confirmed that the amount is meant. */
    confirmed: yesOrNo('confirmed'),
  })
  .test('one-item', 'Укажите позицию: itemId или ean', (e) => (e.itemId === undefined) !== (e.ean === undefined))
  .test(
    'one-amount',
    'Укажите одно из: quantity, grossWeightG',
    (e) => (e.quantity === undefined) !== (e.grossWeightG === undefined),
  )
  .test('mark-of-bottle', 'Марка бывает только у целой бутылки', (e) => e.mark === undefined || (e.quantity ?? 0) > 0)
  .test('tare-of-weight', PRESET_TARE_ALONE, (e) => e.presetTareG === undefined || e.grossWeightG !== undefined);
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
  .object({ itemIds: yup.array().of(id().required()).strict().min(1).max(10_000), threshold: recountThreshold() })
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
  done: yesOrNo('done').required('Нет done'),
});

export const lineStates = ['counted', 'uncounted', 'recount', 'differs'] as const;
export const linesFilterSchema = yup.object({
  state: yup
    .string()
    .strict()
    .oneOf([...lineStates], 'Состояние — counted, uncounted, recount или differs'),
  search: exactText('Поиск', 200),
  category: exactText('Категория', 100),
  /** Selects lines with entries in this area, or by this user. */
  area: rowId('Номер зоны — целое число'),
  user: filterUser(),
  /** Sorts lines as they were counted the last time in an area of the name that this one has. */
  walk: rowId('Номер зоны — целое число'),
});
export type LinesFilter = yup.InferType<typeof linesFilterSchema>;
export const entriesFilterSchema = yup.object({
  item: rowId('Номер позиции — целое число'),
  user: filterUser(),
  area: rowId('Номер зоны — целое число'),
});
export type EntriesFilter = yup.InferType<typeof entriesFilterSchema>;
export const countsFilterSchema = yup.object({
  status: yup
    .string()
    .strict()
    .oneOf([...countStatuses], 'Состояние — open, closed или cancelled'),
});
