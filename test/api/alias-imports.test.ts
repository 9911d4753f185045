import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AliasImportSample } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import test from 'ava';
import {
  admin,
  api,
  byCode,
  call,
  codeOf,
  commit,
  messages,
  setUpAliasImports,
  undo,
  upload,
  uploadRows,
} from '../support/catalogue/alias-imports.ts';
import { bearer, DAY } from '../support/platform/api.ts';
import type { Cells } from '../tenant-runtime/spreadsheets/venue.ts';

setUpAliasImports();

test.serial('a workbook is shown before anything changes, then written as it was shown, and taken back', async (t) => {
  const known = (await call('post', '', { ean: codeOf(1), description: 'Ром', brand: 'Море', weight_empty_g: 500 }))
    .body;
  const answer = await uploadRows([
    ['Прайс на ноябрь'],
    [
      'Штрих-код',
      'Наименование',
      'Объём, л',
      'Вес пустой, кг',
      'Вес полной',
      'Крепость, %',
      'Страна',
      'Бренд',
      'Склад',
    ],
    [codeOf(1), 'Ром тёмный', 0.7, '0,51', '1 230 г', '40%', 'Куба', null, 'Всего две'],
    [Number(codeOf(2)), 'Джин', '700 мл', null, null, 41.5, null, 'Сад', null],
    ['4600000000001', 'Код с ошибкой'],
    ['4,6E+12', 'Код, который Excel сократил'],
    [null, 'Без кода'],
    [codeOf(3), 'Полная легче пустой', 700, 0.9, '800 г'],
    [codeOf(4), null, 500],
    [codeOf(5), 'Первый'],
    [codeOf(5), 'Последний'],
    [codeOf(6), 'Не число', 'много'],
    ['Итого', null, 7],
  ]);

  t.true(answer.success, answer.error);
  const { preview, importId } = answer;
  t.like(preview, { total: 10, created: 2, updated: 1, unchanged: 0, invalid: 7 });
  t.deepEqual(
    preview.columns.map(({ column, field }: { column: string; field: string | null }) => `${column} ${field}`),
    [
      'A ean',
      'B description',
      'C volume_ml',
      'D weight_empty_g',
      'E weight_full_g',
      'F alcohol_percent',
      'G country_origin',
      'H brand',
      'I null',
    ],
  );
  const messagesSeen = messages(preview);
  t.is(messagesSeen[0], 'A5: Штрихкод «4600000000001» неверен: нужны 8, 12 или 13 цифр с верной контрольной');
  t.regex(messagesSeen[1] ?? '', /^A6: Excel сократил код/);
  t.deepEqual(messagesSeen.slice(2), [
    'A7: Нет штрихкода',
    'E8: Полная бутылка тяжелее пустой',
    'B9: Нового алиаса без названия не бывает',
    'A10: Тот же штрихкод есть в строке 11: взята она',
    'C12: Ожидается число, а написано «много»',
  ]);
  const [rum, gin, last] = preview.sample as AliasImportSample[];
  t.like(rum, { row: 3, action: 'update', name: 'Ром тёмный' });
  t.deepEqual(
    rum?.changes.map(({ field, before, after }) => [field, before, after]),
    [
      ['volume_ml', null, 700],
      ['weight_empty_g', 500, 510],
      ['weight_full_g', null, 1230],
      ['alcohol_percent', null, 40],
      ['description', 'Ром', 'Ром тёмный'],
      ['country_origin', null, 'Куба'],
    ],
  );
  t.like(gin, { row: 4, action: 'create' });
  t.is(last?.name, 'Последний');
  t.is((await byCode(codeOf(1))).description, 'Ром', 'nothing has changed yet');
  t.is((await undo(importId)).body.code, 'import_not_committed');

  const done = await commit(importId);
  t.like(done.body, { success: true, importId, created: 2, updated: 1, unchanged: 0, skipped: 0 });
  t.like(await byCode(codeOf(1)), { description: 'Ром тёмный', brand: 'Море', weight_full_g: 1230 });
  t.like(await byCode(codeOf(2)), { volume_ml: 700, alcohol_percent: 41.5, brand: 'Сад' });
  t.is((await commit(importId)).body.code, 'already_committed');
  t.regex((await api.db('activity').where({ action: 'alias.imported' }).first()).description, /«алиасы\.xlsx»/);
  t.is((await api.db('alias_import_files').where({ import_id: importId })).length, 0);

  const gin2 = await byCode(codeOf(2));
  await call('put', `/${gin2.id}`, { ean: gin2.ean, description: 'Джин, поправленный руками' });
  const undone = await undo(importId);
  t.like(undone.body, { undone: 2, kept: 1 });
  t.is(undone.body.message, 'Загрузка отменена, возвращено: 2. Изменены после неё и оставлены как есть: 1');
  t.like(await byCode(codeOf(1)), { id: known.alias.id, description: 'Ром', weight_empty_g: 500, volume_ml: null });
  t.is((await byCode(codeOf(2))).description, 'Джин, поправленный руками');
  t.is((await undo(importId)).body.code, 'already_undone');
  t.is((await call('get', `/import/${importId}`)).body.status, 'undone');
  t.is((await commit(importId)).body.code, 'already_undone');
});

