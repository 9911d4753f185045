import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '@e965/xlsx';
import { openZip } from '@ostatok/kit/node/workbooks/zip-archive.ts';
import { MAX_FILE_BYTES } from '@ostatok/tenant-runtime/contract/imports.ts';
import test from 'ava';
import { openWorkbook, rowsOf } from '../../support/spreadsheets/workbook.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { type Cells, downloadWorkbook, workbookOf } from './venue.ts';

/** This file's own folder, so that uploads of other tests are not seen here. */
const temporary = mkdtempSync(join(tmpdir(), 'ostatok-spreadsheets-'));
process.env.TMPDIR = temporary;
test.after.always(() => rmSync(temporary, { recursive: true, force: true }));

const upload = async (client: Tenant['user'], rows: Cells[], kind = 'items') =>
  client
    .post('/api/import')
    .field('kind', kind)
    .attach('file', await workbookOf({ Лист1: rows }), 'прайс.xlsx');

const cellsOf = async (file: Buffer) => rowsOf((await openWorkbook(file)).worksheets[0]);

test('an administrator uploads, commits and undoes; who watches is told to read the list anew', async (t) => {
  const { admin } = await startTenant(t);
  const rows: Cells[] = [
    ['Наименование', 'Ед.', 'Остаток'],
    ['Ром', 'л', 0.7],
  ];

  const answer = await upload(admin, rows);
  const committed = await admin.post(`/api/import/${answer.body.importId}/commit`);
  const items = await admin.get('/api/items');
  const listed = await admin.get('/api/imports');
  const undone = await admin.post(`/api/import/${answer.body.importId}/undo`);
  const left = await admin.get('/api/items');

  t.like(answer.body, { success: true, preview: { created: 1, errors: [] } });
  t.like(committed.body, { success: true, created: 1, updated: 0 });
  t.like(items.body.items[0], { name: 'Ром', quantity: 0.7 });
  t.like(listed.body.imports[0], { file: 'прайс.xlsx', status: 'committed', user: 'Анна' });
  t.deepEqual(undone.body, { success: true });
  t.is(left.body.pagination.total, 0);
});

test('an import is not undone while people count what it brought', async (t) => {
  const { admin, user } = await startTenant(t);
  const { importId } = (await upload(admin, [['Наименование'], ['Ром']])).body;
  await admin.post(`/api/import/${importId}/commit`);
  const [{ id: itemId }] = (await admin.get('/api/items')).body.items;
  const { count } = (await admin.post('/api/counts').send({ key: randomUUID() })).body;
  const entry = { id: randomUUID(), itemId, quantity: 1, source: 'web' };
  await user.post(`/api/counts/${count.id}/entries`).send({ entries: [entry] });

  const refused = await admin.post(`/api/import/${importId}/undo`);
  await user.delete(`/api/counts/${count.id}/entries/${entry.id}`);
  const undone = await admin.post(`/api/import/${importId}/undo`);

  t.is(refused.status, 409);
  t.is(
    refused.body.error,
    'Загрузка не отменена: с тех пор изменили или посчитали «Ром». Если посчитали, заберите записи из подсчёта и отмените снова',
  );
  t.is(undone.status, 200);
});

test('a workbook that the venue wrote says itself what its prices are for, and changes nothing when it comes back', async (t) => {
  const { admin, createItem } = await startTenant(t);
  await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 1500, quantity: 2, category: 'Крепкое' });
  const rows = await cellsOf(await downloadWorkbook(admin, 'items'));

  const { preview } = (await upload(admin, rows as Cells[])).body;

  t.like(preview, { created: 0, updated: 0, unchanged: 1, prices: { reading: 'unit', said: true } });
});

test('a user may export and not import', async (t) => {
  const { user } = await startTenant(t);

  const refused = await upload(user, [['Наименование'], ['Ром']]);

  t.is(refused.status, 403);
  t.is((await user.post('/api/import/00000000-0000-4000-8000-000000000000/commit')).status, 403);
  t.is((await downloadWorkbook(user, 'items')).toString('latin1', 0, 2), 'PK');
});

test.serial('what is no upload is refused with the right status in words, and no file is left behind', async (t) => {
  const { admin } = await startTenant(t);
  const missing = '/api/import/00000000-0000-4000-8000-000000000000';
  const file = await workbookOf({ Лист1: [['Наименование'], ['Ром']] });

  const answers = {
    json: await admin.post('/api/import').send({ kind: 'items' }),
    noFile: await admin.post('/api/import').field('kind', 'items'),
    otherField: await admin.post('/api/import').attach('book', file, 'a.xlsx'),
    kind: await admin.post('/api/import').field('kind', 'all').attach('file', file, 'a.xlsx'),
    notWorkbook: await admin.post('/api/import').attach('file', Buffer.from('<html>'), 'a.xlsx'),
    empty: await admin.post('/api/import').attach('file', Buffer.alloc(0), 'a.xlsx'),
    big: await admin.post('/api/import').attach('file', Buffer.alloc(MAX_FILE_BYTES + 1), 'a.xlsx'),
    noBoundary: await admin.post('/api/import').set('Content-Type', 'multipart/form-data').send('x'),
    commit: await admin.post(`${missing}/commit`),
    undo: await admin.post(`${missing}/undo`),
    notUuid: await admin.post('/api/import/1/commit'),
    report: await admin.get('/api/export.xlsx').query({ report: 'secret' }),
  };

  t.deepEqual(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status])), {
    json: 400,
    noFile: 400,
    otherField: 400,
    kind: 400,
    notWorkbook: 422,
    empty: 422,
    big: 413,
    noBoundary: 400,
    commit: 404,
    undo: 404,
    notUuid: 404,
    report: 400,
  });
  for (const { body } of Object.values(answers)) t.regex(body.error, /^[А-Я]/);
  t.deepEqual(readdirSync(temporary), []);
});

