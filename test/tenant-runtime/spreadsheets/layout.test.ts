import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as library from '@e965/xlsx';
import * as cpexcel from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { ImportLayout } from '@ostatok/tenant-runtime/contract/imports.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { type Cells, openVenue, workbookOf } from './venue.ts';

// @e965/xlsx declares the functions as a part of the tables, beside which they are
const { utils: codePages } = cpexcel as typeof cpexcel & { utils: cpexcel.CP$Utils };

interface Said {
  kind?: string;
  layout?: ImportLayout;
  ask?: boolean;
}

async function upload({ admin }: Tenant, sheets: Record<string, Cells[]>, { kind = 'items', layout, ask }: Said = {}) {
  const sent = admin.post('/api/import').field('kind', kind);
  if (layout) sent.field('layout', JSON.stringify(layout));
  if (ask) sent.field('ask', '1');
  return sent.attach('file', await workbookOf(sheets), 'остатки.xlsx');
}

const odd: Cells[] = [
  ['Склад бара'],
  ['Что', 'Сколько', 'Почём', 'Остаток прошлый'],
  ['Ром', 1.5, 900, 7],
  ['Джин', 2, 1100, 8],
];
const right = { name: 'A', quantity: 'B', cost: 'C' };

test('a file without a known header is refused in words, or shown column by column to whoever can be asked', async (t) => {
  const venue = await startTenant(t);

  const refused = await upload(venue, { Лист1: odd.slice(0, 2).concat(odd.slice(2).map((row) => row.slice(0, 3))) });
  const asked = await upload(
    venue,
    { Лист1: [['Раз', 'Два'], ...odd.slice(2).map((row) => row.slice(0, 2))] },
    { ask: true },
  );

  t.is(refused.status, 422);
  t.is(refused.body.code, 'no_header');
  t.is(asked.status, 200);
  t.like(asked.body.preview, { created: 0, headerRow: 0, layout: 'recognised', columns: [], sheets: ['Лист1'] });
  t.deepEqual(asked.body.preview.table, [
    { column: 'A', header: '', samples: ['Раз', 'Ром', 'Джин'], field: null },
    { column: 'B', header: '', samples: ['Два', '1,5', '2'], field: null },
  ]);
});

test('columns that a person corrects are read so, and are remembered for the next file with that header', async (t) => {
  const venue = await startTenant(t);

  const first = await upload(venue, { Лист1: odd }, { layout: { headerRow: 2, columns: right } });
  t.like(first.body.preview, { layout: 'given', created: 2, headerRow: 2 });
  t.like(first.body.preview.rows[0], { name: 'Ром', quantity: 1.5, cost: 900 });
  const before = await upload(venue, { Лист1: odd }, { ask: true });
  t.not(before.body.preview?.layout, 'remembered', 'nothing is remembered before the file was really loaded');
  t.is((await venue.admin.post(`/api/import/${first.body.importId}/commit`)).status, 200);

  const next = await upload(venue, { Март: [['Склад бара'], odd[1] ?? [], ['Виски', 3, 2000, 1], ['Ром', 9, 950, 1]] });

  t.like(next.body.preview, { layout: 'remembered', created: 1, updated: 1, sheet: 'Март' });
  const whisky = next.body.preview.rows.find(({ name }: { name: string }) => name === 'Виски');
  t.like(whisky, { quantity: 3, cost: 2000 });
});

test('a person may choose the sheet, and a file whose rows begin at once', async (t) => {
  const venue = await startTenant(t);
  const book = { Первый: [['Наименование'], ['Не то']], Второй: [['Ром', 1.5] as Cells, ['Джин', 2] as Cells] };

  const answer = await upload(venue, book, {
    layout: { sheet: 'Второй', headerRow: 0, columns: { name: 'A', expected: 'B' } },
    kind: 'items',
  });

  t.like(answer.body.preview, { sheet: 'Второй', sheets: ['Первый', 'Второй'], created: 2 });
  t.like(answer.body.preview.rows[1], { name: 'Джин', expected: 2 });
});

test('a description of columns that makes no sense is refused and stores nothing', async (t) => {
  const venue = await startTenant(t);
  const wrong = [
    { columns: {} },
    { columns: { name: 'AAA' } },
    { columns: { password: 'A' } },
    { columns: { name: 'A' }, headerRow: -1 },
    { columns: { name: 'A' }, headerRow: 9000 },
    { columns: { name: 'A' }, sheet: 'Нет такого' },
    { columns: { cost: 'A' } },
    'A',
    null,
  ] as ImportLayout[];

  for (const layout of wrong) {
    const answer = await upload(venue, { Лист1: odd }, { layout });
    t.true([400, 422].includes(answer.status), `${JSON.stringify(layout)}: ${answer.status}`);
    t.regex(answer.body.error, /[а-я]/i);
  }
  const noQuantity = await upload(venue, { Лист1: odd }, { kind: 'expected', layout: { columns: { name: 'A' } } });
  t.is(noQuantity.body.code, 'no_quantity');
  t.deepEqual(await venue.db('imports'), []);
});

/**
 * Excel 95 wrote each text in the machine's code page; the library writes only 1252, so Russian letters are inserted
 * afterwards.
 */
function excel95(rows: Cells[]): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))];
  const standIn = (text: string): string => `${texts.indexOf(text)}`.padStart(text.length, 'q');
  const book = library.utils.book_new();
  const plain = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? standIn(cell) : cell)));
  library.utils.book_append_sheet(book, library.utils.aoa_to_sheet(plain), 'Bar');
  const file: Buffer = library.write(book, { type: 'buffer', bookType: 'biff5' });
  const put = (from: Buffer, to: Buffer): void => {
    const at = file.indexOf(from);
    if (at < 0) throw new Error(`not in the file: ${from}`);
    to.copy(file, at);
  };
  for (const text of texts) put(Buffer.from(standIn(text)), Buffer.from(codePages.encode(1251, text)));
  // the record CodePage: 1252 → 1251
  put(Buffer.from([0x42, 0, 2, 0, 0xe4, 4]), Buffer.from([0x42, 0, 2, 0, 0xe3, 4]));
  return file;
}

test('a workbook of Excel 95 is read with its Russian texts', async (t) => {
  const venue = await openVenue(t);
  const path = join(venue.folder, 'старый.xls');
  await writeFile(
    path,
    excel95([
      ['Наименование', 'Единица', 'Остаток'],
      ['Настойка «Ёжик»', 'л', 1.5],
    ]),
  );

  const { preview } = await venue.preview(path);

  t.like(preview.rows[0], { name: 'Настойка «Ёжик»', unit: 'л', quantity: 1.5 });
});
