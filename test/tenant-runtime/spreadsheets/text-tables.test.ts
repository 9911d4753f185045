import { rowsOfHtml } from '@ostatok/kit/node/workbooks/html-rows.ts';
import { openTable } from '@ostatok/kit/node/workbooks/workbook-reader.ts';
import test, { type ExecutionContext } from 'ava';
import { fileOf, inWindows1251 } from '../deliveries/documents.ts';

/** The cells of all sheets, row by row. */
async function cellsOf(t: ExecutionContext, bytes: Buffer | string): Promise<unknown[][]> {
  const book = await openTable(await fileOf(t, bytes), 0);
  const found: unknown[][] = [];
  for (const sheet of book.sheets) {
    for await (const rows of sheet.rows()) {
      found.push(...rows.map(({ cells }) => Array.from({ length: cells.width }, (_, at) => cells.get(at)?.value)));
    }
  }
  await book.close();
  return found;
}

const separated: [string, string, unknown[]][] = [
  ['tabs below a title with a comma', 'Продажи, ноябрь\n\nБлюдо\tКол-во\nРом\t2,5\n', ['Ром', '2,5']],
  ['commas below a title with none', 'Отчёт\nБлюдо,Кол-во\nРом,2.5\n', ['Ром', '2.5']],
  ['semicolons between decimal commas', 'Бар, Москва\nРом;2,5;1 000,50\n', ['Ром', '2,5', '1 000,50']],
  ['semicolons around a comma in quotes', 'Блюдо;Кол-во\n"Ром, кола; лёд";2\n', ['Ром, кола; лёд', '2']],
];
for (const [what, text, last] of separated) {
  test(`a text table is separated by ${what}`, async (t) => {
    t.deepEqual((await cellsOf(t, text)).at(-1), last);
  });
}

test('a text table in UTF-16 of either order is read', async (t) => {
  const bytes = Buffer.from('\ufeffРом\t2\n', 'utf16le');

  t.deepEqual(await cellsOf(t, Buffer.from(bytes)), [['Ром', '2']]);
  t.deepEqual(await cellsOf(t, Buffer.from(bytes).swap16()), [['Ром', '2']]);
});

const page = (charset: string): string => `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>
<meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><body><table border=1>
<tr><td colspan=2>Расход блюд</td></tr><tr><td>007</td><td>Ром &amp; кола</td><td>1&nbsp;300,50</td></tr></table></body></html>`;

for (const [charset, bytes] of [
  ['utf-8', page('utf-8')],
  ['windows-1251', inWindows1251(page('windows-1251'))],
] as const) {
  test(`a table that a till saves as a web page in ${charset} is read as it is written`, async (t) => {
    const rows = await cellsOf(t, bytes);

    t.is(rows[0]?.[0], 'Расход блюд');
    t.deepEqual(
      rows[1]?.map((value) => String(value).replace('\u00a0', ' ')),
      ['007', 'Ром & кола', '1 300,50'],
    );
  });
}

test('a page has titles beside its table, cells over several columns and rows, and lines in a cell', async (t) => {
  const rows = await cellsOf(
    t,
    `<html><head><title>Отчёт</title><style>td { color: red }</style></head><body><!-- <td>нет</td> --><h3>Барная карта</h3><table>
<tr><td rowspan="2">Негрони<td>Состав<td colspan=2>Цена<tr><td>Джин<br>Кампари</td><td>650</td><td>&laquo;new&raquo;</td></tr></table>`,
  );

  t.deepEqual(rows, [['Барная карта'], ['Негрони', 'Состав', 'Цена'], [undefined, 'Джин\nКампари', '650', '«new»']]);
});

const endless = ['<td colspan="9999" rowspan="60000">а', '<td ', '<', '<!--', '<table><tr>', '<tr><td>а'];
for (const piece of endless) {
  test(`a page of «${piece}» without end is read in one pass`, (t) => {
    const rows = rowsOfHtml(`<html><table><tr><td>Ром${piece.repeat(Math.floor(500_000 / piece.length))}`);

    t.is(
      rows?.some(({ cells }) => String(cells.get(0)?.value).startsWith('Ром')),
      true,
    );
  });
}

test('a page may have more rows than a call may have arguments', async (t) => {
  t.is((await cellsOf(t, `<html><table>${'<tr><td>Ром</td></tr>'.repeat(200_000)}</table></html>`)).length, 200_000);
});

test('a workbook in the XML of Excel 2003 is read without its comments', async (t) => {
  const rows = await cellsOf(
    t,
    `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Worksheet ss:Name="Лист1"><Table><Row><Cell><Data ss:Type="String">Ром</Data>
<Comment ss:Author="Анна"><ss:Data xmlns="http://www.w3.org/TR/REC-html40">проверить</ss:Data></Comment></Cell><Cell><Data ss:Type="Number">2.5</Data>
</Cell></Row></Table></Worksheet></Workbook>`,
  );

  t.deepEqual(rows, [['Ром', 2.5]]);
});

const refusals: [string, Buffer | string, string][] = [
  ['a web page without a table', '<html><body>Войдите снова</body></html>', 'web_page'],
  ['a page of an empty table', '<html><table><tr><td></td></tr></table></html>', 'web_page'],
  ['a workbook in XML that breaks off', '<Workbook><Worksheet><Table><Row>', 'damaged'],
  ['a workbook in XML whose row is nowhere', '<Workbook><Row Index="1000000000"></Row></Workbook>', 'damaged'],
  ['a workbook in XML that defines an entity', '<!DOCTYPE a [<!ENTITY b "c">]><Workbook></Workbook>', 'unsafe'],
  ['a PDF', '%PDF-1.4\n1 0 obj\n%%EOF', 'picture'],
  ['a photo', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'picture'],
];
for (const [what, bytes, code] of refusals) {
  test(`${what} is no table, and the refusal says what it is`, async (t) => {
    await t.throwsAsync(() => cellsOf(t, bytes), { name: 'Unreadable', code });
  });
}
