import * as yup from 'yup';
import { HEADER_SEARCH_ROWS } from './imports.ts';

/** What a column of a supplier's table can hold; sums are roubles of a line. */
export const deliveryColumns = [
  'name',
  'code',
  'ean',
  'unit',
  'packs',
  'in_pack',
  'quantity',
  'price',
  'net',
  'vat',
  'gross',
] as const;
export type DeliveryColumn = (typeof deliveryColumns)[number];
type Columns = Partial<Record<DeliveryColumn, string>>;

const areColumns = (value: unknown): value is Columns =>
  Object.entries(value ?? {}).every(
    ([column, letter]) =>
      (deliveryColumns as readonly string[]).includes(column) && /^[A-Z]{1,2}$/.test(String(letter)),
  );

/** In which columns a supplier's table has what; it is stored with the supplier. */
export const deliveryLayoutSchema = yup.object({
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
    .test('named', 'Укажите столбец с названием или кодом', (columns) => Boolean(columns?.name ?? columns?.code))
    .test('counted', 'Укажите столбец с количеством или с упаковками и штуками в них', (columns) =>
      Boolean(columns?.quantity ?? (columns?.packs && columns.in_pack)),
    ),
});
export type DeliveryLayout = yup.InferType<typeof deliveryLayoutSchema>;
