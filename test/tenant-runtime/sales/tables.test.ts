import test from 'ava';
import ExcelJS from 'exceljs';
import { startTenant } from '../../support/venue/tenant.ts';
import { type Cells, workbookOf } from '../spreadsheets/venue.ts';
import { byKind, olap, olapRow, read, upload, uploaded } from './files.ts';

const period = { from: '2026-11-01', to: '2026-11-01' };
const book = (rows: Cells[]): Promise<Buffer> => workbookOf({ TDSheet: rows });
const csvOf = (rows: string[][]): string => rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');

test('«Расход блюд» has its day right above the header and names of groups where codes stand', async (t) => {
  const file = await read(
    t,
    await book([
      ['Расход блюд'],
      ['Наименование ресторана', 'Бар «Проба»'],
      ['Дата:', '12.11.2026'],
      ['Код', 'Блюдо', 'Кол-во', 'Сумма', 'Оплачено'],
      ['КОКТЕЙЛИ'],
      [101, 'Негрони', 5, 3250, 3000],
      ['Итого по группе:', null, 5, 3250, 3000],
      ['ПИВО'],
      [201, 'Хеллес', '10,5', 3150, '3\u00a0150,00'],
      ['Итого по группе:', null, 10.5, 3150, 3150],
      ['Итого:', null, 15.5, 6400, 6150],
    ]),
  );

  t.like(file, { kind: 'rkeeper', from: '2026-11-12', to: '2026-11-12', stores: ['Бар «Проба»'], warnings: [] });
  t.deepEqual(byKind(file), { sold: [15.5, 6150] });
  t.deepEqual(
    [...file.dishes.values()].map(({ group }) => group),
    ['КОКТЕЙЛИ', 'ПИВО'],
  );
});

const sums: [string, Cells[], object][] = [
  [
    'a sum before what is left of it',
    [
      ['Блюдо', 'Кол-во', 'Сумма', 'Скидка', 'Сумма с учетом скидки'],
      ['Ром', 2, 900, 100, 800],
    ],
    { paid: '800', listed: '900' },
  ],
  [
    'what is left of a sum after its discount',
    [
      ['Блюдо', 'Кол-во', 'Сумма', 'Скидка', 'Итого'],
      ['Ром', 2, 900, -100, 800],
    ],
    { paid: '800', listed: '900' },
  ],
  [
    'sums of discounts and counts of guests',
    [
      ['Блюдо', 'Количество гостей', 'Количество', 'Сумма скидки', 'Сумма'],
      ['Ром', 3, 2, 100, 800],
    ],
    { quantity: '2', paid: '800' },
  ],
  [
    'list prices only',
    [
      ['Блюдо', 'Количество блюд', 'Сумма без скидки, р.'],
      ['Ром', 2, 900],
    ],
    { paid: null, listed: '900' },
  ],
  [
    'costs only',
    [
      ['Блюдо', 'Количество', 'Сумма себестоимости'],
      ['Ром', 2, 300],
    ],
    { paid: null, cost: '300' },
  ],
  [
    'quantities with their unit',
    [
      ['Товар', 'Кол-во', 'Выручка'],
      ['Ром', '2 шт', '800,00 ₽'],
      ['Пиво', '1,5 л.', '300 ₽'],
    ],
    { quantity: '3.5', paid: '1100' },
  ],
];
for (const [what, rows, expected] of sums) {
  test(`a table with ${what} is read as it is meant`, async (t) => {
    t.like((await read(t, await book(rows), { period })).summed, expected);
  });
}

test('totals of days within a table are no sales', async (t) => {
  const file = await read(
    t,
    await book([
      ['Дата', 'Блюдо', 'Количество', 'Сумма'],
      ['01.11.2026', 'Негрони', 2, 1300],
      [null, 'Итого за 01.11.2026', 2, 1300],
      ['02-11-2026', 'Негрони', 4, 2600],
      [null, 'Итого за 02.11.2026', 4, 2600],
      [null, 'Общий итог', 6, 3900],
    ]),
  );

  t.like(file, { from: '2026-11-01', to: '2026-11-02', warnings: [] });
  t.deepEqual(byKind(file), { sold: [6, 3900] });
});

test('a header of two rows tells what was sold from what came back', async (t) => {
  const file = await read(
    t,
    await book([
      ['Прибыльность по товарам'],
      ['Период: 01.11.2026 - 01.11.2026'],
      [],
      ['Наименование', 'Код', 'Продано', null, null, 'Возвращено', null],
      [null, null, 'Кол-во', 'Сумма', 'Себестоимость', 'Кол-во', 'Сумма'],
      ['Джин', '001', 10, 5000, 2000, 1, 500],
      ['Итого', null, 10, 5000, 2000, 1, 500],
    ]),
  );

  t.deepEqual(byKind(file), { sold: [10, 5000], refund: [-1, -500] });
  t.deepEqual(file.warnings, []);
});

