import test from 'ava';
import { type Cells, openVenue, type Venue } from './venue.ts';

const spaced = (text: string | undefined): string | undefined => text?.replaceAll(/[\u00a0\u202f]/g, ' ');

const list: Cells[] = [
  ['Наименование', 'Ед.', 'Остаток', 'Норма', 'Цена за единицу'],
  ['Ром', 'л', 4.2, 2, 2100],
  ['Мята', 'кг', 350, '', 900],
  ['Джин', 'л', 3, 700, 2000],
  ['Лимон', 'г', 1500, '', 200],
];

const itemsOf = async (venue: Venue) =>
  (await venue.db('items').whereNull('deleted_at').orderBy('name').select('name', 'quantity', 'par')).map((item) => [
    item.name,
    Number(item.quantity),
  ]);

test('rows whose amounts or prices are probably slips are shown first, each with its question, and are not counted in', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.previewRows(list);

  t.like(preview, { created: 1, updated: 0, doubtful: 3, problems: 0 });
  t.deepEqual(
    preview.rows.map(({ row, doubt }) => [row, spaced(doubt)]),
    [
      [3, '«Мята»: сразу 350 кг — слишком много. Может быть, 350 г?'],
      [4, '«Джин»: норма 700 л — слишком много. Может быть, 700 мл?'],
      [5, '«Лимон»: 200 000 ₽ за килограмм — слишком дорого. Всё верно?'],
      [2, undefined],
    ],
  );
});

test('doubtful rows are written where they are confirmed, all or by their numbers; the others stay out', async (t) => {
  const venue = await openVenue(t);
  const { spreadsheets, user } = venue;
  const some = await venue.previewRows(list);
  const all = await venue.previewRows([list[0] as Cells, ['Мята свежая', 'кг', 350]]);
  const none = await venue.previewRows([list[0] as Cells, ['Базилик', 'кг', 400]]);

  await t.throwsAsync(spreadsheets.commit(none.importId, user), { message: /сомнительные строки не подтверждены/ });
  const bySome = await spreadsheets.commit(some.importId, user, { confirmed: [4] });
  const byAll = await spreadsheets.commit(all.importId, user, { confirmed: true });

  t.deepEqual(bySome, { created: 2, updated: 0, held: 2, notes: [], count: null });
  t.deepEqual(byAll, { created: 1, updated: 0, held: 0, notes: [], count: null });
  t.deepEqual(await itemsOf(venue), [
    ['Джин', 3],
    ['Мята свежая', 350],
    ['Ром', 4.2],
  ]);
  t.deepEqual((await spreadsheets.list()).map(({ status, created }) => [status, created]).sort(), [
    ['committed', 1],
    ['committed', 2],
    ['previewed', 0],
  ]);
});

test('what was left out comes in with the corrected file, and an undo knows nothing of it', async (t) => {
  const venue = await openVenue(t);
  const { spreadsheets, user } = venue;
  const { importId } = await venue.load(list);
  await venue.load([list[0] as Cells, ['Мята', 'г', 350]]);

  await spreadsheets.undo(importId, user);

  t.deepEqual(await itemsOf(venue), [['Мята', 0.35]]);
});

test('an expected stock beyond anything the item had is doubtful, one that it has had is not', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Остаток'],
    ['Джин', 'л', 4],
    ['Лагер', 'л', 90],
  ]);

  const { preview, importId } = await venue.previewRows(
    [
      ['Наименование', 'Учётный остаток'],
      ['Джин', 700],
      ['Лагер', 150],
    ],
    'expected',
  );
  await venue.spreadsheets.commit(importId, venue.user);

  t.like(preview, { doubtful: 1, updated: 1 });
  t.is(spaced(preview.rows[0]?.doubt), '«Джин»: по учёту 700 л, а в остатке 4 л — слишком много. Может быть, 700 мл?');
  const expected = await venue.db('items').orderBy('name').pluck('expected');
  t.deepEqual(expected, [null, '150.000']);
});

test('a price ten times what it was is doubtful, and the item keeps its own until it is confirmed', async (t) => {
  const venue = await openVenue(t);
  const head = ['Наименование', 'Ед.', 'Цена за литр'];
  await venue.load([head, ['Джин', 'л', 2000]]);

  const { preview, importId } = await venue.previewRows([head, ['Джин', 'л', 31_667]]);
  await t.throwsAsync(venue.spreadsheets.commit(importId, venue.user), { code: 'nothing_confirmed' });

  t.is(spaced(preview.rows[0]?.doubt), '«Джин»: 31 667 ₽ за литр, а было 2 000 ₽. Всё верно?');
  t.deepEqual(await venue.db('items').pluck('cost'), [200_000]);
});

test('an expected stock or a par that is exactly ten times another, or a tenth of it, is doubtful', async (t) => {
  const venue = await openVenue(t);
  const head = ['Наименование', 'Ед.', 'Остаток', 'Норма', 'Учётный остаток'];
  await venue.load([head, ['Джин', 'л', 0.7, 1.5, ''], ['Ром', 'л', 2, 3, 2.5], ['Тоник', 'шт', 10, 20, 10]]);

  const { preview } = await venue.previewRows([
    head,
    ['Джин', 'л', '', 15, 7],
    ['Ром', 'л', '', 0.3, 0.25],
    ['Тоник', 'шт', '', 200, 100],
  ]);

  t.deepEqual(
    preview.rows.map(({ name, doubt }) => [name, spaced(doubt)]),
    [
      [
        'Джин',
        '«Джин»: по учёту 7 л, а в остатке 0,7 л — ровно в десять раз больше. Может быть, 0,7 л? «Джин»: норма 15 л, а было 1,5 л — ровно в десять раз больше. Может быть, 1,5 л?',
      ],
      [
        'Ром',
        '«Ром»: по учёту 0,25 л, а было 2,5 л — ровно в десять раз меньше. Может быть, 2,5 л? «Ром»: норма 0,3 л, а было 3 л — ровно в десять раз меньше. Может быть, 3 л?',
      ],
      ['Тоник', undefined],
    ],
  );
});
