import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { DeliveryFile } from '../../../tenant-runtime/src/deliveries/files/delivery-file.ts';
import { readDelivery } from '../../../tenant-runtime/src/deliveries/files/read-delivery.ts';
import { fileOf } from './documents.ts';

const corpus = join(process.env.OSTATOK_CORPUS ?? '', 'deliveries');
const corpusTest = existsSync(corpus) ? test : test.skip;

const read = (name: string): Promise<DeliveryFile> => readDelivery(join(corpus, name));

/** Compares roubles and quantities as a person would write them down. */
function adds(t: ExecutionContext, { lines, summed, warnings }: DeliveryFile, expected: Record<string, number>): void {
  const found: Record<string, number | null> = {
    lines: lines.length,
    quantity: Number(summed.quantity),
    net: summed.net === null ? null : summed.net / 100,
    vat: summed.vat === null ? null : summed.vat / 100,
    gross: summed.gross === null ? null : summed.gross / 100,
    warnings: warnings.length,
  };
  const compared = Object.keys({ warnings: 0, ...expected });
  t.deepEqual(Object.fromEntries(compared.map((key) => [key, found[key]])), { warnings: 0, ...expected });
}

corpusTest('torg12_testTorg12_big.xls has 69 lines on five pages, and all its totals agree', async (t) => {
  const file = await read('torg12_testTorg12_big.xls');

  adds(t, file, { lines: 69, quantity: 87, net: 57_555.53, vat: 10_236.47, gross: 67_792 });
  t.deepEqual(file.stated, file.summed);
  t.deepEqual(
    file.pages.map(({ stated }) => stated.gross),
    [231_900, 826_600, 1_817_400, 3_540_500, 362_800],
  );
  t.deepEqual([file.number, file.date], ['60863', '2014-10-14']);
});

corpusTest('torg12_testTorg12.xlsx has one line below 118 merged cells', async (t) => {
  const file = await read('torg12_testTorg12.xlsx');

  adds(t, file, { lines: 1, quantity: 1, net: 461.02, vat: 82.98, gross: 544 });
  t.deepEqual(file.stated, file.summed);
});

corpusTest('upd_5.03_1c_cp1251.xml is read in windows-1251', async (t) => {
  const file = await read('upd_5.03_1c_cp1251.xml');

  adds(t, file, { lines: 1, quantity: 2, net: 10_250, vat: 2050, gross: 12_300 });
  t.like(file.lines[0], { name: 'Труба поликарбонатная 100х2,5 мм прозрачная 3000 мм', price: '512500', unit: 'шт' });
  t.deepEqual([file.number, file.date, file.supplier.inn], ['209', '2025-06-26', '7843316106']);
});

corpusTest('upd_5.01_with_km.xml keeps its mark, and its discount is said', async (t) => {
  const file = await read('upd_5.01_with_km.xml');

  adds(t, file, { lines: 1, quantity: 1, gross: 26_093, warnings: 1 });
  t.regex(file.warnings[0] ?? '', /26\s900,00 ₽, а сумма строки — 26\s093,00 ₽ \(скидка или наценка\)/);
  t.like(file.lines[0], { code: '3778-9309-XS', marks: ['010290002067072721Snhpvp"/g(-:B'] });
});

const invoices: [string, Record<string, number>, string][] = [
  [
    'iiko_incomingInvoice_20260311_164649_7040_DD.xml',
    { lines: 25, quantity: 425.5, gross: 145_467.97, net: 130_993.16 },
    '7040/DD',
  ],
  ['iiko_incomingInvoice_20260312_113655_9633.xml', { lines: 8, quantity: 14, gross: 7304.4, net: 5987.22 }, '9633'],
  [
    'iiko_incomingInvoice_UT-11540_20260311_143728.xml',
    { lines: 15, quantity: 61, gross: 34_270, net: 28_335.25 },
    'УТ-11540',
  ],
];
for (const [name, expected, number] of invoices) {
  corpusTest(`${name} has its prices without VAT and its sums with it`, async (t) => {
    const file = await read(name);

    adds(t, file, expected);
    t.is(file.number, number);
  });
}

corpusTest('egais_WayBill_v4_TTN-0557370828.xml has as many stamps as bottles', async (t) => {
  const file = await read('egais_WayBill_v4_TTN-0557370828.xml');

  adds(t, file, { lines: 11, quantity: 101, gross: 19_411.1 });
  t.is(file.lines.flatMap(({ marks }) => marks).length, 101);
  t.like(file.lines[0], { alccode: '0010255000002043023', volumeMl: 250, unit: 'шт' });
  t.deepEqual(file.supplier, { name: 'ООО "АгроТрейд"', inn: '7446043646', code: '010038062164' });
});

const terminals: [string, Record<string, number>, number][] = [
  ['egais_ttn_json_20_positions.json', { lines: 20, quantity: 151, gross: 17_305.5 }, 0],
  ['egais_ttn_json_60_marks.json', { lines: 1, quantity: 60, gross: 9468 }, 60],
  ['egais_ttn_json_boxes_68marks.json', { lines: 3, quantity: 9, gross: 1796.31 }, 9],
];
for (const [name, expected, marks] of terminals) {
  corpusTest(`${name} has ${marks} stamps`, async (t) => {
    const file = await read(name);

    adds(t, file, expected);
    t.is(file.lines.flatMap((line) => line.marks).length, marks);
  });
}

const refusals: [string, RegExp][] = [
  ['commerceml_schet_cp1251.xml', /счёт на оплату/],
  ['egais_ReplyRestsShop_v2.xml', /остатки ЕГАИС/],
  ['iiko_olap_transactions_2025-11.json', /не накладная/],
  ['iiko_store_balances_2026-01-05.json', /не накладная/],
  ['wendrink_inventory_ledger.csv', /Укажите столбцы/],
];
for (const [name, message] of refusals) {
  corpusTest(`${name} is no delivery and is refused in words`, async (t) => {
    await t.throwsAsync(() => read(name), { name: 'Unreadable', message });
  });
}

corpusTest('every document that is cut short is refused in words', async (t) => {
  for (const name of [
    'upd_5.03_1c_cp1251.xml',
    'egais_WayBill_v4_TTN-0557370828.xml',
    'egais_ttn_json_60_marks.json',
  ]) {
    const bytes = await readFile(join(corpus, name));
    const cut = await fileOf(t, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    await t.throwsAsync(() => readDelivery(cut), { name: 'Unreadable', message: /повреждён/ });
  }
});

corpusTest('aperitivo_purchases_RAW.csv is read by the columns that a person chose', async (t) => {
  const columns = { name: 'A', quantity: 'E', unit: 'F', gross: 'G' };

  const file = await readDelivery(join(corpus, 'aperitivo_purchases_RAW.csv'), { headerRow: 1, columns });

  t.like(file.lines[0], { name: 'tomato juice', quantity: '1.000', unit: 'liter', gross: 584 });
});