test.serial('columns that are not recognised are named by a person, and the file is read anew', async (t) => {
  const rows: Cells[] = [['Что', 'Сколько весит', 'Ещё'], ...[1, 2].map((n) => [`Х${n}`, 400 + n, codeOf(20 + n)])];
  const { importId, preview } = await uploadRows(rows);
  t.deepEqual(messages(preview), ['1: Не нашли столбец со штрихкодом. Укажите его']);
  t.deepEqual(preview.columns[2], { column: 'C', name: 'Ещё', field: null, samples: [codeOf(21), codeOf(22)] });

  const columns = [
    { column: 'c', field: 'ean' },
    { column: 'A', field: 'description' },
    { column: 'B', field: 'weight_empty_g' },
  ];
  const read = await call('put', `/import/${importId}`, { columns });
  t.like(read.body.preview, { created: 2, invalid: 0 });
  const moved = await call('put', `/import/${importId}`, { columns: [{ column: 'B', field: 'weight_full_g' }] });
  t.like(moved.body.preview.columns[1], { field: 'weight_full_g' });
  t.deepEqual((await call('get', `/import/${importId}`)).body, moved.body);
  t.is((await call('put', `/import/${importId}`, { columns: [{ column: 'B', field: 'colour' }] })).status, 400);

  await commit(importId);
  t.like(await byCode(codeOf(21)), { description: 'Х1', weight_full_g: 401, weight_empty_g: null });
});

test.serial('a table as text is read in any of its spellings, and unguarded formulas stay texts', async (t) => {
  const code = codeOf(30);
  const texts = [
    `\uFEFFean;description;volume_ml\r\n${code};"Вино ""Лоза""; сухое";750\r\n`,
    `sep=,\nEAN,Название,"Объём, л"\n${code},'=Вино,0.75`,
  ];
  const names = [];
  for (const text of texts) {
    const { body } = await upload(Buffer.from(text), 'c.csv');
    t.like(body.preview, { total: 1, created: 1 }, text);
    names.push(body.preview.sample[0].name);
    t.is(body.preview.sample[0].changes[0].after, 750);
  }
  t.deepEqual(names, ['Вино "Лоза"; сухое', '=Вино']);
  const russian = Buffer.from([...Buffer.from(`ean\tbrand\r\n${code}\t`), 0xcb, 0xee, 0xe7, 0xe0]);
  const { preview } = (await upload(russian, 'r.csv')).body;
  t.is(preview.columns[1].samples[0], 'Лоза');
});

test.serial(
  'a process that dies in the middle of a commit leaves nothing of it, and it can be committed then',
  async (t) => {
    const rows: Cells[] = Array.from({ length: 2600 }, (_, n) => [codeOf(1000 + n), `Бутылка ${n}`]);
    const { importId } = await uploadRows([['EAN', 'Название'], ...rows]);
    const { connection } = api.db.client.config;
    const total = (await call('get', '')).body.pagination.total;

    const script = join(import.meta.dirname, '../support/catalogue/crashing-import.ts');
    const args = [script, connection.connectionString, importId, String(admin.id)];
    const died = await t.throwsAsync(promisify(execFile)(process.execPath, args));

    t.like(died, { signal: 'SIGKILL' });
    t.is((await call('get', '')).body.pagination.total, total);
    const [first, second] = await Promise.all([commit(importId), commit(importId)]);
    t.deepEqual([first.status, second.status].sort(), [200, 409]);
    t.is((await call('get', '')).body.pagination.total, total + 2600);
  },
);

