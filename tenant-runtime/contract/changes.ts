import { clientId, MAX_ROW_ID, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import {
  ean,
  filterUser,
  grossWeight,
  moment,
  note,
  PRESET_TARE_ALONE,
  presetTare,
  quantity,
  recordedAt,
  yesOrNo,
} from './fields.ts';
import { MAX_BATCH } from './limits.ts';

/** Sources that a client may give; the server itself writes the others. */
export const clientSources = ['web', 'scanner', 'scales'] as const;
export const sources = [...clientSources, 'bot', 'import', 'count', 'delivery'] as const;
export type Source = (typeof sources)[number];
/** Whether a user gave the amount itself; counts, imports and deliveries write what was decided elsewhere. */
export const isGivenByUser = (source: Source): boolean => !['import', 'count', 'delivery'].includes(source);

/** The means by which a quantity was given. A weight is always `weighed`, whatever the client sends. */
export const methods = ['typed', 'scanned', 'weighed'] as const;
export type Method = (typeof methods)[number];

/** Reasons for a change other than use or delivery: spoilt or spilt, given away, moved to or from another place. */
export const reasons = ['waste', 'comp', 'transfer'] as const;
export type Reason = (typeof reasons)[number];

const CLIENT_SOURCE = 'Источник — web, scanner или scales';
export const clientSource = () =>
  yup
    .string()
    .strict()
    .oneOf([...clientSources], CLIENT_SOURCE)
    .required('Не указан источник');
export const clientMethod = () =>
  yup
    .string()
    .strict()
    .oneOf(['typed', 'scanned'] as const, 'Способ — typed или scanned');
const reason = () =>
  yup
    .string()
    .strict()
    .oneOf([...reasons], 'Причина — waste, comp или transfer');

/** The most changes in one request. */
export const MAX_CHANGES = MAX_BATCH;

/**
 * One signed quantity: by `itemId` or `ean`, with exactly one of `delta`, `set` (the new quantity) and `grossWeightG`.
 */
export const changeSchema = yup
  .object({
    id: clientId('изменения'),
    itemId: yup
      .number()
      .strict()
      .typeError('Номер позиции — число')
      .integer('Номер позиции — целое число')
      .positive('Номер позиции больше нуля')
      .max(MAX_ROW_ID),
    ean: ean(),
    delta: quantity(),
    set: quantity().min(0, 'Остаток не меньше нуля'),
    grossWeightG: grossWeight(),
    /** Allowed only with `grossWeightG`, which includes it. */
    presetTareG: presetTare(),
    at: recordedAt(),
    source: clientSource(),
    /** Defaults to `typed`. */
    method: clientMethod(),
    /** Allowed only with `delta`. */
    reason: reason(),
    note: note(),
    /** True once the user has confirmed that the amount is meant. */
    confirmed: yesOrNo('confirmed'),
  })
  .test('one-item', 'Укажите позицию: itemId или ean', (c) => (c.itemId === undefined) !== (c.ean === undefined))
  .test(
    'one-amount',
    'Укажите одно из: delta, set, grossWeightG',
    (c) => [c.delta, c.set, c.grossWeightG].filter((value) => value !== undefined).length === 1,
  )
  .test('tare-of-weight', PRESET_TARE_ALONE, (c) => c.presetTareG === undefined || c.grossWeightG !== undefined)
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
    .oneOf([...clientSources], CLIENT_SOURCE)
    .default('web'),
});

/** The log's filter. A day in `from` or `to` is the whole day by the tenant's clock; a moment in `to` is excluded. */
export const changesFilterSchema = yup
  .object({
    item: rowId('Номер позиции — целое число'),
    user: filterUser(),
    source: yup
      .string()
      .strict()
      .oneOf([...sources], 'Источник — web, scanner, scales, bot, import, count или delivery'),
    method: yup
      .string()
      .strict()
      .oneOf([...methods], 'Способ — typed, scanned или weighed'),
    reason: reason(),
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
