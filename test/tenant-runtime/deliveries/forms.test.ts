import test, { type ExecutionContext } from 'ava';
import type { DeliveryFile } from '../../../tenant-runtime/src/deliveries/files/delivery-file.ts';
import { readDelivery } from '../../../tenant-runtime/src/deliveries/files/read-delivery.ts';
import { startTenant } from '../../support/venue/tenant.ts';
import { type Cells, workbookOf } from '../spreadsheets/venue.ts';
import { fileOf, torg12Rows, updXml } from './documents.ts';
import { uploaded } from './venue.ts';

const read = async (t: ExecutionContext, rows: Cells[], layout?: object): Promise<DeliveryFile> =>
  readDelivery(await fileOf(t, await workbookOf({ TDSheet: rows })), layout as Parameters<typeof readDelivery>[1]);

test('a ТОРГ-12 has lines without VAT and rates that are cells of per cents', async (t) => {
  const rows: Cells[] = torg12Rows({ total: 10_200 });
  rows[5]?.splice(12, 3, 'Без НДС', 'Без НДС', 3000);
  rows[6]?.splice(13, 2, 0, 3000);
  rows[10]?.splice(12, 1, 0.2);
  rows[12]?.splice(13, 1, 1200);

  const file = await read(t, rows);

  t.deepEqual(
    file.lines.map(({ vatRate, vat, gross }) => [vatRate, vat, gross]),
    [
      ['Без НДС', 0, 300_000],
      ['20%', 120_000, 720_000],
    ],
  );
  t.deepEqual(file.warnings, []);
});

test('a book with two invoices is refused, since one of them would be lost', async (t) => {
  const book = await workbookOf({ Первая: torg12Rows(), Вторая: torg12Rows() });

  await t.throwsAsync(async () => readDelivery(await fileOf(t, book)), { message: /несколько накладных/ });
});

const since2021 = 'А 1 1а 1б 2 2а 3 4 5 6 7 8 9 10 10а 11'.split(' ');
const before2021 = 'А Б 1 1a 2 2a 3 4 5 6 7 8 9 10 10a 11'.split(' ');
const line = (at: number, name: string, quantity: number, vat: number | string, isNew: boolean): Cells => [
  ...(isNew ? [`Ц-${at}`, at, name, '--'] : [at, `Ц-${at}`, name, '--']),
  ...['796', 'шт', quantity, 100, quantity * 100, 'без акциза', typeof vat === 'number' ? '20%' : vat, vat],
  ...[quantity * 100 + (typeof vat === 'number' ? vat : 0), '--', '--', '--'],
];
const printedUpd = (numbering: string[], isNew: boolean): Cells[] => [
  ['Универсальный передаточный документ', null, 'Счет-фактура №', 'УТ-17', 'от', '9 ноября 2026 г.', '(1)'],
  ['Статус: 1', null, 'Продавец:', 'ООО "Ромашка"'],
  [null, null, 'ИНН/КПП продавца:', '7701234567/770101001'],
  ['Код товара', '№ п/п', 'Наименование товара'],
  numbering,
  line(1, 'Джин «Северный»', 6, 120, isNew),
  ['Код товара', '№ п/п', 'Наименование товара'],
  numbering,
  line(2, 'Лайм', 2, 'без НДС', isNew),
  [null, null, 'Всего к оплате (9)', null, null, null, null, null, 800, 'Х', null, 120, 920],
  ['Документ составлен на 2 листах'],
];
for (const [what, rows] of [
  ['since July 2021', printedUpd(since2021, true)],
  ['before', printedUpd(before2021, false)],
] as const) {
  test(`an УПД printed to a workbook, as it is ${what}, is read by the labels of its columns`, async (t) => {
    const file = await read(t, rows);

    t.like(file, { kind: 'upd', number: 'УТ-17', date: '2026-11-09', warnings: [] });
    t.deepEqual(file.supplier, { name: 'ООО "Ромашка"', inn: '7701234567', code: null });
    t.deepEqual(
      file.lines.map(({ code, name, unit, quantity, vatRate, gross }) => [code, name, unit, quantity, vatRate, gross]),
      [
        ['Ц-1', 'Джин «Северный»', 'шт', '6.000', '20%', 72_000],
        ['Ц-2', 'Лайм', 'шт', '2.000', 'без НДС', 20_000],
      ],
    );
    t.deepEqual(file.stated, { quantity: null, net: 80_000, vat: 12_000, gross: 92_000 });
  });
}

