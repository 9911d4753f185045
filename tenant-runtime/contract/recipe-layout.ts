import * as yup from 'yup';
import { HEADER_SEARCH_ROWS } from './imports.ts';

/** What a column of a table of recipes can hold; `all` is every ingredient of a dish in one cell. */
export const recipeColumns = [
  'dish',
  'code',
  'size',
  'group',
  'price',
  'yield',
  'from',
  'ingredient',
  'amount',
  'unit',
  'all',
] as const;
export type RecipeColumn = (typeof recipeColumns)[number];
type Columns = Partial<Record<RecipeColumn, string>>;

const areColumns = (value: unknown): value is Columns =>
  Object.entries(value ?? {}).every(
    ([column, letter]) => (recipeColumns as readonly string[]).includes(column) && /^[A-Z]{1,2}$/.test(String(letter)),
  );

/** In which columns a table of recipes has what. */
export const recipeLayoutSchema = yup.object({
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
  /** The unit of amounts beside which none is written. */
  unit: yup.string().strict().typeError('Единица — текст').max(20, 'Единица не длиннее 20 знаков'),
  columns: yup
    .mixed<Columns>(areColumns)
    .typeError('Столбцы указаны неверно')
    .required('Укажите столбцы')
    .test('dish', 'Укажите столбец с блюдом', (columns) => Boolean(columns?.dish))
    .test('ingredients', 'Укажите столбец с ингредиентом и столбец с количеством, или столбец с составом', (columns) =>
      Boolean(columns?.all ?? (columns?.ingredient && columns.amount)),
    ),
});
export type RecipeLayout = yup.InferType<typeof recipeLayoutSchema>;
