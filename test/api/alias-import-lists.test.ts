import { gzipSync } from 'node:zlib';
import test from 'ava';
import {
  admin,
  api,
  byCode,
  call,
  codeOf,
  commit,
  setUpAliasImports,
  undo,
  upload,
} from '../support/catalogue/alias-imports.ts';
import { bearer, DAY } from '../support/platform/api.ts';
import { workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

setUpAliasImports();

const rejectsOf = (importId: string, who = admin) =>
  api.call.get(`/api/admin/aliases/import/${importId}/rejects.csv`).set(...bearer(who));
const total = async (): Promise<number> => (await call('get', '')).body.pagination.total;

test.serial('a compressed list of products is loaded as an open one is, and taken back', async (t) => {
  const rows = Array.from({ length: 3000 }, (_, n) => `${codeOf(n)}\tВода № ${n}\tНапитки (folder)/Вода\tИсток`);
  const list = ['ean\tname\tcategory_path\tbrand', ...rows].join('\n');
  const before = await total();

  const { body } = await upload(gzipSync(list), 'list.tsv.gz');

  t.like(body.preview, { total: 3000, created: 3000, invalid: 0 });
  t.deepEqual(
    body.preview.columns.map(({ field }: { field: string }) => field),
    ['ean', 'description', 'category', 'brand'],
  );
  t.is(await total(), before, 'nothing has changed yet');
  t.like((await commit(body.importId)).body, { created: 3000, updated: 0, skipped: 0 });
  t.is(await total(), before + 3000);
  t.like(await byCode(codeOf(2999)), { description: 'Вода № 2999', category: 'Напитки (folder)/Вода', brand: 'Исток' });
  const again = (await upload(gzipSync(list), 'list.csv.gz')).body;
  t.like(again.preview, { created: 0, updated: 0, unchanged: 3000 });
  t.is((await undo(body.importId)).body.undone, 3000);
  t.is(await total(), before);
});

test.serial('fields that a list does not give stay, and the new name is found instead of the old one', async (t) => {
  const ean = codeOf(5000);
  await call('post', '', { ean, description: 'Старка', brand: 'Берег', weight_empty_g: 400 });
  const { importId } = (await upload(gzipSync(`ean;name;full\n${ean};Зубровка;1000\n`), 'a.csv.gz')).body;
  await commit(importId);

  t.like(await byCode(ean), { description: 'Зубровка', brand: 'Берег', weight_empty_g: 400, weight_full_g: 1000 });
  const found = async (search: string): Promise<number> =>
    (await call('get', `?search=${encodeURIComponent(search)}`)).body.pagination.total;
  t.deepEqual(await Promise.all(['зубровка берег', 'старка'].map(found)), [1, 0]);
  const [last] = (await call('get', `/${(await byCode(ean)).id}/history`)).body.data;
  t.like(last, { action: 'imported', before: { description: 'Старка', weight_empty_g: 400 } });
  t.like(last.after, { description: 'Зубровка', brand: 'Берег', weight_full_g: 1000 });
  await undo(importId);
  t.deepEqual(await Promise.all(['зубровка', 'старка берег'].map(found)), [0, 1]);
});

test.serial('what is compressed and no list is refused in words, and leaves nothing', async (t) => {
  const left = await api.db('alias_imports').count();
  const member = gzipSync('ean;name;category\n'.repeat(500_000));
  const hostile: [string, Buffer, string][] = [
    ['a bomb', Buffer.concat(Array.from({ length: 64 }, () => member)), 'unpacks_too_big'],
    ['cut off', member.subarray(0, member.length - 20), 'bad_gzip'],
    ['a workbook within', gzipSync(await workbookOf({ Лист1: [['EAN']] })), 'packed_workbook'],
    ['compressed twice', gzipSync(member), 'packed_workbook'],
    ['nothing within', gzipSync(''), 'empty'],
    ['no gzip', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4]), 'bad_gzip'],
  ];
  for (const [what, file, code] of hostile) {
    const { status, body } = await upload(file, 'list.csv.gz');
    t.deepEqual([status, body.code], [422, code], what);
    t.regex(body.error, /^[А-Я].*[а-я]/, what);
  }
  t.deepEqual(await api.db('alias_imports').count(), left);
});

test.serial(
  'every refused row is downloaded with its number and the reason, and none of it is a formula',
  async (t) => {
    const bad = Array.from({ length: 150 }, (_, n) => `=HYPERLINK(${n});Плохой код`);
    const list = [
      ...['ean;name;empty;full', `${codeOf(9000)};Первый`, ...bad],
      ...[`${codeOf(9000)};Последний`, `${codeOf(9001)};`, `${codeOf(9002)};Лёгкая;900;800`],
    ].join('\n');
    const { importId, preview } = (await upload(Buffer.from(list), 'a.csv')).body;
    t.like(preview, { total: 154, created: 1, invalid: 153 });
    t.is(preview.errors.length, 100, 'the preview shows the first ones');

    const { headers, text } = await rejectsOf(importId).buffer();

    t.regex(headers['content-type'] ?? '', /^text\/csv/);
    t.regex(headers['content-disposition'] ?? '', /attachment/);
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    t.is(lines[0], 'Строка;Столбец;Причина');
    t.deepEqual(
      lines.slice(1).map((line) => Number(line.split(';')[0])),
      Array.from({ length: 154 }, (_, n) => n + 2).filter((row) => row !== 153),
    );
    t.is(lines[1], '2;A;Тот же штрихкод есть в строке 153: взята она');
    t.regex(lines[2] ?? '', /^3;A;Штрихкод «=HYPERLINK\(0\)» неверен/);
    t.deepEqual(lines.slice(-2), ['154;B;Нового алиаса без названия не бывает', '155;D;Полная бутылка тяжелее пустой']);
    t.false(lines.some((line) => line.split(';').some((cell) => /^["']?[=+\-@]/.test(cell))));

    t.is((await rejectsOf(importId, await api.signUp())).status, 403);
    t.is((await rejectsOf('00000000-0000-4000-8000-000000000000')).status, 404);
    await commit(importId);
    t.is((await rejectsOf(importId)).status, 200, 'they stay for a day');
    await api
      .db('alias_imports')
      .where({ id: importId })
      .update({ created_at: new Date(Date.now() - DAY - 1000) });
    await api.administration.aliasImports.forget();
    t.is((await rejectsOf(importId)).status, 404);
    t.is((await undo(importId)).body.undone, 1);
  },
);

test.serial('rows that a release before has read are asked for again', async (t) => {
  const { importId } = (await upload(Buffer.from(`ean;name\n${codeOf(9100)};Тоник\n`), 'a.csv')).body;
  await api.db('alias_import_content').where({ import_id: importId, kind: 'rows' }).delete();
  t.like(await commit(importId), { status: 404, body: { code: 'import_not_found' } });
  const { importId: other } = (await upload(Buffer.from(`ean;name\n${codeOf(9100)};Тоник\n`), 'a.csv')).body;
  const elsewhere = gzipSync(`2\t${codeOf(9100)}${'\t\\N'.repeat(8)}\tТоник\t\\N\t\\N\t{"other"}\n`);
  await api.db('alias_import_content').where({ import_id: other, kind: 'rows' }).update({ bytes: elsewhere });
  t.like(await commit(other), { status: 409, body: { code: 'read_before_update' } });
  t.is(await byCode(codeOf(9100)), undefined);
});