test('what a shop sold and what came back may stand in columns of one header', async (t) => {
  const file = await read(
    t,
    await book([
      ['Отчёт по продажам товаров'],
      ['Период: 01.11.2026 00:00 - 01.11.2026 23:59'],
      [
        'Код',
        'Наименование товара',
        'Ед. изм.',
        'Продано, кол-во',
        'Продано на сумму, руб.',
        'Возвращено, кол-во',
        'Возвращено на сумму, руб.',
      ],
      [1, 'Пиво', 'л', 12.5, 2500, 1, 200],
    ]),
  );

  t.deepEqual(byKind(file), { sold: [12.5, 2500], refund: [-1, -200] });
});

test('the summary of Square has thousands, brackets and what was refunded', async (t) => {
  const file = await read(
    t,
    csvOf([
      [
        'Item Name',
        'Item Variation',
        'Category',
        'SKU',
        'Items Sold',
        'Gross Sales',
        'Items Refunded',
        'Refunds',
        'Net Sales',
      ],
      ['Negroni', 'Regular', 'Cocktails', '', '1,012', '$12,144.00', '2', '($24.00)', '$12,120.00'],
    ]),
    { period },
  );

  t.is(file.kind, 'square');
  t.deepEqual(byKind(file), { sold: [1012, 12_120], refund: [-2, 0] });
});

test('the product mix of Toast is read, and its total is none of it', async (t) => {
  const file = await read(
    t,
    csvOf([
      ['Item', 'Menu', 'Qty sold', 'Avg. price', 'Gross sales', 'Net sales'],
      ['Negroni', 'Bar', '1,005', '$14.00', '$14,070.00', '$14,000.00'],
      ['Total', '', '1,005', '', '$14,070.00', '$14,000.00'],
    ]),
    { period },
  );

  t.like(file, { kind: 'toast', warnings: [], rows: 1 });
  t.deepEqual(byKind(file), { sold: [1005, 14_000] });
});

const products = (quantity: string, revenue: string): string =>
  csvOf([
    ['Product', 'Modification', 'Category', 'Count', 'Cost', 'Revenue', 'Profit'],
    ['Helles', '0.5', 'Beer', quantity, '', revenue, ''],
  ]);

test('a comma is of thousands where sums have a point, and decimal where they have a comma', async (t) => {
  t.is((await read(t, products('1,012', '3,600.00'), { period })).summed.quantity, '1012');
  t.is((await read(t, products('1,012', '3600,50'), { period })).summed.quantity, '1.012');
});

const rows1c: Cells[] = [
  ['Отчет о розничных продажах'],
  ['Параметры:', 'Период: 01.11.2026 - 01.11.2026'],
  ['Номенклатура', 'Количество', 'Сумма'],
  ['Пиво', 15, 4500],
  ['Хеллес', 10, 3000],
  ['Вайцен', 5, 1500],
  ['Коктейли', 2, 1300],
  ['Негрони', 2, 1300],
  ['Итого', 17, 5800],
];
const inGroups = [5, 6, 8];

test('a report of 1C may show its groups by moving what is in them to the right', async (t) => {
  const moved = new ExcelJS.Workbook();
  const sheet = moved.addWorksheet('TDSheet');
  sheet.addRows(rows1c);
  for (const row of inGroups) sheet.getCell(`A${row}`).alignment = { indent: 2 };
  const spaced = rows1c.map(([name, ...more], index) => [inGroups.includes(index + 1) ? `    ${name}` : name, ...more]);

  for (const bytes of [Buffer.from(await moved.xlsx.writeBuffer()), await book(spaced)]) {
    const file = await read(t, bytes);
    t.like(file, { kind: '1c', rows: 3, warnings: [] });
    t.deepEqual(byKind(file), { sold: [17, 5800] });
  }
});

test('a quantity or a sum that the workbook keeps as a day is refused, and a day is read', async (t) => {
  const day = new Date(Date.UTC(2026, 4, 1));
  const report = (quantity: Date | number, sum: Date | number): Cells[] => [
    ['Дата', 'Блюдо', 'Кол-во', 'Сумма'],
    [day, 'Негрони', quantity, sum],
  ];

  t.like(await read(t, await book(report(2, 1300))), { from: '2026-05-01', to: '2026-05-01' });
  await t.throwsAsync(async () => read(t, await book(report(day, 1300))), { message: /«01\.05\.2026», это не число/ });
  await t.throwsAsync(async () => read(t, await book(report(2, day))), { message: /«01\.05\.2026», это не число/ });
});

test('a report of a shift is of the day on which it began, and when it was made is no day of sales', async (t) => {
  const report = (...above: Cells[]): Cells[] => [...above, ['Блюдо', 'Кол-во', 'Выручка'], ['Негрони', 2, 1300]];
  const shift = ['Период: 01.11.2026 06:00 - 02.11.2026 06:00'];

  t.like(await read(t, await book(report(shift))), { from: '2026-11-01', to: '2026-11-01' });
  t.like(await read(t, await book(report(['Период: 01.11.2026 00:00 - 02.11.2026 23:59']))), {
    from: '2026-11-01',
    to: '2026-11-02',
  });
  t.like(await read(t, await book(report(['Дата формирования: 03.11.2026'], shift))), { to: '2026-11-01' });
  await t.throwsAsync(async () => read(t, await book(report(['Дата формирования: 03.11.2026']))), { code: 'no_days' });
});

