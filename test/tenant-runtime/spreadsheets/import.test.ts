import test from 'ava';
import { bar, itemsOf } from '../../support/spreadsheets/bar.ts';
import { openVenue } from './venue.ts';

test('a preview names every bad row by number, column and reason, and changes nothing', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.previewRows(bar);

  t.is(preview.headerRow, 3);
  t.is(preview.created, 3);
  t.deepEqual(preview.errors, [
    { row: 7, column: 'F', message: 'Ожидается цена, а здесь «дорого»' },
    { row: 8, column: 'C', message: 'Нет названия' },
    { row: 9, column: 'G', message: 'Штрихкод «4600000000016» неверен: строка загрузится без него', warning: true },
    { row: 10, column: 'D', message: 'Неизвестная единица «связка». Нужны л, кг или шт' },
    { row: 11, column: 'D', message: 'Единица «упак» прочитана как шт', warning: true },
  ]);
  t.is(preview.problems, 5);
  t.deepEqual(await itemsOf(venue), []);
});

test('a commit creates the items with units converted, codes and groups kept, and their stock as changes', async (t) => {
  const venue = await openVenue(t);

  await venue.load(bar);

  const category = 'Алкоголь / Виски';
  const bare = { ean: null, expected: null };
  t.deepEqual(await itemsOf(venue), [
    {
      ...bare,
      name: 'Джемесон 0,7',
      article: '00017',
      ean: '4600000000015',
      category,
      unit: 'л',
      quantity: '4.600',
      cost: 123_450,
    },
    { ...bare, name: 'Лимон', article: 'A-4', category, unit: 'кг', quantity: '1.500', cost: 20_000 },
    { ...bare, name: 'Сок', article: 'A-6', category, unit: 'шт', quantity: '3.000', cost: 100 },
  ]);
  const changes = await venue.db('changes').orderBy('seq').select('delta', 'before', 'after', 'source', 'user_id');
  t.deepEqual(changes[0], {
    delta: '4.600',
    before: '0.000',
    after: '4.600',
    source: 'import',
    user_id: venue.user.id,
  });
  t.is(changes.length, 3);
  t.is(venue.announced(), 1);
});

test('items already there are met by article, barcode or name; their stock stays', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Артикул', 'Штрихкод', 'Остаток', 'Цена'],
    ['Ром', 'R-1', '', 5, 10],
    ['Джин', '', '4600000000015', 6, 10],
    ['Текила', '', '', 7, 10],
    ['Водка', 'V-1', '', 8, 10],
  ]);

  const { preview } = await venue.load([
    ['Наименование', 'Артикул', 'Штрихкод', 'Остаток', 'Цена'],
    ['Ром тёмный', 'R-1', '', 50, 10],
    ['Джин сухой', '', '4600000000015', 60, 10],
    ['ТЕКИЛА', '', '', 70, 12],
    ['Водка', 'V-1', '', 80, ''],
  ]);

  t.like(preview, { created: 0, updated: 3, unchanged: 1, errors: [] });
  t.deepEqual(preview.rows[0]?.before, { name: 'Ром' });
  const items = await itemsOf(venue);
  t.deepEqual(
    items.map(({ name, quantity, cost }) => [name, quantity, cost]),
    [
      ['Водка', '8.000', 1000],
      ['Джин сухой', '6.000', 1000],
      ['Ром тёмный', '5.000', 1000],
      ['ТЕКИЛА', '7.000', 1200],
    ],
  );
});

test('what changes is shown first, then what is new, however far down in the file', async (t) => {
  const venue = await openVenue(t);
  const known = Array.from({ length: 120 }, (_, at) => [`Ликёр ${at}`, '4', 10]);
  const head = ['Наименование', 'Остаток', 'Цена'];
  await venue.load([head, ...known]);

  const { preview } = await venue.previewRows([head, ...known.slice(1), ['Мескаль', '2', 30], ['Ликёр 0', '4', 12]]);

  t.like(preview, { created: 1, updated: 1, unchanged: 119 });
  t.deepEqual(
    preview.rows.slice(0, 3).map(({ row, name, action }) => [row, name, action]),
    [
      [122, 'Ликёр 0', 'update'],
      [121, 'Мескаль', 'create'],
      [2, 'Ликёр 1', 'unchanged'],
    ],
  );
  t.is(preview.rows.length, 102, 'a hundred of each');
});

