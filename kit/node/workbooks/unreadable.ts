import { Unreadable } from '../errors.ts';

/** The reasons why a file cannot be read, each with advice. */
const reasons = {
  not_workbook: 'Это не книга Excel. Загрузите файл .xlsx или .xls',
  damaged: 'Файл повреждён или записан не до конца. Откройте его в Excel и сохраните заново как .xlsx',
  password: 'Файл защищён паролем. Снимите пароль и загрузите файл снова',
  old_excel: 'Это файл Excel 4 или старше. Сохраните его как .xlsx и загрузите снова',
  other_format: 'Этот вид таблицы не поддерживается. Сохраните её как .xlsx и загрузите снова',
  unsafe: 'В файле есть конструкции, которых в книге Excel быть не должно. Сохраните его как .xlsx заново',
  too_big: 'Таблица слишком большая. Разделите её на несколько файлов',
  unpacks_too_big: 'Внутри .gz слишком большая таблица. Разделите её на несколько файлов',
  bad_gzip: 'Сжатый файл повреждён или передан не до конца. Сожмите таблицу заново и загрузите снова',
  packed_workbook: 'В .gz читаются только таблицы .csv и .tsv. Книгу Excel загрузите как есть',
  too_slow: 'Файл не удалось прочитать за разумное время. Сохраните его как .xlsx заново или разделите на части',
  crashed: 'Файл не удалось прочитать. Откройте его в Excel и сохраните заново как .xlsx',
  empty: 'В книге нет данных',
} as const;

export const unreadable = (reason: keyof typeof reasons): Unreadable => new Unreadable(reason, reasons[reason]);
