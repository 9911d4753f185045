import { Unreadable } from '@ostatok/kit/node/errors.ts';

/** Why a file cannot be read, each with what to do about it. The codes travel from the child process to the answer. */
const reasons = {
  not_workbook: 'Это не книга Excel. Загрузите файл .xlsx или .xls',
  damaged: 'Файл повреждён или записан не до конца. Откройте его в Excel и сохраните заново как .xlsx',
  password: 'Файл защищён паролем. Снимите пароль и загрузите файл снова',
  old_excel: 'Это файл Excel 4 или старше. Сохраните его как .xlsx и загрузите снова',
  other_format: 'Этот вид таблицы не поддерживается. Сохраните её как .xlsx и загрузите снова',
  unsafe: 'В файле есть конструкции, которых в книге Excel быть не должно. Сохраните его как .xlsx заново',
  too_big: 'Таблица слишком большая. Разделите её на несколько файлов',
  too_slow: 'Файл не удалось прочитать за разумное время. Сохраните его как .xlsx заново или разделите на части',
  crashed: 'Файл не удалось прочитать. Откройте его в Excel и сохраните заново как .xlsx',
  empty: 'В книге нет данных',
  no_header:
    'Не нашли строку с заголовками. Нужна колонка с названием («Наименование», «Номенклатура» или «Товар») и, например, «Остаток» или «Цена»',
  no_sheet: 'Такого листа в книге нет',
  no_name: 'Укажите столбец с названием',
  no_quantity: 'Не нашли колонку с учётным остатком. Назовите её «Учётный остаток» или «Количество»',
  no_rows: 'Под заголовками нет ни одной строки с позицией',
} as const;
export type Reason = keyof typeof reasons;

export const isReason = (value: unknown): value is Reason => typeof value === 'string' && value in reasons;
export const unreadable = (reason: Reason): Unreadable => new Unreadable(reason, reasons[reason]);
