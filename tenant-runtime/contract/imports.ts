import { MAX_ROW_ID, rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { reportDeviation, reportGroup, venueDay, venueTime } from './reports.ts';

/** The largest workbook that can be uploaded. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** The most rows in one import. */
export const MAX_IMPORT_ROWS = 200_000;

/** A price refers to an item's unit or to a bottle of it. */
export const priceReadings = ['unit', 'bottle'] as const;
export type PriceReading = (typeof priceReadings)[number];

export const importKinds = ['items', 'expected'] as const;
export const importSchema = yup.object({
  kind: yup
    .string()
    .oneOf([...importKinds], 'Вид загрузки — items или expected')
    .default('items'),
  /** The JSON of an ImportLayout. */
  layout: yup.string().max(20_000, 'Слишком длинное описание столбцов'),
  /** With `ask`, a file whose header is not found is previewed without rows, so that a user names its columns. */
  ask: yup.string().oneOf(['1'], 'ask — только 1'),
  /** The amount that the file's prices refer to, if a user knows it better than its header says. */
  prices: yup.string().oneOf([...priceReadings], 'Цены — unit или bottle'),
});
export type ImportKind = (typeof importKinds)[number];

export const exportReports = [
  'items',
  'discrepancies',
  'changes',
  'order',
  'supplier_order',
  'losses',
  'count',
  'usage',
] as const;
export const exportSchema = yup
  .object({
    report: yup
      .string()
      .oneOf([...exportReports], `Отчёт — ${exportReports.slice(0, -1).join(', ')} или ${exportReports.at(-1)}`)
      .default('items'),
    /** Used by the reports `count` and `usage`. */
    count: rowId('Номер подсчёта — целое число'),
    /** Used by the report `supplier_order`. */
    order: rowId('Номер заказа — целое число'),
    /** Used by the report `usage`: the count from which on it tells. */
    since: rowId('Номер подсчёта — целое число'),
    /** Used by the report `losses`, and by `usage` for the days sold: days by the tenant's clock, both included. */
    from: venueDay(),
    to: venueDay(),
    /** Used by the report `discrepancies`. */
    group: reportGroup(),
    deviation: reportDeviation(),
  })
  .test(
    'count-named',
    'Укажите номер подсчёта: count',
    ({ report, count }) => !['count', 'usage'].includes(report) || count !== undefined,
  )
  .test(
    'order-named',
    'Укажите номер заказа: order',
    ({ report, order }) => report !== 'supplier_order' || order !== undefined,
  )
  .test(
    'since-named',
    'Укажите номер первого подсчёта: since',
    ({ report, since }) => report !== 'usage' || since !== undefined,
  );
export type ExportReport = (typeof exportReports)[number];

/** The fields of an item that a column can hold. */
export const importFields = [
  'name',
  'article',
  'ean',
  'category',
  'group',
  'unit',
  'quantity',
  'expected',
  'par',
  'cost',
  'cost_bottle',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
] as const;
export type ImportField = (typeof importFields)[number];

/** The number of rows from the top in which a header is searched, or may be chosen. */
export const HEADER_SEARCH_ROWS = 200;

/**
 * The user's description of the file where the recognised one is wrong; it is stored for files with the same header.
 */
export const importLayoutSchema = yup.object({
  sheet: yup.string().strict().typeError('Лист — текст').max(200, 'Такого листа нет'),
  /** The last row of the header; 0 if the rows begin at once. */
  headerRow: yup
    .number()
    .strict()
    .typeError('Строка заголовков — число')
    .integer('Строка заголовков — целое число')
    .min(0, 'Строка заголовков не меньше 0')
    .max(HEADER_SEARCH_ROWS, `Заголовки ищите в первых ${HEADER_SEARCH_ROWS} строках`),
  /** A column letter for each field to read. */
  columns: yup
    .mixed<Partial<Record<ImportField, string>>>((value): value is Partial<Record<ImportField, string>> =>
      Object.entries(value ?? {}).every(
        ([field, letter]) => (importFields as readonly string[]).includes(field) && /^[A-Z]{1,2}$/.test(String(letter)),
      ),
    )
    .typeError('Столбцы указаны неверно')
    .required('Укажите столбцы'),
});
export type ImportLayout = yup.InferType<typeof importLayoutSchema>;

const MAX_CHOSEN = 10_000;
const isNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_ROW_ID;
const chosenRows = (field: string) =>
  yup
    .mixed<true | number[]>(
      (value): value is true | number[] =>
        value === true || (Array.isArray(value) && value.length <= MAX_CHOSEN && value.every(isNumber)),
    )
    .typeError(`${field} — true или номера строк`);

/** A row that is an item under another name. */
export interface SameItem {
  row: number;
  item_id: number;
}

const areSame = (value: unknown): value is SameItem[] =>
  Array.isArray(value) &&
  value.length <= MAX_CHOSEN &&
  value.every((one) => isNumber(one?.row) && isNumber(one?.item_id));
const sameItems = () => yup.mixed(areSame).typeError('same — номера строк и позиций');

/** Returns a number that comes twice. */
function repeated(numbers: number[]): number | undefined {
  const seen = new Set<number>();
  return numbers.find((number) => seen.size === seen.add(number).size);
}

/** Decides doubtful rows; the others are left out. */
export const commitImportSchema = yup
  .object({
    /** Writes these rows as they were read, or all. */
    confirmed: chosenRows('confirmed'),
    /** These rows are these items: each keeps its name and learns the row's. */
    same: sameItems(),
    /** These of the rows that are like items are new items. A client that does not say so means those in `confirmed`. */
    new: chosenRows('new'),
    /**
     * The file's quantities were counted at this time of the tenant's clock: they become a closed count, and the stock
     * follows it. Only for `items`; without it they are the starting stock of new items. Quantities that look like slips are
     * refused with their rows (`counted_doubtful`) unless they are `confirmed`.
     */
    counted: yup
      .object({
        day: venueDay().required('Укажите день подсчёта'),
        time: venueTime().required('Укажите время подсчёта'),
        confirmed: yup.boolean(),
      })
      .optional()
      .default(undefined)
      .typeError('counted — день и время'),
  })
  .test('decided-once', ({ same: given, new: anew }, context) => {
    const same = areSame(given) ? given : [];
    const rows = same.map(({ row }) => row);
    const row = repeated([...rows, ...(Array.isArray(anew) ? new Set(anew) : [])]);
    if (row !== undefined) return context.createError({ path: 'same', message: `Строка ${row} решена дважды` });
    const item = repeated(same.map(({ item_id }) => item_id));
    if (item === undefined) return true;
    const both = same.filter(({ item_id }) => item_id === item).map((one) => one.row);
    return context.createError({
      path: 'same',
      message: `Строки ${both.join(' и ')} — одна и та же позиция. Оставьте одну`,
    });
  });
export type CommitImport = yup.InferType<typeof commitImportSchema>;
