import * as yup from 'yup';
import { quantity } from './items.ts';
import { MAX_BATCH } from './limits.ts';

/** Sources that a client may give; the server itself writes `bot`, `import` and `count`. */
export const clientSources = ['web', 'scanner', 'scales'] as const;
export const sources = [...clientSources, 'bot', 'import', 'count'] as const;
export type Source = (typeof sources)[number];

/** The means by which a quantity was given. A weight is always `weighed`, whatever the client sends. */
export const methods = ['typed', 'scanned', 'weighed'] as const;
export type Method = (typeof methods)[number];

/** Reasons for a change other than use or delivery: spoilt or spilt, given away, moved to or from another place. */
export const reasons = ['waste', 'comp', 'transfer'] as const;
export type Reason = (typeof reasons)[number];

/** The most changes in one request. */
export const MAX_CHANGES = MAX_BATCH;

/**
 * One signed quantity: by `itemId` or `ean`, with exactly one of `delta`, `set` (the new quantity) and `grossWeightG`.
 */
export const changeSchema = yup
  .object({
    id: yup.string().strict().required('Нет номера изменения').uuid('Номер изменения — uuid').lowercase(),
    itemId: yup
      .number()
      .strict()
      .typeError('Номер позиции — число')
      .integer('Номер позиции — целое число')
      .positive('Номер позиции больше нуля')
      .max(2_147_483_647),
    ean: yup.string().strict().typeError('Штрихкод — текст').max(18),
    delta: quantity(),
    set: quantity().min(0, 'Остаток не меньше нуля'),
    grossWeightG: yup
      .number()
      .strict()
      .typeError('Вес — число граммов')
      .min(0, 'Вес не меньше нуля')
      .max(100_000, 'Вес не больше 100 кг'),
    at: yup.date().typeError('Время записано неверно'),
    source: yup
      .string()
      .strict()
      .oneOf([...clientSources], 'Источник — web, scanner или scales')
      .required('Не указан источник'),
    /** Defaults to `typed`. */
    method: yup
      .string()
      .strict()
      .oneOf(['typed', 'scanned'] as const, 'Способ — typed или scanned'),
    /** Allowed only with `delta`. */
    reason: yup
      .string()
      .strict()
      .oneOf([...reasons], 'Причина — waste, comp или transfer'),
    note: yup
      .string()
      .strict()
      .typeError('Примечание — текст')
      .max(500, 'Примечание не длиннее 500 знаков')
      // The database stores no such character, and its refusal would fail the whole request.
      .test('no-nul', 'В примечании недопустимый символ', (note) => !note?.includes('\0')),
    /** True once the user has confirmed that the amount is meant. */
    confirmed: yup.boolean().strict().typeError('confirmed — да или нет'),
  })
  .test('one-item', 'Укажите позицию: itemId или ean', (c) => (c.itemId === undefined) !== (c.ean === undefined))
  .test(
    'one-amount',
    'Укажите одно из: delta, set, grossWeightG',
    (c) => [c.delta, c.set, c.grossWeightG].filter((value) => value !== undefined).length === 1,
  )
  .test('reason-of-delta', 'Причина бывает у прихода или расхода', (c) => !c.reason || c.delta !== undefined);
export type ChangeInput = yup.InferType<typeof changeSchema>;

/** Checks only the envelope: each change is checked by itself, so that one bad change never stops the others. */
export const changesSchema = yup.object({
  changes: yup
    .array()
    .strict()
    .typeError('changes — список')
    .required('Нет изменений')
    .min(1, 'Нет изменений')
    .max(MAX_CHANGES, `Не больше ${MAX_CHANGES} изменений за раз`),
});

/** A request to undo a change may give its source. */
export const undoChangeSchema = yup.object({
  source: yup
    .string()
    // The value is kept as given; yup's own `strict` would leave out the default.
    .transform((_value, given) => given)
    .oneOf([...clientSources], 'Источник — web, scanner или scales')
    .default('web'),
});

/** A day, or a moment within it, for a filter's `from` and `to`. */
export const moment = (): yup.StringSchema =>
  yup
    .string()
    .strict()
    .typeError('Время записано неверно')
    .test('moment', 'Ожидается день вида 2026-01-31 или время вида 2026-01-31T12:00:00Z', (value) => {
      if (value === undefined) return true;
      if (!/^20\d\d-\d\d-\d\d($|T)/.test(value)) return false;
      const time = new Date(value);
      return !Number.isNaN(time.getTime()) && (value.length > 10 || time.toISOString().startsWith(value));
    });

export const numberInQuery = (message: string): yup.NumberSchema =>
  yup.number().typeError(message).integer(message).positive(message).max(2_147_483_647, message);

/** The log's filter. A day in `from` or `to` is the whole day by the tenant's clock; a moment in `to` is excluded. */
export const changesFilterSchema = yup
  .object({
    item: numberInQuery('Номер позиции — целое число'),
    user: numberInQuery('Номер пользователя — целое число'),
    source: yup
      .string()
      .strict()
      .oneOf([...sources], 'Источник — web, scanner, scales, bot, import или count'),
    method: yup
      .string()
      .strict()
      .oneOf([...methods], 'Способ — typed, scanned или weighed'),
    reason: yup
      .string()
      .strict()
      .oneOf([...reasons], 'Причина — waste, comp или transfer'),
    /** Selects the changes of this import, and those that undid it. */
    import: yup.string().strict().typeError('Номер загрузки — uuid').uuid('Номер загрузки — uuid').lowercase(),
    from: moment(),
    to: moment(),
    /** Shows only the first change of each import, with `imported`. The filter may not name an item then. */
    fold: yup
      .string()
      .strict()
      .oneOf(['imports'] as const, 'fold — только imports'),
  })
  .test(
    'fold-of-all',
    'У одной позиции загрузки не сворачиваются: уберите item или fold',
    ({ item, fold }) => item === undefined || fold === undefined,
  );
export type ChangesFilter = yup.InferType<typeof changesFilterSchema>;
