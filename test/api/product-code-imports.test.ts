import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { aliasColumns } from '@ostatok/api/src/exports/sheets.ts';
import test from 'ava';
import {
  api,
  byCode,
  call,
  codeOf,
  commit,
  messages,
  setUpAliasImports,
  undo,
  uploadRows,
} from '../support/catalogue/alias-imports.ts';
import type { Cells } from '../tenant-runtime/spreadsheets/venue.ts';

setUpAliasImports();

const codes = async (id: number): Promise<[string, number][]> =>
  (await call('get', `/${id}/codes`)).body.codes.map(({ ean, pack }: { ean: string; pack: number }) => [ean, pack]);
const named = async (ean: string, description: string, more: object = {}) =>
  (await call('post', '', { ean, description, ...more })).body.alias;
const add = (id: number, ean: string, pack: number) => call('post', `/${id}/codes`, { ean, pack });
const header = ['Штрихкод', 'Название', 'Вес пустой, г', 'Код товара', 'Штук в коробке'];
const load = async (rows: Cells[]) => {
  const { importId, preview } = await uploadRows(rows);
  return { importId, preview, done: (await commit(importId)).body };
};

test.serial(
  'a list gives products their codes, new ones and those that the catalogue has, and is taken back',
  async (t) => {
    const known = await named(codeOf(1), 'Ром', { weight_empty_g: 500 });
    const twin = await named(codeOf(2), 'Ром, ящик');
    const box = '14600702097273';

    const { importId, preview, done } = await load([
      header,
      [codeOf(1), 'Ром тёмный', 510],
      [codeOf(2), 'Ром в ящике', 9000, codeOf(1), 6],
      [codeOf(3), 'Джин', 400],
      [codeOf(4), null, null, codeOf(3), '12 шт'],
      [box, null, null, codeOf(3), 20],
    ]);

    t.like(preview, { total: 5, created: 3, updated: 2, invalid: 0, further: 3 });
    t.deepEqual(preview.columns.map(({ field }: { field: string }) => field).slice(3), ['product_ean', 'pack']);
    t.deepEqual(preview.sample[1].changes, [
      { field: 'weight_empty_g', before: null, after: 510 },
      { field: 'description', before: 'Ром, ящик', after: 'Ром тёмный' },
      { field: 'product_ean', before: null, after: codeOf(1) },
      { field: 'pack', before: 1, after: 6 },
    ]);
    t.like(done, { created: 3, updated: 2, skipped: 0 });
    t.like(await byCode(codeOf(2)), { id: twin.id, product_id: known.id, weight_empty_g: 510, pack: 6 });
    t.deepEqual(await codes((await byCode(codeOf(3))).id), [
      [codeOf(3), 1],
      [codeOf(4), 12],
      [box, 20],
    ]);
    t.like(await byCode(box), { description: 'Джин', weight_empty_g: 400, product_ean: codeOf(3) });

    t.like((await undo(importId)).body, { undone: 5, kept: 0 });
    t.like(await byCode(codeOf(2)), { description: 'Ром, ящик', weight_empty_g: null, product_id: null, pack: 1 });
    t.like(await byCode(codeOf(1)), { description: 'Ром', weight_empty_g: 500 });
    t.is(await byCode(box), undefined);
  },
);

test.serial(
  'a list that changes a product changes its further codes, and their own rows say nothing of it',
  async (t) => {
    const wine = await named(codeOf(11), 'Вино');
    await add(wine.id, codeOf(12), 6);
    await add(wine.id, codeOf(13), 1);

    const { importId, preview } = await load([
      ['Штрихкод', 'Название', 'Вес пустой, г'],
      [codeOf(11), 'Вино красное', 480],
      [codeOf(12), 'Вино красное, ящик', 8000],
    ]);
    t.like(preview, { total: 2, created: 0, updated: 2, further: 1 });
    for (const number of [12, 13])
      t.like(await byCode(codeOf(number)), { description: 'Вино красное', weight_empty_g: 480, product_id: wine.id });
    t.like(await byCode(codeOf(12)), { pack: 6 });

    await load([
      ['Штрихкод', 'Название'],
      [codeOf(12), 'Только ящик'],
    ]);
    t.like(await byCode(codeOf(12)), { description: 'Вино красное' });

    t.like((await undo(importId)).body, { undone: 3, kept: 0 });
    for (const number of [11, 12, 13])
      t.like(await byCode(codeOf(number)), { description: 'Вино', weight_empty_g: null });
  },
);

