import { randomUUID } from 'node:crypto';
import test from 'ava';
import type ExcelJS from 'exceljs';
import { openWorkbook, rowsOf } from '../support/spreadsheets/workbook.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';
import { downloadWorkbook } from './spreadsheets/venue.ts';

async function stocked(t: Parameters<typeof startTenant>[0]): Promise<Tenant> {
  const tenant = await startTenant(t);
  const items = [
    { name: 'Виски', category: 'Виски', quantity: 4.6, expected: 5 },
    { name: 'Джин', category: 'Джин', quantity: 1.1, expected: 1 },
    { name: 'Рислинг', category: 'Вино', quantity: 3.375, expected: 3 },
    { name: 'Тоник', category: 'Напитки', quantity: 12, expected: 11 },
    { name: 'Сок', category: 'Соки', quantity: 2, expected: 2 },
    { name: 'Салфетки', category: 'Прочее', quantity: 0.05, expected: 0 },
    { name: 'Свечи', category: 'Прочее', quantity: 7 },
  ];
  for (const item of items) await tenant.createItem(item);
  return tenant;
}

test('differences are exact, the largest first, and what is not expected is only counted', async (t) => {
  const { user } = await stocked(t);
  const { rows, totals } = (await user.get('/api/reports/discrepancies')).body;
  t.deepEqual(
    rows.map((row: { item: { name: string }; difference: number }) => [row.item.name, row.difference]),
    [
      ['Тоник', 1],
      ['Виски', -0.4],
      ['Рислинг', 0.375],
      ['Джин', 0.1],
      ['Салфетки', 0.05],
      ['Сок', 0],
    ],
  );
  t.deepEqual(totals, {
    items: 6,
    units: [{ unit: 'л', shortage: -0.4, surplus: 1.525 }],
    money: { shortage: 0, surplus: 0, withoutCost: 5 },
    unknown: 1,
  });
});

test('money comes first, for litres and pieces do not compare; what has no price follows by amount', async (t) => {
  const { createItem, user } = await startTenant(t);
  await createItem({ name: 'Салфетки', unit: 'шт', quantity: 1200, expected: 1250, cost: 0.9 });
  await createItem({ name: 'Виски', quantity: 4.6, expected: 4.7, cost: 3200 });
  await createItem({ name: 'Мята', unit: 'кг', quantity: 1, expected: 3 });
  await createItem({ name: 'Лёд', unit: 'кг', quantity: 9, expected: 4 });
  await createItem({ name: 'Ром', quantity: 2, expected: 2, cost: 2500 });

  const { rows } = (await user.get('/api/reports/discrepancies')).body;

  t.deepEqual(
    rows.map((row: { item: { name: string }; loss: number | null }) => [row.item.name, row.loss]),
    [
      ['Виски', -320],
      ['Салфетки', -45],
      ['Лёд', null],
      ['Мята', null],
      ['Ром', 0],
    ],
  );
});

test('groups and deviations narrow the report, a deviation including its bound', async (t) => {
  const { user } = await stocked(t);
  const cases: [string, string[]][] = [
    ['deviation=0.1', ['Тоник', 'Виски', 'Рислинг', 'Джин']],
    ['deviation=0.375', ['Тоник', 'Виски', 'Рислинг']],
    ['deviation=1', ['Тоник']],
    ['deviation=zero', ['Сок']],
    ['group=strong', ['Виски', 'Джин']],
    ['group=wine', ['Рислинг']],
    ['group=soft', ['Тоник', 'Сок']],
    ['group=strong&deviation=0.375', ['Виски']],
  ];
  for (const [query, expected] of cases) {
    const { rows } = (await user.get(`/api/reports/discrepancies?${query}`)).body;
    t.deepEqual(
      rows.map((row: { item: { name: string } }) => row.item.name),
      expected,
      query,
    );
  }
  t.is((await user.get('/api/reports/discrepancies?group=beer')).status, 400);
  t.is((await user.get('/api/reports/discrepancies?deviation=0.2')).status, 400);
});

