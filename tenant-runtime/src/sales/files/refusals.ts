import { Unreadable } from '@ostatok/kit/node/errors.ts';

const reasons = {
  not_sales:
    'Это не отчёт о продажах. Читаются OLAP iiko, «Расход блюд» r_keeper, Poster, МойСклад, Эвотор, Square, Toast, 1С и любые таблицы',
  transactions:
    'Это проводки iiko (OLAP TRANSACTIONS), а не продажи. Выгрузите OLAP по продажам с блюдами и учётными днями',
  delivery: 'Это накладная, а не продажи. Загрузите её на странице «Поставки»',
  no_rows: 'В файле нет ни одной строки с блюдом и количеством',
  too_many_rows: 'В файле больше 500 000 строк. Выгрузите его по частям',
  too_many_dishes: 'В файле больше 50 000 разных блюд. Это не похоже на продажи',
  bad_json: 'Файл JSON повреждён или передан не до конца. Скачайте его заново',
  no_sheet: 'Такого листа в книге нет. Выберите другой',
  no_columns: 'Не понять, в каких столбцах что записано. Укажите столбцы',
  long_period:
    'Период слишком длинный: в файле нет дней, и такие продажи не разнести. Выгрузите их не больше чем за 92 дня',
  days_across:
    'Дни стоят в столбцах, и каждый прочитать нельзя. Выгрузите отчёт так, чтобы у каждой строки был свой день',
  no_receipts: 'В файле нет ни одного чека продажи или возврата',
} as const;

export const refused = (reason: keyof typeof reasons): Unreadable => new Unreadable(reason, reasons[reason]);

/** Refuses a file because of what stands at one place of it, such as «Строка 3». */
export const badPlace = (place: string, what: string): Unreadable =>
  new Unreadable('bad_amount', `${place}: ${what}. Файл не загружен`);

/** Refuses a file that has no dishes, telling its totals. */
export const noDishes = (totals: string): Unreadable =>
  new Unreadable(
    'no_dishes',
    `В отчёте нет блюд, поэтому расход из него не посчитать. ${totals} Добавьте в отчёт блюда`,
  );

/** Refuses what was used instead of what was sold. */
export const usedNotSold = (totals: string): Unreadable =>
  new Unreadable(
    'used',
    `Это расход продуктов iiko (productExpense), а не продажи. ${totals} Единиц в нём нет. Загрузите OLAP по продажам`,
  );

/** Asks for the period of a file without days, telling its totals. */
export const noDays = (totals: string): Unreadable =>
  new Unreadable('no_days', `В файле нет дней. ${totals} Укажите, за какие дни эти продажи`);
