import test from 'ava';
import { inWindows1251 } from '../deliveries/documents.ts';
import { workbookOf } from '../spreadsheets/venue.ts';
import { byKind, olap, olapRow, read } from './files.ts';

test('the summary of an OLAP is compared and never counted', async (t) => {
  const rows = [olapRow(), olapRow({ 'OpenDate.Typed': '2026-11-21', DishAmountInt: 0.123456789 })];
  const part = [{ 'OpenDate.Typed': '2026-11-20' }, { DishAmountInt: 2, DishDiscountSumInt: 600 }];
  const summary = [[{}, { DishAmountInt: 2.123456789, DishDiscountSumInt: 1200 }], part];

  const file = await read(t, olap(rows, summary));

  t.like(file, { kind: 'iiko', from: '2026-11-20', to: '2026-11-21', warnings: [] });
  t.deepEqual([file.stated.quantity, file.summed.quantity], ['2.123456789', '2.123456789']);
});

test('totals that the rows do not add up to are said with both sums', async (t) => {
  const { warnings } = await read(t, olap([olapRow()], [[{}, { DishAmountInt: 3, DishDiscountSumInt: 700 }]]));

  t.deepEqual(warnings, [
    'Итого по документу: количество 3, а строки дают 2',
    'Итого по документу: 700,00 ₽, а строки дают 600,00 ₽ (разница 100,00 ₽)',
  ]);
});

test('deleted lines, free meals and returns are kinds of their own', async (t) => {
  const rows = [
    olapRow({ DeletedWithWriteoff: 'NOT_DELETED', OrderDeleted: 'NOT_DELETED' }),
    olapRow({ DeletedWithWriteoff: 'DELETED_WITH_WRITEOFF', DishAmountInt: 3, DishDiscountSumInt: 0 }),
    olapRow({ DeletedWithWriteoff: 'DELETED_WITHOUT_WRITEOFF', DishAmountInt: 4, DishDiscountSumInt: 0 }),
    olapRow({ OrderDeleted: 'DELETED', DishAmountInt: 5, DishDiscountSumInt: 0 }),
    olapRow({ DishAmountInt: 6, DishDiscountSumInt: 0, 'ProductCostBase.MarkUp': -1 }),
    olapRow({ DishAmountInt: -1, DishDiscountSumInt: -300 }),
  ];

  t.deepEqual(byKind(await read(t, olap(rows))), {
    sold: [2, 600],
    written_off: [3, 0],
    void: [9, 0],
    free: [6, 0],
    refund: [-1, -300],
  });
});

const office = [
  ['Продажи по блюдам'],
  ['Период: с 01.11.2026 по 02.11.2026'],
  ['Формат отчета: по дням'],
  ['Учетный день', 'Группа блюда', 'Блюдо', 'Количество блюд', 'Сумма без скидки, р.', 'Сумма со скидкой, р.'],
  ['01.11.2026', 'Пиво', 'Хеллес (0,4)', 2, 640, 600],
  [null, null, 'Вайцен (0,25)', 1, 200, 200],
  [null, 'Пиво всего', null, 3, 840, 800],
  [null, 'Кухня', 'Гренки', 2, 500, 500],
  [null, 'Кухня всего', null, 2, 500, 500],
  ['01.11.2026 всего', null, null, 5, 1340, 1300],
  ['02.11.2026', 'Пиво', 'Хеллес (0,4)', 4, 1280, 1200],
  [null, 'Пиво всего', null, 4, 1280, 1200],
  ['02.11.2026 всего', null, null, 4, 1280, 1200],
  ['Итого', null, null, 9, 2620, 2500],
];

test('a report of the office of iiko has groups told once, and totals of groups that are no sales', async (t) => {
  const file = await read(t, await workbookOf({ TDSheet: office }));

  t.like(file, { kind: 'iiko', from: '2026-11-01', to: '2026-11-02', warnings: [], rows: 4 });
  t.like(file.summed, { quantity: '9', paid: '2500', listed: '2620' });
  t.deepEqual([file.stated.quantity, file.stated.paid], ['9', '2500']);
  const weizen = file.sales.find(({ dish }) => dish.includes('вайцен'));
  t.like(weizen, { day: '2026-11-01', quantity: 1_000_000_000n });
});

test('a total of a group that its rows do not add up to is said', async (t) => {
  const rows = office.map((row) => (row[0] === '01.11.2026 всего' ? [row[0], null, null, 5, 1340, 1100] : row));

  const { warnings } = await read(t, await workbookOf({ TDSheet: rows }));

  t.is(warnings.length, 1);
  t.regex(warnings[0] ?? '', /^«01\.11\.2026» всего: 1\s100,00 ₽, а строки дают 1\s300,00 ₽ \(разница -200,00 ₽\)$/);
});

const csv = [
  'Учетный день;Блюдо;Количество блюд;Сумма со скидкой, р.',
  '01.11.2026;Хеллес (0,4);2,5;1 000,50',
  'Итого;;2,5;1 000,50',
].join('\r\n');