test('what is below its par level is ordered in whole bottles and pieces, with its price', async (t) => {
  const { user, createItem } = await startTenant(t);
  const items = [
    { name: 'Джин', category: 'А', quantity: 1.2, par: 3, volume_ml: 700, cost: 1000.5 },
    { name: 'Сироп', category: 'А', quantity: 0.25, par: 1 },
    { name: 'Пиво', category: 'Б', unit: 'шт' as const, quantity: 5.5, par: 24, cost: 90 },
    { name: 'Лимон', category: 'Б', unit: 'кг' as const, quantity: 0.5, par: 2, volume_ml: 700, cost: 100 },
    { name: 'Ровно', quantity: 2, par: 2 },
    { name: 'Без порога', quantity: -1 },
  ];
  for (const item of items) await createItem(item);
  const { rows, totals } = (await user.get('/api/reports/order')).body;
  t.deepEqual(
    rows.map((row: { item: { name: string }; order: number; packs: number; sum: number }) => [
      row.item.name,
      row.order,
      row.packs,
      row.sum,
    ]),
    [
      ['Джин', 2.1, 3, 2101.05],
      ['Сироп', 0.75, null, null],
      ['Лимон', 1.5, null, 150],
      ['Пиво', 19, null, 1710],
    ],
  );
  t.deepEqual(totals, { items: 4, sum: 3961.05, withoutCost: 1, withoutPar: 1, ordered: 0 });
});

test('what was lost is summed by reason and item, what was taken back is not, by days of the venue', async (t) => {
  const { user, admin, createItem } = await startTenant(t, { env: { TIMEZONE: 'Asia/Vladivostok' } });
  const gin = await createItem({ name: 'Джин', quantity: 5, cost: 1000 });
  const beer = await createItem({ name: 'Пиво', unit: 'шт', quantity: 20 });
  // 14:30 in London is half past midnight of the next day in Vladivostok.
  const day = new Date(Date.now() - 3 * 24 * 3600_000).toISOString().slice(0, 10);
  const next = new Date(Date.parse(day) + 24 * 3600_000).toISOString().slice(0, 10);
  const sent = [
    { itemId: gin.id, delta: -0.5, reason: 'waste', at: `${day}T14:30:00Z` },
    { itemId: gin.id, delta: -0.25, reason: 'waste' },
    { itemId: gin.id, delta: -1, reason: 'comp' },
    { itemId: beer.id, delta: -3, reason: 'waste' },
    { itemId: beer.id, delta: 12, reason: 'transfer' },
    { itemId: beer.id, delta: -2 },
    { itemId: gin.id, delta: -2, reason: 'transfer' },
  ].map((change) => ({ id: randomUUID(), source: 'web', ...change }));
  await user.post('/api/changes').send({ changes: sent });
  await admin.post(`/api/changes/${sent.at(-1)?.id}/undo`);
  const report = async (query = '') => (await user.get(`/api/reports/losses?${query}`)).body;

  const { rows, totals } = await report();
  t.deepEqual(
    rows.map((row: { reason: string; item: { name: string }; quantity: number; changes: number; sum: number }) => [
      row.reason,
      row.item.name,
      row.quantity,
      row.changes,
      row.sum,
    ]),
    [
      ['comp', 'Джин', -1, 1, -1000],
      ['transfer', 'Пиво', 12, 1, null],
      ['waste', 'Джин', -0.75, 2, -750],
      ['waste', 'Пиво', -3, 1, null],
    ],
  );
  t.deepEqual(totals, [
    { reason: 'waste', changes: 3, sum: -750, withoutCost: 1 },
    { reason: 'comp', changes: 1, sum: -1000, withoutCost: 0 },
    { reason: 'transfer', changes: 1, sum: 0, withoutCost: 1 },
  ]);
  t.is((await report(`from=${day}&to=${day}`)).rows.length, 0);
  t.is((await report(`from=${next}&to=${next}`)).rows[0].quantity, -0.5);
  t.is((await user.get('/api/reports/losses?from=yesterday')).status, 400);
  t.is((await user.get('/api/reports/losses?from=2026-02-31')).status, 400);
});

test('the report of a venue with 10,000 items asks the database no more than that of a small one', async (t) => {
  const { user, db } = await startTenant(t);
  await db.raw(
    `insert into items (name, search_name, category, unit, quantity, expected, cost)
     select 'Позиция ' || n, 'позиция ' || n, 'К' || n % 40, 'л', n % 7, n % 5, 10000 + n from generate_series(1, 10000) n`,
  );
  const statements: string[] = [];
  db.on('query', ({ sql }: { sql: string }) => statements.push(sql));

  t.is((await user.get('/api/reports/discrepancies')).body.rows.length, 10_000);

  // the time it takes is measured by `npm run bench search`
  t.true(statements.length <= 5, statements.join('\n'));
});

/** Prefixes that a spreadsheet takes for a formula. */
const formulas = ['=1+1', '+1', '-1', '@SUM(1)', '\t=1', '\r=2'];

