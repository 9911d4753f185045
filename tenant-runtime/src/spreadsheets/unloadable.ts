import { Unreadable } from '@ostatok/kit/node/errors.ts';

/** The reasons why a table that was read cannot be loaded, each with what to do about it. */
const reasons = {
  no_header:
    'Не нашли строку с заголовками. Нужна колонка с названием («Наименование», «Номенклатура» или «Товар») и, например, «Остаток» или «Цена»',
  no_sheet: 'Такого листа в книге нет',
  no_name: 'Укажите столбец с названием',
  no_quantity: 'Не нашли колонку с учётным остатком. Назовите её «Учётный остаток» или «Количество»',
  no_rows: 'Под заголовками нет ни одной строки с позицией',
} as const;

export const unloadable = (reason: keyof typeof reasons): Unreadable => new Unreadable(reason, reasons[reason]);