test('a new bottle of a file without volumes holds what its name says; the volume of a known one stays', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл'],
    ['Ром 0,7 л', 'шт', 750],
    ['Водка 1 л', 'шт', ''],
  ]);

  const { preview } = await venue.previewRows([
    ['Наименование', 'Ед.', 'Остаток'],
    ['Ром 0,7 л', 'шт', 1],
    ['Кампари 0,75', 'шт', 2.5],
    ['Тоник 0,2л*24', 'шт', 3],
    ['Сахар 1,0', 'кг', 4],
  ]);
  await venue.load([
    ['Наименование', 'Ед.', 'Остаток'],
    ['Ром 0,7 л', 'шт', 1],
    ['Кампари 0,75', 'шт', 2.5],
    ['Тоник 0,2л*24', 'шт', 3],
    ['Сахар 1,0', 'кг', 4],
  ]);

  t.true(preview.notes.includes('Новые позиции получат объём бутылки из названия: таких колонок в файле нет'));
  const volumes = await venue.db('items').orderBy('id').select('name', 'volume_ml');
  t.deepEqual(Object.fromEntries(volumes.map(({ name, volume_ml }) => [name, volume_ml])), {
    'Ром 0,7 л': 750,
    'Водка 1 л': 1000,
    'Кампари 0,75': 750,
    'Тоник 0,2л*24': null,
    'Сахар 1,0': null,
  });
});

test('a row that repeats an earlier one is left out and names it', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.previewRows([
    ['Товар', 'Артикул', 'EAN'],
    ['Ром', '1', '4600000000015'],
    ['ром', '1', ''],
    ['Джин', '2', '4600000000015'],
  ]);

  t.is(preview.created, 1);
  t.deepEqual(preview.errors, [
    { row: 3, column: 'A', message: 'Такая же позиция уже есть в строке 2' },
    { row: 4, column: 'C', message: 'Такой же штрихкод уже есть в строке 2' },
  ]);
});

test('what could mean two items, or another unit than is counted in, is an error and no guess', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Артикул', 'Ед.', 'Остаток', 'Штрихкод'],
    ['Ром белый', '1', 'шт', 1, ''],
    ['Ром чёрный', '1', 'шт', 1, ''],
    ['Джин', '2', 'л', 1, '4600000000015'],
    ['Тоник', '3', 'шт', 1, ''],
  ]);

  const { preview } = await venue.previewRows([
    ['Наименование', 'Артикул', 'Ед.', 'Остаток', 'Штрихкод'],
    ['Ром', '1', 'шт', 1, ''],
    ['Ром чёрный', '1', 'шт', 1, ''],
    ['Джин', '2', 'шт', 1, ''],
    ['Тоник', '3', 'шт', 1, '4600000000015'],
  ]);

  t.like(preview, { created: 0, updated: 0, unchanged: 1 });
  t.deepEqual(
    preview.errors.map(({ row, column, message }) => [row, column, message]),
    [
      [2, 'B', 'Артикул «1» есть у нескольких позиций'],
      [4, 'C', 'Единица позиции — л, а в файле — шт'],
      [5, 'E', 'Штрихкод 4600000000015 уже у позиции «Джин»'],
    ],
  );
});

test('an item added by name alone takes its group with the category a file brings, and its norm from «Норма»', async (t) => {
  const venue = await openVenue(t);
  await venue.load([['Наименование'], ['Джемесон'], ['Свечи']]);
  await venue.db('items').where({ name: 'Свечи' }).update({ group: 'soft' });

  await venue.load([
    ['Наименование', 'Категория', 'Ед.', 'Норма'],
    ['Джемесон', 'Виски', 'шт', '1,5'],
    ['Свечи', 'Вино', 'шт', 2],
  ]);

  t.deepEqual(await venue.db('items').orderBy('name').select('name', 'group', 'par'), [
    { name: 'Джемесон', group: 'strong', par: '1.500' },
    { name: 'Свечи', group: 'soft', par: '2.000' },
  ]);
});

test('an import of expected stock sets it for known items only, bottles as litres where the volume is known', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Остаток', 'Объём, мл'],
    ['Ром', 'л', 1, 700],
    ['Сок', 'шт', 2, ''],
  ]);

  const { preview } = await venue.load(
    [
      ['Наименование', 'Ед.', 'Конечный остаток'],
      ['Ром', 'бут', 3],
      ['Сок', '', 5],
      ['Квас', 'шт', 5],
    ],
    'expected',
  );

  t.like(preview, { created: 0, updated: 2 });
  t.deepEqual(preview.errors, [
    { row: 4, column: 'A', message: 'Такой позиции нет: сначала загрузите её списком позиций' },
  ]);
  t.deepEqual(
    (await itemsOf(venue)).map(({ name, quantity, expected }) => [name, quantity, expected]),
    [
      ['Ром', '1.000', '2.100'],
      ['Сок', '2.000', '5.000'],
    ],
  );
});

