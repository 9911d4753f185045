import * as yup from 'yup';
import type { Method } from './changes.ts';
import { type Group, quantity, trimmed, type Unit } from './items.ts';
import { MAX_BATCH } from './limits.ts';
import type { Doubt } from './plausibility.ts';

/*
 * GET    /api/counts?status                  → list of Count, newest first
 * POST   /api/counts                         admin → {count}
 * GET    /api/counts/:id                     → {count: CountDetails}
 * PUT    /api/counts/:id                     admin: title, areas, recountThreshold → {count}
 * GET    /api/counts/:id/lines?state&search&area&user&page&limit → list of CountLine
 * GET    /api/counts/:id/entries?item&user&area&page&limit       → list of CountEntry, newest first
 * POST   /api/counts/:id/entries             → {results: CountEntryResult[]}; at most 500; idempotent by id
 * DELETE /api/counts/:id/entries/:entryId    one's own, an administrator any: voids it, keeps it in the list → {entry, line}
 * POST   /api/counts/:id/areas/:areaId/done  {done: boolean} → {count}
 * POST   /api/counts/:id/recount             admin: {itemIds} or {threshold} → {count, lines: number}
 * POST   /api/counts/:id/close               admin: {uncounted: 'keep' | 'zero'} → {count}
 * POST   /api/counts/:id/reopen              admin: {reason} → {count}
 * POST   /api/counts/:id/cancel              admin: {reason} → {count}; only an open count, whose stock is unchanged
 */

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
    ({ scope, categories, itemIds }) =>
      scope === 'all' || (scope === 'categories' ? categories.length > 0 : itemIds.length > 0),
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

type Person = { id: number; name: string } | null;

/** Money is in roubles; `withoutCost` counts lines that differ and have no cost, which are in no sum. */
export interface CountTotals {
  lines: number;
  counted: number;
  differing: number;
  /** The sums by unit, because litres and pieces do not add up; shortage is never above zero. */
  units: { unit: Unit; shortage: number; surplus: number }[];
  money: { shortage: number; surplus: number; withoutCost: number };
}

export interface Count {
  id: number;
  title: string;
  scope: CountScope;
  categories: string[];
  spot: boolean;
  blind: boolean;
  recountThreshold: number | null;
  status: CountStatus;
  openedBy: Person;
  openedAt: string;
  closedBy: Person;
  closedAt: string | null;
  /** The number of all lines and of counted ones; `recount` of them wait for a recount. */
  coverage: { lines: number; counted: number; recount: number };
  /** The totals of a closed count; null for a blind counter until it is closed. */
  totals: CountTotals | null;
}

export interface CountArea {
  id: number;
  name: string;
  user: Person;
  done: boolean;
  entries: number;
}

/** A question that the chat has asked; closing the count makes its answer impossible. */
export interface UnansweredQuestion {
  user: string;
  /** What the user called the item. */
  name: string;
}

export interface CountDetails extends Count {
  areas: CountArea[];
  /** The numbers of lines and entries by user; a blind counter sees only their own. */
  counters: { user: { id: number; name: string }; lines: number; entries: number }[];
  /** Whether expected quantities are hidden from the caller. */
  hidden: boolean;
  /** The chat's questions about this count that nobody has answered, for administrators while it is open. */
  unanswered?: UnansweredQuestion[];
  events: {
    kind: 'opened' | 'recount' | 'closed' | 'reopened' | 'cancelled';
    user: Person;
    reason: string | null;
    at: string;
  }[];
}

export interface CountLine {
  /** A deleted item keeps its line; closing does not change its stock. */
  item: { id: number; name: string; category: string; group: Group; unit: Unit; deleted?: true };
  /**
   * The sum of the entries in its latest counted round; null if it is uncounted. A blind counter sees the sum of their
   * own.
   */
  counted: number | null;
  /** Raised each time a recount is requested. */
  round: number;
  /** True if a recount was requested and the line has not been counted since. */
  recount: boolean;
  entries: number;
  /** The means by which the latest round's entries were given. */
  methods: Method[];
  counters: string[];
  /** The quantity to compare with: the accounts' if known, or else our own stock at that moment; null when hidden. */
  expected: number | null;
  against: 'accounts' | 'stock' | null;
  /** counted − expected; null if either is null. */
  difference: number | null;
  /** Roubles: difference × cost; null without a cost. */
  loss: number | null;
}

export interface CountEntry {
  id: string;
  item: { id: number; name: string; unit: Unit };
  area: { id: number; name: string } | null;
  user: { id: number; name: string };
  quantity: number;
  grossWeightG: number | null;
  method: Method;
  source: 'web' | 'scanner' | 'scales' | 'bot';
  round: number;
  note: string | null;
  at: string;
  voided: { at: string; by: string } | null;
}

export interface TakenEntry extends CountEntry {
  /** How much counts again that the entry had replaced. */
  restored?: number;
}

export interface CountEntryResult {
  id: string;
  status: 'applied' | 'duplicate' | 'rejected';
  entry?: CountEntry;
  /** The line as the caller may see it. */
  line?: CountLine;
  /** How much its person had entered before, which it has replaced. */
  replaced?: number;
  error?: string;
  /**
   * Set if it was rejected only because the amount is probably a slip: sent again with `confirmed` it is written.
   * `error` is its question.
   */
  doubt?: Doubt;
}