test('orders, losses and a closed count are workbooks whose texts are never formulas', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 1.5, par: 3, volume_ml: 700, expected: 2, cost: 100 });
  for (const name of formulas) await createItem({ name: `${name.trim()} ром`, category: 'x', quantity: 1, par: 2 });
  for (const name of formulas) {
    // as an old import may have left them
    const named = { name: `${name} ром`, category: name, article: name };
    await db('items')
      .where({ search_name: `${name.trim()} ром` })
      .update(named);
  }
  await db('users').where({ id: user.id }).update({ name: '=Иван' });
  const change = { id: randomUUID(), itemId: gin.id, delta: -0.5, reason: 'waste', source: 'web', note: '=1' };
  await user.post('/api/changes').send({ changes: [change] });
  const opened = await admin.post('/api/counts').send({ key: randomUUID(), title: '=HYPERLINK("x")' });
  const { id } = opened.body.count;
  const entry = { id: randomUUID(), itemId: gin.id, quantity: 0.75, source: 'web' };
  await user.post(`/api/counts/${id}/entries`).send({ entries: [entry] });

  const early = await admin.get(`/api/export.xlsx?report=count&count=${id}`);
  t.is(early.status, 409);
  t.is(early.body.code, 'count_not_closed');
  t.is((await admin.get('/api/export.xlsx?report=count')).status, 400);
  t.is((await admin.get('/api/export.xlsx?report=count&count=999')).status, 404);
  await admin.post(`/api/counts/${id}/close`).send({ uncounted: 'zero' });
  const books = new Map<string, ExcelJS.Workbook>();
  for (const report of ['items', 'discrepancies', 'changes', 'order', 'losses', `count&count=${id}`]) {
    books.set(report, await openWorkbook(await downloadWorkbook(user, report)));
  }

  let texts = 0;
  for (const [report, book] of books) {
    book.eachSheet((sheet) =>
      sheet.eachRow((row) =>
        row.eachCell((cell) => {
          if (cell.formula) return void t.regex(cell.formula, /^SUBTOTAL\(109,[A-Z]\d+:[A-Z]\d+\)$/, report);
          if (typeof cell.value !== 'string') return;
          texts += 1;
          if (Number(cell.row) > 1) t.is(cell.numFmt, '@', `${report} ${cell.address} ${cell.value}`);
        }),
      ),
    );
  }
  t.true(texts > 100);
  const gins = (rows: ExcelJS.CellValue[][]) => rows.find(([name]) => name === 'Джин');
  t.deepEqual(gins(rowsOf(books.get('order')?.getWorksheet('Заказ'))), [
    'Джин',
    undefined,
    undefined,
    undefined,
    'л',
    0.75,
    3,
    undefined,
    2.8,
    4,
    'бут.',
    100,
    280,
  ]);
  t.deepEqual(rowsOf(books.get('losses')?.getWorksheet('Потери'))[1], [
    'Джин',
    undefined,
    'л',
    'Списание',
    -0.5,
    1,
    100,
    -50,
  ]);
  const count = books.get(`count&count=${id}`);
  t.deepEqual(gins(rowsOf(count?.getWorksheet('Подсчёт'))), [
    'Джин',
    undefined,
    'Крепкий алкоголь',
    'л',
    0.75,
    2,
    'с учётом',
    -1.25,
    100,
    -125,
    'Введено',
    '=Иван',
  ]);
  t.is(rowsOf(count?.getWorksheet('Подсчёт'))[2]?.at(-1), 'не посчитано, принято за ноль');
  const summary = new Map(rowsOf(count?.getWorksheet('Итоги')).map(([name, value]) => [name, value]));
  t.is(summary.get('Подсчёт'), '=HYPERLINK("x")');
  t.is(summary.get('Позиций'), 7);
  t.is(summary.get('Посчитано'), 1);
  t.is(summary.get('Недостача, руб.'), -125);
});

test('half a kopeck is rounded away from zero, so that a loss and the same surplus are alike', async (t) => {
  const tenant = await startTenant(t);
  await tenant.createItem({ name: 'Лимон', unit: 'кг', quantity: 3, expected: 3.25, cost: 189.9 });
  await tenant.createItem({ name: 'Лайм', unit: 'кг', quantity: 3.25, expected: 3, cost: 189.9 });

  const { rows, totals } = (await tenant.admin.get('/api/reports/discrepancies')).body;

  t.deepEqual(rows.map((row: { loss: number }) => row.loss).sort(), [-47.48, 47.48]);
  t.deepEqual(totals.money, { shortage: -47.48, surplus: 47.48, withoutCost: 0 });
});
