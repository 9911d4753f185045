import * as yup from 'yup';
import { HEADER_SEARCH_ROWS } from './imports.ts';

/** What a column of a table of sales can hold; sums are roubles of a line. */
export const salesColumns = [
  'day',
  'store',
  'code',
  'name',
  'size',
  'group',
  'unit',
  'quantity',
  'price',
  'paid',
  'listed',
  'cost',
] as const;
export type SalesColumn = (typeof salesColumns)[number];
type Columns = Partial<Record<SalesColumn, string>>;

const areColumns = (value: unknown): value is Columns =>
  Object.entries(value ?? {}).every(
    ([column, letter]) => (salesColumns as readonly string[]).includes(column) && /^[A-Z]{1,2}$/.test(String(letter)),
  );

/** In which columns a till's table has what; it is stored with the source. */
export const salesLayoutSchema = yup.object({
  sheet: yup.string().strict().typeError('Лист — текст').max(200, 'Такого листа нет'),
  /** The last row of the header; 0 if the lines begin at once. */
  headerRow: yup
    .number()
    .strict()
    .typeError('Строка заголовков — число')
    .required('Укажите строку заголовков')
    .integer('Строка заголовков — целое число')
    .min(0, 'Строка заголовков не меньше 0')
    .max(HEADER_SEARCH_ROWS, `Заголовки ищите в первых ${HEADER_SEARCH_ROWS} строках`),
  columns: yup
    .mixed<Columns>(areColumns)
    .typeError('Столбцы указаны неверно')
    .required('Укажите столбцы')
    .test('named', 'Укажите столбец с названием блюда', (columns) => Boolean(columns?.name))
    .test('counted', 'Укажите столбец с количеством', (columns) => Boolean(columns?.quantity)),
});
export type SalesLayout = yup.InferType<typeof salesLayoutSchema>;