test('sales of other sheets are not lost in silence', async (t) => {
  const day = (date: string): Cells[] => [
    ['Дата', 'Блюдо', 'Кол-во', 'Сумма'],
    [date, 'Негрони', 2, 1300],
  ];

  const { warnings } = await read(
    t,
    await workbookOf({ Суббота: day('01.11.2026'), Воскресенье: day('02.11.2026'), Заметки: [['Лёд']] }),
  );

  t.deepEqual(warnings, [
    'Прочитан только лист «Суббота». Продажи есть и на других: «Воскресенье». Загрузите их отдельно',
  ]);
});

test('days across are refused, since all but the first would be lost', async (t) => {
  const rows = [
    ['Блюдо', '01.11.2026', null, '02.11.2026', null],
    [null, 'Кол-во', 'Сумма', 'Кол-во', 'Сумма'],
    ['Негрони', 2, 1300, 4, 2600],
  ];

  await t.throwsAsync(async () => read(t, await book(rows)), { name: 'Unreadable', code: 'days_across' });
});

test('of several columns of quantities the first is read, and that is said', async (t) => {
  const rows = [
    ['Блюдо', 'Бар', null, 'Кухня', null],
    [null, 'Кол-во', 'Сумма', 'Кол-во', 'Сумма'],
    ['Негрони', 2, 1300, 4, 2600],
  ];

  const { warnings, summed } = await read(t, await book(rows), { period });

  t.deepEqual([summed.quantity, warnings], ['2', ['Столбцов «Кол-во» несколько, прочитан первый из них']]);
});

test('a day that is still to come is said', async (t) => {
  const { admin } = await startTenant(t, { clock: () => new Date('2026-11-28T12:00:00Z') });

  const { warnings } = await uploaded(admin, 'Дата;Блюдо;Кол-во;Сумма\n01.01.2099;Ром;3;900\n');

  t.deepEqual(warnings, ['В файле есть день, который ещё не наступил: 01.01.2099']);
});

test('letters that the database cannot store are left out of what a till calls things', async (t) => {
  const { admin } = await startTenant(t);
  const odd = (text: string): string => `${text}\u0000 \ud800`;
  const row = olapRow({ DishName: odd('Ром'), DishGroup: odd('Бар'), 'Store.Name': odd('Зал'), DishCode: odd('7') });

  const { stores } = await uploaded(admin, olap([row, { ...row, DishAmountInt: 1, DishName: odd('Кола') }]));

  t.deepEqual(stores, ['Зал \ufffd']);
});

test('a file of nothing but blank lines is said to be empty', async (t) => {
  const { admin } = await startTenant(t);

  const { status, body } = await upload(admin, '\n\n \n', {}, 'продажи.csv');

  t.deepEqual([status, body.code], [422, 'empty']);
});

const titles: [string, string, string][] = [
  ['Период: 1 ноября 2026 г. - 3 ноября 2026 г.', '2026-11-01', '2026-11-03'],
  ['Период: 01.11.2026 0:00:00 - 03.11.2026 23:59:59', '2026-11-01', '2026-11-03'],
  ['Продажи за 12 ноября 2026 г.', '2026-11-12', '2026-11-12'],
];
for (const [title, from, to] of titles) {
  test(`a table below «${title}» has its period`, async (t) => {
    t.like(await read(t, await book([[title], ['Блюдо', 'Кол-во', 'Выручка'], ['Ром', 2, 800]])), { from, to });
  });
}

test('days are read with their weekday before them, and as one number', async (t) => {
  const days = ['вс, 01.11.2026', 'Понедельник 02.11.2026', 20261103, '20261104', '05.11.2026 (чт)', '06.11.2026 0:15'];
  const rows = days.map((day) => [day, 'Ром', 1]);

  const { from, to, sales } = await read(t, await book([['Дата', 'Блюдо', 'Кол-во'], ...rows]));

  t.deepEqual([from, to, sales.length], ['2026-11-01', '2026-11-06', 6]);
});

const deliveries: [string, () => Promise<Buffer> | string][] = [
  ['a ТОРГ-12', () => book([['Товарная накладная № 5'], ['Товар', 'Количество', 'Сумма'], ['Джин', 6, 600]])],
  ['a waybill of ЕГАИС', () => '<Documents><Document><WayBill_v4/></Document></Documents>'],
  ['invoices of iiko', () => '<incomingInvoiceDtoes><document><a>1</a><b>2</b></document></incomingInvoiceDtoes>'],
];
for (const [what, make] of deliveries) {
  test(`${what} is a delivery and no sale`, async (t) => {
    const bytes = await make();

    await t.throwsAsync(() => read(t, bytes), { name: 'Unreadable', code: 'delivery' });
  });
}