const layout = { headerRow: 2, columns: { name: 'A', quantity: 'B', gross: 'C' } };

test('a table repeats its header on each page, and has words and signatures below its total', async (t) => {
  const file = await read(
    t,
    [
      ['Расходная накладная № 45'],
      ['Товар', 'Кол-во', 'Сумма'],
      ['Лимон', 2, 200],
      ['Итого по странице', 2, 200],
      ['Товар', 'Кол-во', 'Сумма'],
      ['Лайм', 3, 600],
      ['Всего', 5, 900],
      ['Всего наименований 2, на сумму 900,00 руб.'],
      ['Отпустил', 'Получил', null],
    ],
    layout,
  );

  t.deepEqual(
    file.lines.map(({ name, quantity, gross }) => [name, quantity, gross]),
    [
      ['Лимон', '2.000', 20_000],
      ['Лайм', '3.000', 60_000],
    ],
  );
  t.like(file.stated, { quantity: '5.000', gross: 90_000 });
  t.true(file.warnings.some((text) => /с НДС: 900,00 ₽, а строки дают 800,00 ₽/.test(text)));
});

test('an invoice of iiko whose price makes the sum has the VAT within it', async (t) => {
  const item = '<amount>5</amount><price>120</price><sum>600</sum><vatPercent>20</vatPercent><vatSum>100</vatSum>';
  const xml = `<document><documentNumber>5</documentNumber><incomingDate>2026-11-07</incomingDate>
<supplier>s</supplier><items><item>${item}</item></items></document>`;

  const { lines, warnings } = await readDelivery(await fileOf(t, xml));

  t.like(lines[0], { price: '10000', net: 50_000, vat: 10_000, gross: 60_000 });
  t.deepEqual(warnings, []);
});

test('a day that is still to come is said', async (t) => {
  const { admin } = await startTenant(t, { clock: () => new Date('2026-11-28T12:00:00Z') });

  const { warnings } = await uploaded(admin, updXml({ date: '01.01.2099' }));

  t.deepEqual(warnings, ['День документа, 01.01.2099, ещё не наступил']);
});

test('letters that the database cannot store are left out of a waybill, and signs of marks are kept', async (t) => {
  const { admin } = await startTenant(t);
  const position = { name: 'Джин\u0000 \ud800', QTY: 1, alccode: '1\u0000', MarkInfo: [{ Mark: '22N\u001d1\u0000' }] };

  const { rows } = await uploaded(admin, JSON.stringify({ WBRegId: 'TTN-1', NUMBER: '5\u0000', Content: [position] }));

  t.like(rows[0], { name: 'Джин \ufffd', code: '1', marks: 1 });
});

for (const [what, rows] of [
  ['ТОРГ-12', torg12Rows()],
  ['УПД printed to a workbook', printedUpd(since2021, true)],
] as const) {
  test(`a sheet with one ${what} below another is refused: the second would go unread`, async (t) => {
    await t.throwsAsync(() => read(t, [...rows, [], ...rows]), { code: 'several' });
  });
}

test('what a row of a table says behind its name is no total', async (t) => {
  const file = await read(
    t,
    [['Накладная'], ['Товар', 'Кол-во', 'Сумма', 'Примечание'], ['Лимон', 2, 200, 'Всего два'], ['Итого', 2, 200]],
    layout,
  );

  t.deepEqual(
    file.lines.map(({ name, quantity }) => [name, quantity]),
    [['Лимон', '2.000']],
  );
});

test('a number that Excel has made a date is refused as one', async (t) => {
  const rows: Cells[] = [['Накладная'], ['Товар', 'Кол-во', 'Сумма'], ['Лимон', new Date('2026-05-01T00:00:00Z'), 200]];

  await t.throwsAsync(() => read(t, rows, layout), { message: /«01\.05\.2026» — это не число/ });
});