test.serial('two imports at once are both written whole, the later over the earlier', async (t) => {
  const table = (name: string, from: number): Cells[] => [
    ['EAN', 'Название'],
    ...Array.from({ length: 600 }, (_, n) => [codeOf(5000 + from + n), `${name} ${n}`]),
  ];
  const one = await uploadRows(table('Один', 0));
  const two = await uploadRows(table('Два', 300));

  const answers = await Promise.all([one, two].map(({ importId }) => commit(importId)));

  const [a, b] = answers.map(({ body }) => body);
  t.is(a.created + b.created, 900);
  t.is(a.updated + b.updated, 300);
  const later = a.updated > 0 ? 'Один' : 'Два';
  t.true((await byCode(codeOf(5450))).description.startsWith(later));
});

const list = (query = '') => call('get', `/import?${query}`);

test.serial('imports that were written are listed: who, when, how much, and what was taken back by whom', async (t) => {
  const [looked, first, second] = [
    await uploadRows([['EAN'], [codeOf(60)]]),
    (await upload(Buffer.from(`ean;name;brand\n${codeOf(61)};Ром;Море\n${codeOf(62)};\nx;y\n`), 'Ром 100%.csv')).body,
    (await upload(Buffer.from(`ean;name\n${codeOf(61)};Ром белый\n`), 'второй.csv')).body,
  ];
  const other = await api.signUp('admin');
  await api.call.post(`/api/admin/aliases/import/${first.importId}/commit`).set(...bearer(other));
  await commit(second.importId);
  await undo(second.importId);

  const { body } = await list('search=.csv&sortBy=at&sortOrder=asc');
  const ours = body.imports.filter(({ id }: { id: string }) => [first.importId, second.importId].includes(id));
  t.like(ours[0], {
    ...{ file: 'Ром 100%.csv', status: 'committed', actor: other.email, created: 1, updated: 0, unchanged: 0 },
    ...{ invalid: 2, undone_at: null, undone_by: null },
  });
  t.like(ours[1], { file: 'второй.csv', status: 'undone', created: 0, updated: 1, undone_by: admin.email });
  t.true(ours[1].undone_at >= ours[1].at);

  const filter = (what: object) => `filter=${encodeURIComponent(JSON.stringify(what))}`;
  const few = await list(`range=[0,0]&sort=["at","DESC"]`);
  t.is(few.body.imports[0].id, second.importId, 'the newest first');
  t.is(few.headers['content-range'], `imports 0-0/${few.body.pagination.total}`);
  t.false((await list('limit=1000')).body.imports.some(({ id }: { id: string }) => id === looked.importId));
  const idsOf = async (what: object) => (await list(filter(what))).body.imports.map(({ id }: { id: string }) => id);
  t.deepEqual(await idsOf({ id: [first.importId, looked.importId] }), [first.importId]);
  t.deepEqual(await idsOf({ q: '100%' }), [first.importId]);
  t.deepEqual(await idsOf({ search: other.email }), [first.importId]);
  t.true((await idsOf({ status: 'undone' })).includes(second.importId));
  t.false((await idsOf({ status: 'undone' })).includes(first.importId));
  for (const sort of ['id', 'file', 'actor', 'created', 'updated', 'invalid', 'undone_at'])
    t.is((await list(`sort=["${sort}","ASC"]`)).status, 200, sort);
  t.is((await list('sortBy=preview')).status, 400);
  t.is((await list('status=reading')).status, 400);
});

test.serial('a file that nobody commits is forgotten after a day, one that was written is not', async (t) => {
  const table = (name: string): Cells[] => [
    ['EAN', 'Название'],
    [codeOf(40), name],
  ];
  const { importId } = await uploadRows(table('Забытый'));
  const { importId: kept } = await uploadRows(table('Загруженный'));
  await commit(kept);
  await api
    .db('alias_imports')
    .whereIn('id', [importId, kept])
    .update({ created_at: new Date(Date.now() - DAY - 1000) });
  await api.administration.aliasImports.forget();
  t.is((await commit(importId)).status, 404);
  t.is((await list(`limit=1000`)).body.imports.filter(({ id }: { id: string }) => id === kept).length, 1);
  t.is((await undo(kept)).body.undone, 1);
  t.deepEqual(await api.db('alias_import_parts').where({ import_id: importId }), []);
});

const corpus = join(process.env.OSTATOK_CORPUS ?? '', 'excel/ru/alenales-МБ_Трак_апрель.xlsx');
const corpusTest = existsSync(corpus) ? test.serial : test.serial.skip;
corpusTest('a stock sheet of 1C without barcodes is shown with its columns to choose from', async (t) => {
  const { body } = await upload(await readFile(corpus), '1c.xlsx');
  t.true(body.success, body.error);
  t.true(body.preview.columns.length > 1);
  t.like(body.preview, { created: 0, updated: 0 });
});