const encodings: [string, Buffer | string][] = [
  ['UTF-8 with a mark', `\ufeff${csv}`],
  ['windows-1251', inWindows1251(csv)],
  ['UTF-16', Buffer.from(`\ufeff${csv}`, 'utf16le')],
];
for (const [what, bytes] of encodings) {
  test(`a table with decimal commas in ${what} is read`, async (t) => {
    const file = await read(t, bytes);

    t.like(file, { kind: 'iiko', from: '2026-11-01', warnings: [] });
    t.like(file.summed, { quantity: '2.5', paid: '1000.5' });
  });
}

test('both reports of iiko in XML are read', async (t) => {
  const row =
    '<OpenDate.Typed>09.01.2026</OpenDate.Typed><DishName>Палм</DishName><DishDiscountSumInt>638.00</DishDiscountSumInt><DishAmountInt>6.000</DishAmountInt>';
  for (const text of [
    `<root><data>${row}</data></root>`,
    `<report><r>${row}</r><r>${row}</r></report>`,
    `<data>${row}</data>`,
  ]) {
    const file = await read(t, text);
    t.like(file, { kind: 'iiko', from: '2026-01-09' });
    t.is(file.summed.paid, text.includes('<r>') ? '1276' : '638');
  }
});

test('«Расход блюд» of r_keeper has its day, its restaurant and its totals in rows of their own', async (t) => {
  const rows = [
    ['Расход блюд'],
    ['Наименование ресторана: Бар на углу'],
    ['Дата: 12.11.2026'],
    ['Код', 'Блюдо', 'Кол-во', 'Сумма', 'Оплачено'],
    [null, 'Пиво'],
    ['101', 'Хеллес 0,5', 10, 3000, 2900],
    ['102', 'Гость заведения', 1, 300, 0],
    [null, 'Итого', 11, 3300, 2900],
  ];

  const file = await read(t, await workbookOf({ TDSheet: rows }));

  t.like(file, { kind: 'rkeeper', from: '2026-11-12', to: '2026-11-12', stores: ['Бар на углу'], warnings: [] });
  t.deepEqual(byKind(file), { sold: [10, 2900], free: [1, 0] });
  t.deepEqual(
    [...file.dishes.values()].map(({ code, group }) => [code, group]),
    [
      ['101', 'Пиво'],
      ['102', 'Пиво'],
    ],
  );
});

test('«Расход блюд» of several days has each in a row above its dishes, also as a date of the workbook', async (t) => {
  const rows = [
    ['Расход блюд'],
    ['Код', 'Блюдо', 'Кол-во', 'Сумма', 'Оплачено'],
    ['Дата:', new Date(Date.UTC(2026, 10, 12))],
    ['101', 'Хеллес 0,5', 10, 3000, 2900],
    [null, 'Итого', 10, 3000, 2900],
    ['Дата: 13.11.2026'],
    ['101', 'Хеллес 0,5', 4, 1200, 1200],
    [null, 'Итого', 4, 1200, 1200],
  ];

  const file = await read(t, await workbookOf({ TDSheet: rows }));

  t.like(file, { kind: 'rkeeper', from: '2026-11-12', to: '2026-11-13', warnings: [] });
  t.deepEqual(
    file.sales.map(({ day, quantity }) => [day, Number(quantity) / 1e9]),
    [
      ['2026-11-12', 10],
      ['2026-11-13', 4],
    ],
  );
});

test('Toast has a total above, rows of groups without an item, and voids in a column', async (t) => {
  const header =
    'Menu Name,Menu Group,Menu Item,Item Qty (incl voids),Item Qty,Gross Amount,Void Qty,Discount Amount,Net Amount';
  const rows = [
    header,
    'ALL MENUS,,,12,11,"1,300.00",1,0.00,"1,300.00"',
    'Bar,Beer,,12,11,1300.00,1,0.00,1300.00',
    'Bar,Beer,Lager,8,7,700.00,1,0.00,700.00',
    'Bar,Beer,Stout,4,4,600.00,0,0.00,600.00',
  ].join('\n');

  const file = await read(t, rows, { period: { from: '2026-11-12', to: '2026-11-12' } });

  t.like(file, { kind: 'toast', warnings: [], stated: { quantity: '11', paid: '1300', listed: null, cost: null } });
  t.deepEqual(byKind(file), { sold: [11, 1300], void: [1, 0] });
});

test('receipts of Эвотор are sold and paid back, and an opened keg is no sale', async (t) => {
  const receipt = (type: string, more: object) => ({
    type,
    number: 1,
    closeDate: '2026-11-20T22:30:00.000+0000',
    transactions: [
      {
        type: 'REGISTER_POSITION',
        commodityName: 'Пиво',
        commodityCode: '7',
        measureName: 'л',
        quantity: 0.5,
        ...more,
      },
    ],
  });
  const documents = [
    { ...receipt('SELL', { sum: 250, resultSum: '200.00' }), closeResultSum: '200' },
    { ...receipt('PAYBACK', { sum: 250, resultSum: 200 }), closeResultSum: '200' },
    receipt('OPEN_TARE', { quantity: 1, tareVolume: 30 }),
  ];

  const file = await read(t, JSON.stringify(documents));

  t.like(file, { kind: 'evotor', from: '2026-11-21', to: '2026-11-21' });
  t.deepEqual(byKind(file), { sold: [0.5, 200], refund: [-0.5, -200] });
  t.deepEqual(file.warnings, ['Вскрытие тары: Пиво 30 л × 1. Это не продажа']);
});

