import { Unreadable } from '@ostatok/kit/node/errors.ts';

const reasons = {
  not_recipes:
    'Рецептов в файле не нашлось. Читаются таблицы .xlsx, .xls и .csv, технологические карты iiko и списки в JSON',
  not_products: 'Это не номенклатура iiko. Из XML читается только она, рецепты iiko выгружаются в JSON',
  no_recipes: 'В файле нет ни одного рецепта',
  no_charts: 'В выгрузке iiko нет ни одной технологической карты. Выберите другой период',
  too_many_rows: 'В файле больше 50 000 строк. Разделите его',
  too_many_lines: 'В рецептах файла больше 20 000 строк. Разделите его',
  bad_json: 'Файл JSON повреждён или передан не до конца. Скачайте его заново',
  no_sheet: 'Такого листа в книге нет. Выберите другой',
  no_columns: 'Не понять, в каких столбцах что записано. Укажите столбцы',
} as const;

export const refused = (reason: keyof typeof reasons): Unreadable => new Unreadable(reason, reasons[reason]);

/** Refuses a file because of what stands at one place of it, such as «Строка 3». */
export const badPlace = (place: string, what: string): Unreadable =>
  new Unreadable('bad_recipe', `${place}: ${what}. Файл не загружен`);
