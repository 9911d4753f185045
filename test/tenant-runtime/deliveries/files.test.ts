import { runWorker } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { DeliveryLayout } from '@ostatok/tenant-runtime/contract/delivery-layout.ts';
import test, { type ExecutionContext } from 'ava';
import type { DeliveryFile } from '../../../tenant-runtime/src/deliveries/files/delivery-file.ts';
import { readDelivery } from '../../../tenant-runtime/src/deliveries/files/read-delivery.ts';
import type { Answer, Job } from '../../../tenant-runtime/src/deliveries/messages.ts';
import { workerPath } from '../../../tenant-runtime/src/deliveries/worker-path.ts';
import { workbookOf } from '../spreadsheets/venue.ts';
import { fileOf, inWindows1251, torg12Rows, updXml, waybillXml } from './documents.ts';

const read = async (t: ExecutionContext, bytes: Buffer | string, layout?: DeliveryLayout): Promise<DeliveryFile> =>
  readDelivery(await fileOf(t, bytes), layout);

for (const version of ['5.01', '5.02', '5.03']) {
  test(`an УПД ${version} gives its supplier, its lines and what they add up to`, async (t) => {
    const file = await read(t, updXml({ version, total: '7200' }));

    t.deepEqual(file.supplier, { name: 'ООО "Ромашка"', inn: '7701234567', code: null });
    t.deepEqual([file.number, file.date], ['УТ-17', '2026-11-20']);
    t.like(file.lines[0], {
      code: 'ДЖ-01',
      quantity: '6.000',
      price: '100000',
      net: 600_000,
      vat: 120_000,
      gross: 720_000,
    });
    t.deepEqual(file.summed, { quantity: '6.000', net: 600_000, vat: 120_000, gross: 720_000 });
    t.deepEqual(file.warnings, []);
  });
}