test.serial('a list names its own product to separate a code', async (t) => {
  const beer = await named(codeOf(21), 'Пиво');
  await add(beer.id, codeOf(22), 20);

  const { preview } = await load([header, [codeOf(22), 'Пиво другое', null, codeOf(22)]]);

  t.like(preview, { updated: 1, further: 0 });
  t.like(await byCode(codeOf(22)), { description: 'Пиво другое', product_id: null, pack: 1 });
  t.deepEqual(await codes(beer.id), [[codeOf(21), 1]]);
});

test.serial('what cannot be a code of its product is left out, each row with the reason', async (t) => {
  const main = await named(codeOf(31), 'Виски');
  await add(main.id, codeOf(32), 6);

  const { preview, done } = await load([
    header,
    [codeOf(33), 'Упаковка без товара', null, null, 6],
    [codeOf(34), 'Товара нет', null, codeOf(39), 6],
    [codeOf(35), 'Код кода', null, codeOf(32), 6],
    [codeOf(31), 'Сам с кодами', null, codeOf(36), 6],
    [codeOf(36), 'Годная'],
    [codeOf(37), 'Ящик', null, codeOf(36), 0],
    ['14600702097273', 'Ящик без товара'],
    [codeOf(38), 'Товара в файле не взяли', null, codeOf(33), 1],
  ]);

  t.deepEqual(messages(preview).toSorted(), [
    'A8: Код из 14 цифр бывает только у ящика: назовите основной код товара',
    `D3: Основного кода ${codeOf(39)} нет ни в каталоге, ни в файле`,
    `D4: ${codeOf(32)} — не основной код, а ещё один код другого товара`,
    'D5: У этого кода есть свои коды товара. Сначала отделите их',
    `D9: Основного кода ${codeOf(33)} нет ни в каталоге, ни в файле`,
    'E2: В упаковке больше одной бутылки только у ещё одного кода товара. Назовите основной код',
    'E7: В упаковке — целое число от 1 до 1000',
  ]);
  t.like(preview, { total: 8, created: 1, invalid: 7 });
  t.like(done, { created: 1, updated: 0 });
  t.deepEqual(await codes(main.id), [
    [codeOf(31), 1],
    [codeOf(32), 6],
  ]);
});

test.serial('an import is taken back around what would leave a code without its product', async (t) => {
  const { importId } = await load([
    ['Штрихкод', 'Название'],
    [codeOf(41), 'Сок'],
    [codeOf(42), 'Морс'],
  ]);
  const sok = await byCode(codeOf(41));
  await add(sok.id, codeOf(43), 12);

  t.like((await undo(importId)).body, { undone: 1, kept: 1 });

  t.is(await byCode(codeOf(42)), undefined);
  t.deepEqual(await codes(sok.id), [
    [codeOf(41), 1],
    [codeOf(43), 12],
  ]);
});

test.serial('a price list’s own product codes, and how many are in a case, are no codes of products', async (t) => {
  const { preview } = await uploadRows([
    ['Код товара', 'Штрихкод', 'Наименование', 'В упаковке'],
    ['ЦБ-00012', codeOf(51), 'Тоник', 12],
  ]);
  t.deepEqual(
    preview.columns.map(({ field }: { field: string | null }) => field),
    [null, 'ean', 'description', null],
  );
  t.like(preview, { created: 1, invalid: 0 });

  const lone = await uploadRows([
    ['Код товара', 'Наименование'],
    [codeOf(52), 'Вода'],
  ]);
  t.like(lone.preview, { created: 1 });
});

test.serial(
  'a catalogue that was exported is the same when it is loaded into an empty one, and changes nothing here',
  async (t) => {
    const before = (await call('get', '?limit=200&sortBy=ean&sortOrder=asc')).body.data;
    const known = ({
      id: _,
      product_id: __,
      revision: ___,
      created_at: ____,
      updated_at: _____,
      ...alias
    }: object & Record<string, unknown>) => alias;

    const rows: Cells[] = [
      aliasColumns.map(({ header: label }) => label),
      ...before.map((alias: Alias) => aliasColumns.map(({ value }) => value(alias))),
    ];
    const again = await uploadRows(rows);
    t.like(again.preview, { created: 0, updated: 0, unchanged: before.length, invalid: 0 });

    for (const table of ['aliases', 'alias_name_words', 'alias_revisions']) await api.db(table).delete();
    const anew = await uploadRows(rows);
    t.like(anew.preview, { created: before.length, invalid: 0 });
    await commit(anew.importId);

    const after = (await call('get', '?limit=200&sortBy=ean&sortOrder=asc')).body.data;
    t.deepEqual(after.map(known), before.map(known));
    t.true(before.some(({ pack }: { pack: number }) => pack > 1));
  },
);