test('a header of two rows is joined: the stock at the end is taken, its sum is not', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.previewRows([
    ['Ведомость'],
    ['Номенклатура', 'Начальный остаток', null, 'Конечный остаток', null],
    [null, 'Кол-во', 'Сумма', 'Кол-во', 'Сумма'],
    ['Ром', 1, 100, 7, 700],
  ]);

  t.deepEqual(
    preview.columns.map(({ field, column }) => [field, column]),
    [
      ['name', 'A'],
      ['quantity', 'D'],
    ],
  );
  t.is(preview.rows[0]?.quantity, 7);
});

test('of two commits at once one is refused', async (t) => {
  const venue = await openVenue(t);
  const { importId } = await venue.previewRows([
    ['Наименование', 'Остаток'],
    ['Ром', 1],
  ]);

  const outcomes = await Promise.allSettled([1, 2, 3].map(() => venue.spreadsheets.commit(importId, venue.user)));

  t.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
  t.is((await itemsOf(venue)).length, 1);
  t.is((await venue.db('changes')).length, 1);
});

test('a commit is refused when its items were made or deleted meanwhile', async (t) => {
  const venue = await openVenue(t);
  const rows = [
    ['Наименование', 'Артикул', 'Цена'],
    ['Ром', '1', 1],
  ];
  const first = await venue.previewRows(rows);
  await venue.load(rows);

  await t.throwsAsync(venue.spreadsheets.commit(first.importId, venue.user), { message: /позиции изменились/ });

  const second = await venue.previewRows([
    ['Наименование', 'Артикул', 'Цена'],
    ['Ром', '1', 2],
  ]);
  await venue.db('items').update({ deleted_at: new Date() });
  await t.throwsAsync(venue.spreadsheets.commit(second.importId, venue.user), { message: /позиции изменились/ });
});

test('imports are listed with who and how many; unread leftovers and old previews are purged', async (t) => {
  let now = new Date();
  const venue = await openVenue(t, { clock: () => now });
  await venue.load([
    ['Наименование', 'Остаток'],
    ['Ром', 1],
  ]);
  now = new Date(now.getTime() + 1000);
  await venue.previewRows([
    ['Наименование', 'Остаток'],
    ['Джин', 1],
  ]);

  t.like((await venue.spreadsheets.list())[1], { status: 'committed', user: 'Анна', created: 1, file: 'прайс.xlsx' });

  now = new Date(now.getTime() + 31 * 24 * 3600_000);
  await venue.spreadsheets.purge();
  t.deepEqual(
    (await venue.spreadsheets.list()).map(({ status }) => status),
    ['committed'],
  );
  t.deepEqual(await venue.db('import_rows'), []);
});

test('a paper of a delivery is told from a list of items', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.previewRows([
    ['ТОВАРНАЯ НАКЛАДНАЯ № 5'],
    ['Наименование', 'Ед.', 'Количество'],
    ['Ром', 'шт', 6],
  ]);

  t.true(preview.notes.some((note) => note.startsWith('Похоже на накладную')));
});

test('an item whose note begins like a total is an item; a row of totals is none', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.previewRows([
    ['№', 'Наименование', 'Остаток', 'Примечание'],
    [1, 'Ром', 2, 'Всего две бутылки'],
    ['Итого', null, 2, null],
    [null, 'Всего', 2, null],
  ]);

  t.like(preview, { created: 1, problems: 0 });
});

test('a number that Excel has made a date is named as one, and its row is not loaded', async (t) => {
  const venue = await openVenue(t);
  const first = new Date('2026-05-01T00:00:00Z');

  const { preview } = await venue.previewRows([
    ['Наименование', 'Ед.', 'Остаток', 'Цена'],
    ['Ром', 'л', first, 800],
    ['Джин', 'л', 1.5, first],
    ['Лимон', 'кг', 2, 100],
  ]);

  t.is(preview.created, 1);
  t.deepEqual(preview.errors, [
    { row: 2, column: 'C', message: 'Ожидается число, а здесь «01.05.2026»' },
    { row: 3, column: 'D', message: 'Ожидается цена, а здесь «01.05.2026»' },
  ]);
});

test('a unit behind the par is the item’s where nothing else says one', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.load([
    ['Наименование', 'Минимальный остаток'],
    ['Лайм', '5 шт'],
    ['Ром', '12*0,5'],
  ]);

  t.deepEqual(
    preview.errors.map(({ row, message }) => [row, message]),
    [[3, 'Неизвестная единица «0 5». Нужны л, кг или шт']],
  );
  const [lime] = await venue.db('items').select('name', 'unit', 'par');
  t.deepEqual(lime, { name: 'Лайм', unit: 'шт', par: '5.000' });
});
