import { clientId, MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { exactText, pack, presetTare, quantity, recordedAt, trimmed, yesOrNo } from './fields.ts';
import { MAX_QUANTITY } from './limits.ts';

export const units = ['л', 'кг', 'шт'] as const;
export type Unit = (typeof units)[number];

/** The specification's three groups of discrepancy reports; everything else is `other`. */
export const groups = ['strong', 'wine', 'soft', 'other'] as const;
export type Group = (typeof groups)[number];

// The number itself is in a module that phones can load without the schemas.
export { MAX_QUANTITY };

const text = (max: number): yup.StringSchema<string | null | undefined> =>
  yup.string().strict().typeError('Ожидается текст').max(max, `Не длиннее ${max} знаков`).nullable();

const weight = (): yup.NumberSchema<number | null | undefined> =>
  yup
    .number()
    .strict()
    .typeError('Вес — число граммов')
    .positive('Вес больше нуля')
    .max(100_000, 'Вес не больше 100 кг')
    .nullable();

/** The longest name of an item, in characters. */
export const MAX_NAME = 200;
/** The most barcodes of an item, apart from its main one. */
export const MAX_CODES = 20;

/** Further barcodes of the item; one scan means `pack` bottles or pieces (12 for a case of 12). */
const codes = yup
  .array()
  .of(
    yup.object({
      ean: trimmed().typeError('Штрихкод — текст').required('Введите штрихкод').max(18, 'Штрихкод — до 18 цифр'),
      pack: pack(),
    }),
  )
  .typeError('codes — список')
  .max(MAX_CODES, `Не больше ${MAX_CODES} штрихкодов у позиции`);

const fields = {
  name: trimmed()
    .typeError('Ожидается текст')
    .min(1, 'Введите название')
    .max(MAX_NAME, `Не длиннее ${MAX_NAME} знаков`),
  article: trimmed().typeError('Ожидается текст').max(60, 'Не длиннее 60 знаков').nullable(),
  ean: text(18),
  codes,
  category: trimmed().typeError('Ожидается текст').max(100, 'Не длиннее 100 знаков'),
  group: yup.string().oneOf([...groups], 'Такой группы нет'),
  unit: yup.string().oneOf([...units], 'Единица — л, кг или шт'),
  expected: quantity().nullable(),
  par: quantity().min(0, 'Не меньше нуля').nullable(),
  cost: yup
    .number()
    .strict()
    .typeError('Цена — число рублей')
    .min(0, 'Не меньше нуля')
    .max(10_000_000, 'Слишком большая цена')
    .nullable(),
  volume_ml: yup
    .number()
    .strict()
    .typeError('Объём — число')
    .integer('Объём — целое число миллилитров')
    .positive('Объём больше нуля')
    .max(1_000_000)
    .nullable(),
  weight_empty_g: weight(),
  weight_full_g: weight(),
  density_g_per_ml: yup
    .number()
    .strict()
    .typeError('Плотность — число')
    .min(0.5, 'Плотность от 0,5')
    .max(2, 'Плотность до 2')
    .nullable(),
};

export const createItemSchema = yup.object({
  ...fields,
  name: fields.name.required('Введите название'),
  unit: fields.unit.required('Выберите единицу'),
  /** The present stock, which becomes the item's first change. */
  quantity: quantity(),
  /** True once the user has confirmed that this quantity is meant. */
  confirmed: yesOrNo('confirmed'),
  /** The client's own key: if it is sent twice, one item is made, and the second answer is that item. */
  key: yup.string().strict().uuid('Номер позиции у клиента — uuid').lowercase(),
  /** Proposes the barcode with its name to the platform's catalogue. */
  propose: yesOrNo('propose'),
});
export type CreateItem = yup.InferType<typeof createItemSchema>;

/** The quantity is not here, because it changes only through changes. */
export const updateItemSchema = yup.object(fields);
export type UpdateItem = yup.InferType<typeof updateItemSchema>;

/** The most items in one bulk edit. */
export const MAX_BULK = 10_000;

const isRowId = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_ROW_ID;

/** One edit of many items, all or none: `set` the given fields, or `delete` the items. */
export const bulkItemsSchema = yup
  .object({
    // The ids are checked at once, because a schema for each of ten thousand numbers would block the server.
    itemIds: yup
      .mixed<number[]>((value): value is number[] => Array.isArray(value) && value.every(isRowId))
      .typeError('itemIds — список номеров')
      .required('Выберите позиции')
      .test('some', 'Выберите позиции', (ids) => ids.length > 0)
      .test('not-too-many', `Не больше ${MAX_BULK} позиций за раз`, (ids) => ids.length <= MAX_BULK),
    set: yup
      .object({
        category: fields.category,
        group: fields.group,
        unit: fields.unit,
        expected: fields.expected,
        par: fields.par,
        cost: fields.cost,
        density_g_per_ml: fields.density_g_per_ml,
      })
      .optional()
      .default(undefined),
    delete: yup.boolean().strict().oneOf([true], 'delete — только true'),
  })
  .test('one-act', 'Укажите одно из: set, delete', (bulk) => (bulk.set === undefined) !== (bulk.delete === undefined));
export type BulkItems = yup.InferType<typeof bulkItemsSchema>;

/**
 * A bottle on the scale whose weights are to be measured, by any user: an empty one, or a full one, from which the
 * empty weight follows by volume and density. Only an administrator may replace a known weight. Both include
 * `presetTareG`, the grams of what stands on the bottle.
 */
export const measureItemSchema = yup
  .object({
    emptyG: weight(),
    fullG: weight(),
    presetTareG: presetTare(),
    /** The scale's step in grams, by which two weighings of one bottle may differ. */
    stepG: yup
      .number()
      .strict()
      .typeError('Шаг весов — число граммов')
      .positive('Шаг весов больше нуля')
      .max(50, 'Шаг весов — не больше 50 г'),
    /** The client's own id: if it is sent twice, that is one weighing. */
    id: clientId('взвешивания').optional(),
    at: recordedAt(),
    /** True once the user has confirmed a weight that differs from the last one. */
    confirmed: yesOrNo('confirmed'),
  })
  .test('one-weight', 'Укажите одно из: emptyG, fullG', (given) => (given.emptyG == null) !== (given.fullG == null));
export type MeasureItem = yup.InferType<typeof measureItemSchema>;

/** The list's filter; `changedSince` is the `asOf` of an earlier answer, and then deleted items are listed too. */
export const itemsFilterSchema = yup.object({
  search: exactText('Поиск', 200),
  category: exactText('Категория', 100),
  changedSince: yup
    .date()
    .typeError('changedSince — время вида 2026-01-31T12:00:00Z')
    .min(new Date('2000-01-01'), 'Слишком давнее время')
    .max(new Date('2200-01-01'), 'Слишком далёкое время'),
});
