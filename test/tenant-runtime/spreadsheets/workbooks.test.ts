import test from 'ava';
import type ExcelJS from 'exceljs';
import { openWorkbook } from '../../support/spreadsheets/workbook.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { downloadWorkbook } from './venue.ts';

const opened = async (client: Tenant['user'], report: string): Promise<ExcelJS.Workbook> =>
  openWorkbook(await downloadWorkbook(client, report));
const column = (sheet: ExcelJS.Worksheet | undefined, header: string): ExcelJS.Cell[] => {
  const at = ((sheet?.getRow(1).values ?? []) as string[]).indexOf(header);
  const cells: ExcelJS.Cell[] = [];
  sheet?.eachRow((row, number) => number > 1 && cells.push(row.getCell(at)));
  return cells;
};

async function openVenue(t: Parameters<typeof startTenant>[0]): Promise<Tenant> {
  const tenant = await startTenant(t);
  const { createItem } = tenant;
  await createItem({ name: 'Тоник', unit: 'шт', quantity: 12, par: 20, cost: 80 });
  await createItem({ name: 'ямайский ром', category: 'Крепкое', quantity: 1, expected: 3, par: 2, cost: 1500 });
  await createItem({ name: 'Мерло', category: 'Вино', quantity: 0.875, expected: 0.5, par: 1, cost: 900 });
  await createItem({ name: 'Джин', category: 'Крепкое', quantity: 2.5, expected: 2.5, par: 3, cost: 1000.5 });
  return tenant;
}

test('items stand in their workbook by category and name, those without a category last', async (t) => {
  const { admin } = await openVenue(t);
  const names = ['Мерло', 'Джин', 'ямайский ром', 'Тоник', 'Итого'];
  const sheet = (await opened(admin, 'items')).worksheets[0];
  t.deepEqual(
    column(sheet, 'Наименование').map(({ text }) => text),
    names,
  );
  const order = (await opened(admin, 'order')).worksheets[0];
  t.deepEqual(
    column(order, 'Наименование').map(({ text }) => text),
    names,
  );
});

test('money is summed under the rows by a formula that follows the filter, with its result beside it', async (t) => {
  const { admin } = await openVenue(t);
  const book = await opened(admin, 'items');
  const sums = column(book.worksheets[0], 'Сумма, руб.');
  t.deepEqual(
    sums.slice(0, -1).map(({ value }) => value),
    [787.5, 2501.25, 1500, 960],
  );
  t.like(sums.at(-1)?.value, { formula: 'SUBTOTAL(109,O2:O5)', result: 5748.75 });

  const differing = await opened(admin, 'discrepancies');
  t.like(column(differing.worksheets[0], 'Разница, руб.').at(-1)?.value, { result: -2662.5 });
  const summary = differing.getWorksheet('Итоги');
  const totals: Record<string, ExcelJS.CellValue> = {};
  summary?.eachRow((row) => Object.assign(totals, { [row.getCell(1).text]: row.getCell(2).value }));
  t.deepEqual(totals, {
    Расходится: 2,
    'Недостача, л': -2,
    'Излишек, л': 0.375,
    'Недостача, руб.': -3000,
    'Излишек, руб.': 337.5,
    'Расходится без цены': 0,
  });
});

test('a workbook is filtered at its header, holds it in sight and on each printed page, and is printed across', async (t) => {
  const { admin } = await openVenue(t);
  for (const report of ['items', 'discrepancies', 'order', 'changes']) {
    const sheet = (await opened(admin, report)).worksheets[0];
    t.regex(String(sheet?.autoFilter), /^A1:[I-O]\d$/, report);
    t.like(sheet?.views[0], { state: 'frozen', ySplit: 1 });
    t.like(sheet?.pageSetup, { orientation: 'landscape', fitToPage: true, fitToHeight: 0, printTitlesRow: '1:1' });
  }
});

test('whole quantities have no comma with nothing behind it, and what is over or short has its sign', async (t) => {
  const { admin } = await openVenue(t);
  const { worksheets } = await opened(admin, 'discrepancies');
  const formats = (header: string): string[] => column(worksheets[0], header).map(({ numFmt }) => numFmt ?? 'General');
  t.deepEqual(new Set([...formats('Учётный остаток'), ...formats('Фактический остаток')]), new Set(['General']));
  t.deepEqual(new Set(formats('Разница')), new Set(['+General;-General;0']));
});
