import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readSales } from '../../../tenant-runtime/src/sales/files/read-sales.ts';
import type { SalesFile } from '../../../tenant-runtime/src/sales/files/sales-file.ts';
import { byKind, timezone } from './files.ts';

const corpus = process.env.OSTATOK_CORPUS ?? '';
const corpusTest = existsSync(join(corpus, 'sales')) ? test : test.skip;

const read = (name: string, more: object = {}): Promise<SalesFile> =>
  readSales(join(corpus, 'sales', name), { timezone, ...more });

/** Sums servings and roubles of the sales that a person would pick out. */
function sumOf({ sales }: SalesFile, isPicked: (sale: SalesFile['sales'][number]) => boolean): [number, number] {
  const picked = sales.filter(isPicked);
  const sum = (column: 'quantity' | 'paid') => picked.reduce((all, sale) => all + (sale[column] ?? 0n), 0n);
  return [Number(sum('quantity')) / 1e9, Number(sum('paid')) / 1e9];
}

corpusTest('iiko_olap_sales_bottled_2025-09-10.json has 450 dishes of four bars in thirty days', async (t) => {
  const file = await read('iiko_olap_sales_bottled_2025-09-10.json');

  t.like(file, { kind: 'iiko', rows: 1404, from: '2025-09-10', to: '2025-10-09', warnings: [] });
  t.is(file.dishes.size, 450);
  t.like(file.summed, { quantity: '1919', paid: '997903.05', cost: '460826.32' });
  const bars = Object.fromEntries(file.stores.map((store) => [store, sumOf(file, (sale) => sale.store === store)]));
  t.deepEqual(bars, {
    'Большой пр. В.О': [434, 213_183.49],
    Варшавская: [373, 201_146.69],
    Кременчугская: [575, 321_485.37],
    Лиговский: [537, 262_087.5],
  });
});

corpusTest('iiko_draft_detail_festhaus.csv has its servings in the names', async (t) => {
  const file = await read('iiko_draft_detail_festhaus.csv');

  t.like(file, { kind: 'iiko', rows: 50, warnings: [] });
  t.like(file.summed, { quantity: '245', paid: '94420' });
  t.deepEqual([...file.dishes.values()].map(({ size }) => size).sort(), ['0,25', '0,4', '0,5', '1,0']);
});

corpusTest('square_items_2023-11.csv has refunds and voids apart', async (t) => {
  const file = await read('square_items_2023-11.csv');

  t.like(file, { kind: 'square', rows: 3452, from: '2023-11-01', to: '2023-11-30' });
  t.like(file.summed, { quantity: '4012', paid: '36961.71', listed: '37321.43' });
  const kinds = byKind(file);
  t.is(kinds.void?.[0], 264);
  t.is(kinds.refund?.[0], -11);
  t.false([...file.dishes.values()].some(({ name }) => name.includes('Voided')));
});

corpusTest('aperitivo_sales_RAW.csv writes its days in two ways', async (t) => {
  const file = await read('aperitivo_sales_RAW.csv');

  t.like(file, { kind: 'table', rows: 360, from: '2025-01-01', to: '2025-03-30', warnings: [] });
  t.like(file.summed, { quantity: '4652', paid: '150619' });
  t.deepEqual(sumOf(file, ({ dish }) => dish.includes('classic negroni'))[0], 1513);
});

corpusTest('wendrink_zreport_items.csv has two days', async (t) => {
  const file = await read('wendrink_zreport_items.csv');

  t.deepEqual(
    sumOf(file, ({ day }) => day === '2026-03-02'),
    [149, 97_250],
  );
  t.deepEqual(
    sumOf(file, ({ day }) => day === '2026-02-09'),
    [205, 120_250],
  );
  const cost = file.sales.filter(({ day }) => day === '2026-03-02').reduce((sum, one) => sum + (one.cost ?? 0n), 0n);
  t.is(cost, 32_907_885_000_000n);
});

corpusTest('coffeepoint_sales.json is a list of plain records', async (t) => {
  const file = await read('coffeepoint_sales.json');

  t.like(file, { kind: 'table', rows: 68, from: '2026-04-15', to: '2026-04-25' });
  t.like(file.summed, { quantity: '957', paid: '193480' });
});

corpusTest('evotor_02-SELL.jsonc is a receipt with comments', async (t) => {
  const file = await read('evotor_02-SELL.jsonc');

  t.like(file, { kind: 'evotor', from: '2016-09-13', warnings: [] });
  t.like(file.summed, { quantity: '1', paid: '3548' });
  t.is(file.stated.paid, '3548');
});

const period = { period: { from: '2026-11-20', to: '2026-11-20' } };

corpusTest('poster_api_samples.json has kopecks as texts, and its period is asked for', async (t) => {
  await t.throwsAsync(() => read('poster_api_samples.json'), {
    code: 'no_days',
    message: /339 порций на 168\s350,00 ₽/,
  });

  const file = await read('poster_api_samples.json', period);

  t.like(file, { kind: 'poster', from: '2026-11-20', to: '2026-11-20' });
  t.deepEqual(byKind(file), { sold: [339, 168_350] });
  t.deepEqual(
    file.sales.map(({ quantity, paid }) => [Number(quantity) / 1e9, Number(paid) / 1e9]),
    [
      [171, 76_500],
      [168, 91_850],
    ],
  );
});

corpusTest('moysklad_profit_byproduct_sample.json is a page of a report, with its returns apart', async (t) => {
  const file = await read('moysklad_profit_byproduct_sample.json', period);

  t.is(file.kind, 'moysklad');
  const first = [...file.dishes].find(([, { name }]) => name === 'Курево')?.[0];
  t.deepEqual(
    sumOf(file, ({ dish }) => dish === first),
    [8643, 18_684_003],
  );
  t.deepEqual(byKind(file).refund, [-3, -15_000]);
  t.regex(file.warnings.join(), /не весь отчёт: строк 3 из 5/);
});

const refusals: [string, string, RegExp][] = [
  ['iiko_olap_all_aggregates_by_day_summary.json', 'no_dishes', /нет блюд.*102\s039,916 порций на 12\s910\s139,96 ₽/],
  ['iiko_orders_2025-05-31.csv', 'no_dishes', /нет блюд.*179\s918,00 ₽/],
  ['iiko_draft_sorts_2y_semicolon.csv', 'no_days', /нет дней.*88\s118 порций на 53\s165\s671,00 ₽/],
  ['iiko_product_expense_2025-06-30.xlsx', 'used', /расход продуктов.*540,297/],
  ['iiko_office_vs_computed_litres.csv', 'no_columns', /Укажите столбцы/],
  ['aperitivo_profitability_expected.csv', 'no_days', /нет дней/],
  ['../deliveries/iiko_olap_transactions_2025-11.json', 'transactions', /проводки iiko/],
];
for (const [name, code, message] of refusals) {
  corpusTest(`${name} is refused in words, with its totals where it has some`, async (t) => {
    await t.throwsAsync(() => read(name), { name: 'Unreadable', code, message });
  });
}

corpusTest('iiko_draft_sorts_2y_semicolon.csv is not written on a day of a period of two years', async (t) => {
  const years = { period: { from: '2023-10-01', to: '2025-10-01' } };
  await t.throwsAsync(() => read('iiko_draft_sorts_2y_semicolon.csv', years), { code: 'long_period' });
});
