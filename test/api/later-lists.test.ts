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
} from '../support/catalogue/alias-imports.ts';
import { bearer } from '../support/platform/api.ts';
import { type Cells, workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

setUpAliasImports();

const HEAD: Cells = ['Штрихкод', 'Название', 'Объём, мл', 'Страна'];

/** Reads a list of a source; rows are a code, a name, a volume and a country. */
async function readList(source: string, rows: Cells[], head = HEAD) {
  const answer = await api.call
    .post('/api/admin/aliases/import')
    .query({ source })
    .set(...bearer(admin))
    .attach('file', await workbookOf({ Лист1: [head, ...rows] }), 'список.xlsx');
  return answer.body;
}

async function load(source: string, rows: Cells[], head = HEAD) {
  const read = await readList(source, rows, head);
  await commit(read.importId);
  return read;
}

async function edit(ean: string, fields: object): Promise<void> {
  const { id, description } = await byCode(ean);
  await call('put', `/${id}`, { ean, description, ...fields }).expect(200);
}

test.serial(
  'a later list of a source tells the renamed, the re-coded, the gone and the new apart, and deletes nothing',
  async (t) => {
    const [same, renamed, former, gone] = [codeOf(101), codeOf(102), codeOf(103), codeOf(104)];
    const first = await load('Север', [
      [same, 'Аквавит Север 700', 700, 'Норвегия'],
      [renamed, 'Вермут Северный', 1000, null],
      [former, 'Бальзам «Полюс»', 500, 'Исландия'],
      [gone, 'Глинтвейн Тундра', 1000, null],
    ]);
    t.is(first.preview.later, null);
    await edit(former, { weight_empty_g: 400, weight_full_g: 890 });

    const next = codeOf(105);
    const read = await readList('север', [
      [same, 'Аквавит Север 700', 700, 'Норвегия'],
      [renamed, 'Вермут Северный розовый', 1000, null],
      [next, 'Бальзам Полюс', null, null],
      [codeOf(106), 'Новинка Тайга', 700, null],
    ]);
    t.like(read.preview, { created: 2, updated: 1, unchanged: 1 });
    t.deepEqual(read.preview.later, {
      renamed: 1,
      recoded: 1,
      kept: 0,
      gone: 1,
      sampleOfRecoded: [{ row: 4, name: 'Бальзам Полюс', before: former, ean: next }],
      sampleOfGone: [{ ean: gone, name: 'Глинтвейн Тундра' }],
    });

    await commit(read.importId);
    t.like(await byCode(next), { volume_ml: 500, weight_empty_g: 400, weight_full_g: 890, country_origin: 'Исландия' });
    t.like(await byCode(former), { description: 'Бальзам «Полюс»' });
    t.like(await byCode(gone), { description: 'Глинтвейн Тундра' });
  },
);

test.serial(
  'what a person has edited stays, what they left open is filled, and the rest follows the list',
  async (t) => {
    const code = codeOf(111);
    await load('Юг', [[code, 'Вино Степь', 700, 'Россия']]);
    await edit(code, { description: 'Вино «Степь», 0,75 л', volume_ml: 750 });

    const read = await readList('Юг', [[code, 'Вино Степное', 700, 'Армения']]);
    t.is(read.preview.later.kept, 1);
    t.deepEqual(
      read.preview.sample[0].changes.map(({ field, after }: { field: string; after: unknown }) => [field, after]),
      [['country_origin', 'Армения']],
    );
    await commit(read.importId);
    t.like(await byCode(code), { description: 'Вино «Степь», 0,75 л', volume_ml: 750, country_origin: 'Армения' });
  },
);

test.serial('an alias of a person is not overwritten by a later list, but for what it lacks', async (t) => {
  const [own, other] = [codeOf(121), codeOf(122)];
  await call('post', '', { ean: own, description: 'Настойка бара' });
  await load('Запад', [[other, 'Ликёр Закат', 700, null]]);
  const read = await load('Запад', [[own, 'Настойка завода', 500, null]]);
  t.is(read.preview.later.kept, 1);
  t.like(await byCode(own), { description: 'Настойка бара', volume_ml: 500 });
});

test.serial(
  'an alias that was deleted by hand does not come back, and an import that was taken back is no edit',
  async (t) => {
    const [deleted, code] = [codeOf(131), codeOf(132)];
    const rows: Cells[] = [
      [deleted, 'Пиво Лишнее', 500, null],
      [code, 'Пиво Нужное', 500, null],
    ];
    await load('Восток', rows);
    await api.call.delete(`/api/admin/aliases/${(await byCode(deleted)).id}`).set(...bearer(admin));
    const mistaken = await load('Восток', [[code, 'Пиво Ненужное', 500, null]]);
    await undo(mistaken.importId);
    t.like(await byCode(code), { description: 'Пиво Нужное' });

    const read = await readList('Восток', [rows[0] as Cells, [code, 'Пиво Нужное светлое', 500, null]]);
    t.deepEqual(
      read.preview.errors.map(({ message }: { message: string }) => message),
      ['Этот алиас удалили: список его не вернёт'],
    );
    t.like(read.preview, { created: 0, updated: 1, invalid: 1 });
    t.is(read.preview.later.kept, 0);
  },
);

test.serial('a code that a person has separated is not given back to its product', async (t) => {
  const [bottle, box] = [codeOf(141), codeOf(142)];
  await call('post', '', { ean: box, description: 'Сидр, ящик' }).expect(201);
  const rows: Cells[] = [
    [bottle, 'Сидр', null],
    [box, null, bottle],
  ];
  const head: Cells = ['Штрихкод', 'Название', 'Код товара', 'Штук в коробке'];
  const boxed = rows.map(([ean, name, product]): Cells => [ean, name, product, product ? 6 : null]);
  await load('Юг', boxed, head);
  const linked = await byCode(box);
  t.like(linked, { product_ean: bottle.padStart(13, '0'), pack: 6, description: 'Сидр' });
  await call('post', `/${linked.id}/separate`, {}).expect(200);

  const read = await load('Юг', boxed, head);
  t.is(read.preview.later.kept, 1);
  t.like(await byCode(box), { product_id: null, pack: 1, description: 'Сидр, ящик' });
});

test.serial('a source may be said after the file is read, and a list without one overwrites as before', async (t) => {
  const code = codeOf(141);
  await load('Центр', [[code, 'Сидр Центр', 500, null]]);
  await edit(code, { description: 'Сидр «Центр»' });
  const rows: Cells[] = [[code, 'Сидр другой', 500, null]];
  const read = (
    await api.call
      .post('/api/admin/aliases/import')
      .set(...bearer(admin))
      .attach('file', await workbookOf({ Лист1: [HEAD, ...rows] }), 'список.xlsx')
  ).body;
  t.like(read, { source: null, preview: { updated: 1, later: null } });

  const compared = (await call('put', `/import/${read.importId}`, { source: ' Центр ' })).body;
  t.like(compared, { source: 'Центр', preview: { updated: 0, unchanged: 1, later: { kept: 1 } } });
  const plain = (await call('put', `/import/${read.importId}`, { source: null })).body;
  t.like(plain, { source: null, preview: { updated: 1, later: null } });
  const refused = await call('put', `/import/${read.importId}`, { source: 'я'.repeat(101) });
  t.is(refused.status, 400);
  t.is(refused.body.errors.source, 'Источник — до 100 знаков');
  t.is((await call('put', `/import/${read.importId}`, {})).status, 400);
});