const encodings: [string, string | Buffer][] = [
  ['windows-1251, and declared so', inWindows1251(updXml({ encoding: 'windows-1251' }))],
  ['UTF-8 although windows-1251 is declared', updXml({ encoding: 'windows-1251' })],
  ['windows-1251 although UTF-8 is declared', inWindows1251(updXml())],
  ['UTF-8 with a mark', `\ufeff${updXml()}`],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${updXml({ encoding: 'UTF-16' })}`, 'utf16le')],
];
for (const [what, bytes] of encodings) {
  test(`an УПД in ${what} is read`, async (t) => {
    const { lines } = await read(t, bytes);

    t.is(lines[0]?.name, 'Джин «Северный» 0,7');
  });
}

test('a mark of UTF-8 is no sign of the text, wherever the first letters are cut', async (t) => {
  for (let blanks = 0; blanks < 30; blanks += 1) {
    const { lines } = await read(t, `\ufeff${' '.repeat(blanks)}${updXml()}`);
    t.is(lines.length, 1);
  }
});

test('a price with fractions of a kopeck is kept, and the sum is rounded once', async (t) => {
  const line = { quantity: '3', price: '172.13114754', net: '516.39', vat: '103.28', gross: '619.67' };

  const file = await read(t, updXml({ lines: [line] }));

  t.is(file.lines[0]?.price, '17213.114754');
  t.deepEqual(file.warnings, []);
});

test('totals that the lines do not add up to are said with both sums', async (t) => {
  const { warnings } = await read(t, updXml({ total: '7300' }));

  t.is(warnings.length, 1);
  t.regex(warnings[0] ?? '', /^Итого по документу с НДС: 7\s300,00 ₽, а строки дают 7\s200,00 ₽ \(разница 100,00 ₽\)$/);
});

test('a line that contradicts itself is said', async (t) => {
  const { warnings } = await read(t, updXml({ lines: [{ vat: '900' }, { marks: ['01', '02'] }] }));

  t.regex(warnings[0] ?? '', /^Строка 1 .*НДС 900,00 ₽ не дают/);
  t.regex(warnings[1] ?? '', /^Строка 2 .*количество 6, а марок 2$/);
});

test('the barcode of a line is in its marks, where they agree', async (t) => {
  const beer = (serial: string) => `010460000000000821${serial}`;
  const lines = [
    { quantity: '2', marks: [beer('aB1"<x1'), beer('aB1"<x2')] },
    { quantity: '2', marks: [beer('aB1"<x1'), '22N1'] },
  ];

  const file = await read(t, updXml({ lines }));

  t.deepEqual(
    file.lines.map(({ ean }) => ean),
    ['4600000000008', null],
  );
  t.is(file.lines[0]?.marks[0], '010460000000000821aB1"<x1');
});

const titles: [string, (string | number | null)[][]][] = [
  ['in one cell', [['Товарная накладная № РМ-5 от 20 ноября 2026 г.']]],
  [
    'below their labels',
    [
      ['ТОВАРНАЯ НАКЛАДНАЯ', 'Номер документа', 'Дата составления'],
      [null, 'РМ-5', '20.11.26'],
    ],
  ],
  [
    'below their labels as a date of Excel',
    [['Номер документа', 'Дата составления'], ['ТОВАРНАЯ НАКЛАДНАЯ'], ['РМ-5', 46_346]],
  ],
];
for (const [what, title] of titles) {
  test(`a ТОРГ-12 with number and date ${what}`, async (t) => {
    const rows = torg12Rows();
    rows.splice(2, 1, ...title);

    const file = await read(t, await workbookOf({ TDSheet: rows }));

    t.deepEqual([file.number, file.date], ['РМ-5', '2026-11-20']);
  });
}

test('a line of nothing is left out and said', async (t) => {
  const { lines, warnings } = await read(
    t,
    updXml({ lines: [{}, { name: 'Ром', quantity: '0', net: '0', vat: '0', gross: '0' }] }),
  );

  t.is(lines.length, 1);
  t.deepEqual(warnings, ['Строка 2 «Ром»: количество 0, строка не загружена']);
});

test('a service is no goods', async (t) => {
  const { lines } = await read(t, updXml({ lines: [{}, { name: 'Доставка', kind: '3' }] }));

  t.deepEqual(
    lines.map(({ isService }) => isService),
    [false, true],
  );
});

for (const version of ['v3', 'v4']) {
  test(`a waybill ${version} of ЕГАИС is known by its namespace, whatever the prefix`, async (t) => {
    const file = await read(t, waybillXml({ version, prefix: 'zz' }));

    t.like(file, { kind: 'egais_waybill', number: '77', date: '2026-11-20' });
    t.like(file.lines[0], { quantity: '2.000', price: '35050', gross: 70_100, volumeMl: 700, marks: ['22N1'] });
    t.regex(file.warnings[0] ?? '', /количество 2, а марок 1/);
  });
}

test('what ЕГАИС does not pack is in decalitres', async (t) => {
  const { lines } = await read(t, waybillXml({ unit: 'Unpacked' }));

  t.like(lines[0], { unit: 'дал', volumeMl: null });
});

test('a ТОРГ-12 of several pages is one document', async (t) => {
  const file = await read(t, await workbookOf({ TDSheet: torg12Rows() }));

  t.like(file, { kind: 'torg12', number: 'РМ-5', date: '2026-11-20', warnings: [] });
  t.deepEqual(file.supplier, { name: 'ООО "Ромашка"', inn: '7701234567', code: null });
  t.deepEqual(
    file.lines.map(({ name, packs, inPack, quantity }) => [name, packs, inPack, quantity]),
    [
      ['Джин «Северный»', '1', '6', '6.000'],
      ['Вермут «Летний»', '2', '6', '12.000'],
    ],
  );
  t.deepEqual(file.stated, { quantity: '18.000', net: 900_000, vat: 180_000, gross: 1_080_000 });
});

test('a page of a ТОРГ-12 whose total is another is named', async (t) => {
  const rows = torg12Rows({ total: 10_900 });
  const page = rows[6] as (number | string | null)[];
  page[14] = 3700;

  const { warnings } = await read(t, await workbookOf({ TDSheet: rows }));

  t.is(warnings.length, 2);
  t.regex(warnings[0] ?? '', /^Итого по документу с НДС/);
  t.regex(warnings[1] ?? '', /^Страница 1 с НДС: 3\s700,00 ₽, а строки дают 3\s600,00 ₽/);
});

const iikoItem =
  '<item><num>1</num><supplierProductArticle>А1</supplierProductArticle><amount>2.5</amount><price>100</price><sum>300</sum></item>';
const iikoDocument = (fields = '') =>
  `<document><documentNumber>9</documentNumber><incomingDate>2026-11-20</incomingDate><supplier>s-1</supplier>${fields}<items>${iikoItem}</items></document>`;

test('an invoice exported by iiko is read from its list', async (t) => {
  const file = await read(t, `<incomingInvoiceDtoes>${iikoDocument()}</incomingInvoiceDtoes>`);

  t.like(file, { kind: 'iiko_invoice', number: '9', date: '2026-11-20', supplier: { code: 's-1' } });
  t.deepEqual(file.summed, { quantity: '2.500', net: 25_000, vat: null, gross: 30_000 });
});

const ttn = (position: object) =>
  JSON.stringify({
    WBRegId: 'TTN-1',
    NUMBER: '5',
    Date: '2026-11-20T10:00:00',
    PostName: 'ООО «Ромашка»',
    Content: [position],
  });

test('a waybill of a terminal is read from JSON', async (t) => {
  const file = await read(
    t,
    ttn({ alccode: '0000000000000000001', name: 'Джин', Capacity: 0.7, QTY: 3, Price: 237.5 }),
  );

  t.like(file, { kind: 'egais_ttn', number: '5', date: '2026-11-20' });
  t.like(file.lines[0], { gross: 71_250, volumeMl: 700 });
});

test('JSON in windows-1251 keeps its letters', async (t) => {
  const file = await read(t, inWindows1251(ttn({ name: 'Джин', QTY: 3, Price: 1 })));

  t.is(file.lines[0]?.name, 'Джин');
});

const columns = { name: 'A', code: 'B', packs: 'C', in_pack: 'D', price: 'E', gross: 'F' };

test('any table is read by its columns, its own total compared', async (t) => {
  const rows = [
    ['Товар', 'Код', 'Ящиков', 'В ящике', 'Цена', 'Сумма'],
    ['Тоник', 'Т-1', 2, 24, '55,50', '2 664,00 руб.'],
    ['Кола', 'К-1', 1, 12, 60, 720],
    ['Спасибо за заказ!'],
    ['Итого', '', '', '', '', 3400],
  ];

  const file = await read(t, await workbookOf({ Прайс: rows }), { headerRow: 1, columns });

  t.like(file.lines[0], { name: 'Тоник', code: 'Т-1', packs: '2', inPack: '24', quantity: '48.000', gross: 266_400 });
  t.is(file.summed.gross, 338_400);
  t.deepEqual(file.warnings.slice(0, 1), ['Строк без названия или количества пропущено: 1']);
  t.true(file.warnings.some((warning) => /с НДС: 3\s400,00 ₽, а строки дают 3\s384,00 ₽/.test(warning)));
});

test('a table of semicolons is read by its columns', async (t) => {
  const text = 'Товар;Код;Ящиков;В ящике;Цена;Сумма\nТоник;Т-1;1;24;55,5;1332\n';

  const file = await read(t, inWindows1251(text), { headerRow: 1, columns });

  t.like(file.lines[0], { name: 'Тоник', quantity: '24.000', price: '5550', gross: 133_200 });
});

const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><Файл>&b;</Файл>`;
const refusals: [string, string | Buffer, RegExp][] = [
  ['an entity bomb', bomb, /DOCTYPE/],
  ['a document type alone', updXml().replace('?>', '?><!DOCTYPE Файл SYSTEM "file:///etc/passwd">'), /DOCTYPE/],
  ['an entity that is not defined', updXml().replace('УТ-17', '&b;'), /повреждён/],
  ['elements without end', '<a>'.repeat(100_000), /повреждён/],
  ['elements nested without end', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`, /повреждён/],
  ['a file that is cut off', updXml().slice(0, 600), /повреждён/],
  ['tags that cross', '<Файл><Документ></Файл></Документ>', /повреждён/],
  ['a day of 1900', updXml({ date: '01.01.1900' }), /^Дата документа — «01\.01\.1900»: такой быть не может/],
  ['a day that no calendar has', updXml({ date: '31.02.2026' }), /такой быть не может/],
  ['a day in words', updXml({ date: 'вчера' }), /такой быть не может/],
  ['a negative quantity', updXml({ lines: [{}, { quantity: '-6' }] }), /^Строка 2: количество меньше нуля/],
  ['a document of nothing', updXml({ lines: [{ quantity: '0' }] }), /ни одной строки/],
  ['an absurd quantity', updXml({ lines: [{ quantity: '1e9' }] }), /^Строка 1: количество — «1e9», это не число/],
  ['a million of kegs', updXml({ lines: [{ quantity: '1000000' }] }), /слишком большое/],
  ['an absurd sum', updXml({ lines: [{ gross: '99999999999' }] }), /больше миллиарда рублей/],
  ['a negative sum', updXml({ lines: [{ net: '-1' }] }), /меньше нуля/],
  ['a price in words', updXml({ lines: [{ price: 'договорная' }] }), /«договорная», это не число/],
  ['a document without lines', updXml({ lines: [] }), /ни одной строки/],
  ['a correction', updXml({ form: '1115133' }), /корректировочный/],
  ['another form of the tax service', updXml({ form: '1175010' }), /не УПД/],
  ['a version that is not known', updXml({ version: '9.99' }), /5\.01, 5\.02 и 5\.03/],
  ['a document in euros', updXml({ currency: '978' }), /не в рублях/],
  ['goods that go back to the supplier', waybillXml({ type: 'WBReturnFromMe' }), /возврат поставщику/],
  [
    'several invoices',
    `<list>${iikoDocument()}${iikoDocument()}</list>`.replaceAll('list', 'incomingInvoiceDtoes'),
    /несколько накладных/,
  ],
  ['a deleted invoice', iikoDocument('<status>DELETED</status>'), /удалена/],
  ['a stock-take of iiko', `<document><items>${iikoItem}</items><storeId>1</storeId></document>`, /не накладная/],
  ['any other XML', '<rss><channel/></rss>', /не накладная/],
  ['a web page', '<html><body><p>Войдите снова</p></body></html>', /веб-страница без таблицы/],
  ['JSON that is cut off', ttn({ QTY: 1 }).slice(0, 60), /JSON повреждён/],
  ['any other JSON', '[{"a":1}]', /не накладная/],
  ['a negative keg', ttn({ name: 'Пиво', QTY: -1 }), /меньше нуля/],
  ['an empty file', '', /нет данных/],
  ['bytes without meaning', Buffer.from([0, 1, 2, 3, 0, 255]), /не книга Excel/],
  ['a table whose columns nobody has chosen', 'Товар;Цена\nТоник;5\n', /Укажите столбцы/],
];
for (const [what, bytes, message] of refusals) {
  test(`${what}: refused in words`, async (t) => {
    await t.throwsAsync(() => read(t, bytes), { name: 'Unreadable', message });
  });
}

test('a sheet that is not there is said', async (t) => {
  const layout = { headerRow: 1, columns, sheet: 'Февраль' };

  await t.throwsAsync(async () => read(t, await workbookOf({ Январь: [['Тоник', 1]] }), layout), { message: /листа/ });
});

test('a day of 1900 in a cell of a ТОРГ-12 is refused', async (t) => {
  const rows = torg12Rows();
  (rows[2] as unknown[])[2] = 1;

  const file = await workbookOf({ TDSheet: rows });

  await t.throwsAsync(() => read(t, file), { message: /такой быть не может/ });
});

test('a failed formula is no quantity', async (t) => {
  const text = 'Товар;Код;Ящиков;В ящике;Цена;Сумма\nТоник;Т-1;#Н/Д;24;55,5;1332\n';

  await t.throwsAsync(() => read(t, text, { headerRow: 1, columns }), { message: /^Строка 2: «#Н\/Д» — это не число/ });
});

const runReader = async (t: ExecutionContext, bytes: Buffer | string): Promise<Answer> =>
  runWorker<Answer>(workerPath, { path: await fileOf(t, bytes) } satisfies Job);

test('a file is read in a process of its own, and its refusal reaches the server', async (t) => {
  const answer = await runReader(t, updXml());

  t.like(answer, { file: { kind: 'upd', number: 'УТ-17' } });
  await t.throwsAsync(() => runReader(t, bomb), { name: 'Unreadable', code: 'xml_unsafe' });
});

test('a table whose columns are unknown is shown by its first rows', async (t) => {
  const answer = await runReader(t, 'Товар;Цена\nТоник;5\n');

  const rows = [
    {
      row: 1,
      cells: [
        { column: 'A', text: 'Товар' },
        { column: 'B', text: 'Цена' },
      ],
    },
    {
      row: 2,
      cells: [
        { column: 'A', text: 'Тоник' },
        { column: 'B', text: '5' },
      ],
    },
  ];
  t.deepEqual(answer, { unknown: { sheets: [''], rows } });
});

test('a document of 4 MB of elements ends in words, not in a server without memory', async (t) => {
  const many = `<Файл>${'<a><b>1</b></a>'.repeat(270_000)}</Файл>`;

  await t.throwsAsync(() => runReader(t, many), { name: 'Unreadable' });
});