test.serial('whoever has the answer to an import or an export finds no file of it left', async (t) => {
  const { admin, platform } = await startTenant(t);

  for (const rows of [[['Наименование'], ['Ром']], [['Наименование']]]) {
    await upload(admin, rows);
    t.deepEqual(readdirSync(temporary), []);
  }
  for (const report of ['items', 'changes']) {
    await downloadWorkbook(admin, report);
    t.deepEqual(readdirSync(temporary), []);
  }
  t.is((await platform.get('/internal/export.xlsx')).status, 200);
  t.deepEqual(readdirSync(temporary), []);
});

/** The XML of the first sheet in the file. */
async function sheetIn(file: Buffer): Promise<string> {
  const path = join(temporary, 'journal.xlsx');
  writeFileSync(path, file);
  const zip = await openZip(path);
  const sheet = await zip.read('xl/worksheets/sheet1.xml', MAX_FILE_BYTES);
  await zip.close();
  rmSync(path);
  return sheet.toString();
}

test('whatever anybody writes into a note, the journal is a workbook that opens', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const { id: itemId } = await createItem({ name: 'Ром' });
  const note = `бой ${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code + 1))}\x7f\x85\ud800\ufffe\uffff`;
  const change = { id: randomUUID(), itemId, delta: 1, source: 'web', note };
  await user.post('/api/changes').send({ changes: [change] });

  const sheet = await sheetIn(await downloadWorkbook(admin, 'changes'));

  t.regex(sheet, /бой /);
  // the characters that XML 1.0 allows
  t.notRegex(sheet, /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u);
});

const dangerous = ['=1+1', '+1', '-1', '@SUM(1)', "=cmd|' /C calc'!A0", '\u0009=1', '"quoted"', '<b>&amp;', '_x000D_'];

test('exported texts that look like formulas are text, and come back unchanged with everything else', async (t) => {
  const { admin, createItem, db } = await startTenant(t);
  for (const name of dangerous) await createItem({ name, article: `=${name.trim()}`, category: '@кат', unit: 'шт' });
  await createItem({
    name: 'Ром',
    article: '00017',
    ean: '4600000000015',
    category: 'Алкоголь / Ром',
    group: 'wine',
    quantity: 1.234,
    expected: -0.5,
    par: 2,
    cost: 1234.56,
    volume_ml: 700,
    weight_empty_g: 400.5,
    weight_full_g: 1100,
    density_g_per_ml: 0.9505,
  });
  const before = await db('items').orderBy('id');

  const file = await downloadWorkbook(admin, 'items');
  const answer = await admin.post('/api/import').attach('file', file, 'items.xlsx');

  for (const row of (await cellsOf(file)).slice(1, -1)) {
    for (const cell of row) t.true(cell === null || cell === undefined || ['string', 'number'].includes(typeof cell));
  }
  const seenByAnother = Object.values(read(file, { cellFormula: true }).Sheets.Позиции ?? {});
  t.true(seenByAnother.length > dangerous.length);
  const formulas = seenByAnother.filter((cell) => typeof cell === 'object' && 'f' in cell);
  t.deepEqual(
    formulas.map(({ f }) => f),
    [`SUBTOTAL(109,O2:O${dangerous.length + 2})`],
    'but the sum under them',
  );
  t.like(answer.body.preview, { created: 0, updated: 0, unchanged: dangerous.length + 1, errors: [] });
  await admin.post(`/api/import/${answer.body.importId}/commit`);
  t.deepEqual(await db('items').orderBy('id'), before);
});

test('the reports of discrepancies and changes are workbooks of what the panel shows', async (t) => {
  const { admin, createItem } = await startTenant(t, { env: { TIMEZONE: 'Asia/Vladivostok' } });
  await createItem({ name: 'Ром', quantity: 1.5, expected: 2 });
  await createItem({ name: 'Сок' });

  const discrepancies = await cellsOf(await downloadWorkbook(admin, 'discrepancies'));
  const changes = await cellsOf(await downloadWorkbook(admin, 'changes'));

  t.deepEqual(discrepancies.slice(1, -1), [['Ром', undefined, 'Крепкий алкоголь', 'л', 2, 1.5, -0.5]]);
  t.deepEqual(changes[1]?.slice(1, 8), ['Анна', 'Ром', 'л', 1.5, 0, 1.5, 'Панель']);
  const at = changes[1]?.[0];
  const hours = ((at instanceof Date ? at.getTime() : 0) - Date.now()) / 3600_000;
  t.true(Math.abs(hours - 10) < 0.1, `${hours}`);
});