test('a receipt of Poster that was closed without payment has used stock without money', async (t) => {
  const receipt = (more: object) => ({
    transaction_id: '1',
    payed_sum: '0',
    date_close_date: '2026-11-20 23:00:03',
    status: '2',
    pay_type: '1',
    products: [{ product_id: '5', product_name: 'Негрони', num: '1', payed_sum: '45000', product_sum: '45000' }],
    ...more,
  });
  const response = [receipt({}), receipt({ pay_type: '0', reason: '2' }), receipt({ status: '3' })];

  const file = await read(t, JSON.stringify({ response }));

  t.deepEqual(byKind(file), { sold: [1, 450], free: [1, 0] });
  t.deepEqual(file.warnings, ['Открытых и удалённых чеков пропущено: 1']);
});

test('a report of 1C has groups as rows without a unit', async (t) => {
  const rows = [
    ['Отчет о розничных продажах'],
    ['Период: 12.11.2026 - 12.11.2026'],
    ['Номенклатура', 'Ед. изм.', 'Количество', 'Сумма'],
    ['Напитки', null, 3, 900],
    ['Джин-тоник', 'шт', 2, 700],
    ['Кола', 'шт', 1, 200],
    ['Итого', null, 3, 900],
  ];

  const file = await read(t, await workbookOf({ TDSheet: rows }));

  t.like(file, { kind: '1c', from: '2026-11-12', warnings: [] });
  t.deepEqual(byKind(file), { sold: [3, 900] });
});

test('slashed days are told apart by those that fit one way alone', async (t) => {
  const table = (...days: string[]) => ['date,item,qty', ...days.map((day) => `${day},Negroni,1`)].join('\n');

  t.like(await read(t, table('03/11/2026', '14/11/2026')), { from: '2026-11-03', to: '2026-11-14' });
  t.like(await read(t, table('11/03/2026', '11/14/2026')), { from: '2026-11-03', to: '2026-11-14' });
});

test('any table is read by the columns that a person chose', async (t) => {
  const columns = { name: 'B', quantity: 'C', paid: 'D', day: 'A' };

  const file = await read(t, 'x;y;z;w\n20.11.2026;Негрони;3;1500\n', { layout: { headerRow: 1, columns } });

  t.deepEqual(byKind(file), { sold: [3, 1500] });
});

test('a sum that is not price times quantity is said by its row', async (t) => {
  const { warnings } = await read(t, 'дата;блюдо;количество;цена;выручка\n20.11.2026;Негрони;3;500;1400\n');

  t.is(warnings.length, 1);
  t.regex(warnings[0] ?? '', /^Строка 2 «Негрони»: 3 × 500,00 ₽ = 1\s500,00 ₽, а сумма строки — 1\s400,00 ₽$/);
});

test('a file without days of a period of some days is written on the last one, and says so', async (t) => {
  const period = { from: '2026-11-01', to: '2026-11-03' };

  const file = await read(t, 'блюдо;количество\nНегрони;3\n', { period });

  t.like(file, period);
  t.deepEqual(
    file.sales.map(({ day }) => day),
    ['2026-11-03'],
  );
  t.regex(file.warnings[0] ?? '', /с 01\.11\.2026 по 03\.11\.2026 записывается последним днём/);
});

const wrong: [string, string, RegExp][] = [
  ['a day of 1900', olap([olapRow({ 'OpenDate.Typed': '1900-01-01' })]), /^Строка 1: день — «1900-01-01»/],
  ['a day that is none', olap([olapRow({ 'OpenDate.Typed': '2026-02-30' })]), /день — «2026-02-30»/],
  ['a quantity that is no number', olap([olapRow({ DishAmountInt: 'много' })]), /^Строка 1: количество — «много»/],
  ['a quantity without end', olap([olapRow({ DishAmountInt: 1e12 })]), /больше миллиарда/],
  ['broken XML', '<report><r><DishName>Палм</DishName>', /XML повреждён/],
  ['an entity bomb', '<!DOCTYPE r [<!ENTITY a "aa">]><report><r><a>&a;</a><b>1</b></r></report>', /DOCTYPE/],
  ['JSON that is cut short', olap([olapRow()]).slice(0, -20), /JSON повреждён/],
  ['a report without rows', olap([]), /не отчёт о продажах/],
  ['a web page', '<html><p>Войдите снова</p></html>', /веб-страница без таблицы/],
  ['an УПД', '<Файл><Документ><а>1</а><б>2</б></Документ></Файл>', /это накладная/i],
];
for (const [what, bytes, message] of wrong) {
  test(`${what} is refused in words`, async (t) => {
    await t.throwsAsync(() => read(t, bytes), { name: 'Unreadable', message });
  });
}
