import { quoted } from '@ostatok/kit/node/russian.ts';

/** What the tables hold, for people. */
const tables: Record<string, string> = {
  users: 'люди: логин, имя, роль',
  items: 'позиции с остатками',
  changes: 'журнал изменений: каждое количество, когда и кем изменено',
  settings: 'настройки заведения',
  counts: 'подсчёты',
  count_areas: 'зоны подсчётов',
  count_lines: 'строки подсчётов',
  count_entries: 'записи подсчётов: кто сколько насчитал',
  count_events: 'как подсчёт открывали, закрывали и возвращали',
  imports: 'загруженные файлы',
  import_rows: 'строки загруженных файлов',
  import_layouts: 'какой столбец файла что значит',
  import_similar: 'строки файлов, похожие на позиции',
  attached_codes: 'штрихкоды, которые предложили люди',
  item_measurements: 'взвешивания бутылок',
  suppliers: 'поставщики',
  supplier_articles: 'какая позиция у поставщика под каким кодом',
  deliveries: 'поставки',
  delivery_lines: 'строки поставок',
  delivery_changes: 'какие изменения записала поставка',
  sales_sources: 'откуда приходят продажи',
  sales_files: 'файлы продаж',
  till_dishes: 'что продаёт касса и какие это позиции',
  sales_draft_lines: 'строки файлов продаж, которые ещё не записаны',
  sales: 'продажи по дням',
  security_events: 'журнал безопасности',
};

/** The text of `ПРОЧТИ.txt`: a program that knows nothing of us should be able to read the archive with it. */
export const readmeOf = (
  { name, subdomain }: { name: string; subdomain: string },
  at: Date,
  present: string[],
): string =>
  `Архив заведения ${quoted(name)} (${subdomain})
Сделан ${at.toISOString()} (UTC).

Что внутри

${subdomain}.xlsx — книга Excel для людей: позиции, изменения, подсчёты, сотрудники, журнал безопасности.
data/ — все данные заведения, по файлу на таблицу:
${present.map((table) => `  ${table}.csv — ${tables[table] ?? 'данные заведения'}`).join('\n')}
manifest.json — описание: версия формата, когда сделан архив, сколько в каждом файле строк, какой у него SHA-256.

Как читать data/

CSV в UTF-8, разделитель — запятая, первая строка — названия столбцов. Пусто между запятыми — значения нет, "" — пустой
текст. Числа записаны с точкой, время — по Гринвичу. Столбцы item_id, user_id, count_id — номера (id) из items, users,
counts. Цены — в копейках. Все таблицы записаны на один и тот же миг, книга Excel — за минуту до него.

Чего здесь нет

Паролей, входов, токена бота, чатов Telegram, ключей весов. Кто знает файл, тот видит данные, но войти по нему не может.

Как открыть из архива новое заведение

В кабинете «Остатка» — «Новое заведение», «Взять данные из архива», или администратору:
  ostatok tenants create ПОДДОМЕН --admin ЛОГИН --from ФАЙЛ.zip
У нового заведения свои адрес, бот, пароли. Людей из архива впускает его администратор. Файл загружайте таким, каким он был
скачан: изменённый не подойдёт.
`;
