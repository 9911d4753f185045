import test from 'ava';
import { itemsOf } from '../../support/spreadsheets/bar.ts';
import { openVenue } from './venue.ts';

test('an undo takes new items back by reverse changes and gives updated ones their former fields, once', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Артикул', 'Цена', 'Остаток'],
    ['Ром', '1', 10, 5],
  ]);
  const before = await itemsOf(venue);
  const { importId } = await venue.load([
    ['Наименование', 'Артикул', 'Цена', 'Остаток'],
    ['Ром тёмный', '1', 20, 9],
    ['Джин', '2', 30, 3],
  ]);

  const outcomes = await Promise.allSettled([1, 2].map(() => venue.spreadsheets.undo(importId, venue.user)));

  t.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.deepEqual(await itemsOf(venue), before);
  const gin = await venue.db('items').where({ name: 'Джин' }).first();
  const log = await venue.db('changes').where({ item_id: gin.id }).orderBy('seq').select('delta', 'after');
  t.deepEqual(log, [
    { delta: '3.000', after: '3.000' },
    { delta: '-3.000', after: '0.000' },
  ]);
});

test('an undo is refused, naming the items, when people have changed what it brought', async (t) => {
  const venue = await openVenue(t);
  const { importId } = await venue.load([
    ['Наименование', 'Остаток'],
    ['Ром', 1],
    ['Джин', 2],
  ]);
  await venue.db('items').where({ name: 'Джин' }).update({ quantity: 5, updated_at: venue.db.fn.now() });

  await t.throwsAsync(venue.spreadsheets.undo(importId, venue.user), {
    message: /с тех пор изменили или посчитали «Джин»\./,
  });

  t.is((await itemsOf(venue)).length, 2);
});

test('what was counted after an import of known items stays when it is undone', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Цена', 'Остаток'],
    ['Ром', 1, 5],
  ]);
  const { importId } = await venue.load([
    ['Наименование', 'Цена'],
    ['Ром', 2],
  ]);
  await venue.db('items').update({ quantity: 4, updated_at: venue.db.fn.now() });

  await venue.spreadsheets.undo(importId, venue.user);

  t.like((await itemsOf(venue))[0], { quantity: '4.000', cost: 100 });
});

test('what a file was silent about stays as people have set it since, when its import is undone', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Цена', 'Норма', 'Остаток'],
    ['Ром', 1, 3, 5],
  ]);
  const { importId } = await venue.load([
    ['Наименование', 'Норма'],
    ['Ром', 6],
  ]);
  await venue
    .db('items')
    .update({ cost: 250, category: 'Крепкое', weight_empty_g: 480, updated_at: venue.db.fn.now() });

  await venue.spreadsheets.undo(importId, venue.user);

  const { cost, category, par, weight_empty_g } = await venue.db('items').first();
  t.deepEqual([cost, category, Number(par), Number(weight_empty_g)], [250, 'Крепкое', 3, 480]);
});

test('an undo is refused where stock was recorded in the unit that the file gave', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед. изм.', 'Остаток'],
    ['Ром', 'шт', 0],
  ]);
  const { importId } = await venue.load([
    ['Наименование', 'Ед. изм.'],
    ['Ром', 'л'],
  ]);
  await venue.db('items').update({ quantity: 5, updated_at: venue.db.fn.now() });

  await t.throwsAsync(venue.spreadsheets.undo(importId, venue.user), { message: /«Ром»/ });

  t.like((await itemsOf(venue))[0], { unit: 'л', quantity: '5.000' });
});

test('a unit that a file brings converts what the file is silent about, and its undo brings all back', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл', 'Цена', 'Норма'],
    ['Джин', 'шт', 700, 700, 6],
    ['Лайм', 'шт', '', 20, 30],
  ]);
  const before = await itemsOf(venue);

  const { importId } = await venue.load([
    ['Наименование', 'Ед.', 'Норма'],
    ['Джин', 'л', 5],
    ['Лайм', 'кг', ''],
  ]);
  const [gin, lime] = await venue.db('items').orderBy('name').select('unit', 'cost', 'par');
  t.deepEqual(gin, { unit: 'л', cost: 100_000, par: '5.000' });
  t.deepEqual(lime, { unit: 'кг', cost: null, par: null });

  await venue.spreadsheets.undo(importId, venue.user);
  t.deepEqual(await itemsOf(venue), before);
});

test('what another unit converts or clears is said of each row before it is written, and of all after it', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл', 'Цена', 'Норма', 'Учётный остаток'],
    ['Джин', 'шт', 700, 700, 6, ''],
    ['Лайм', 'шт', '', 20, 30, 12],
    ['Мята', 'шт', '', '', '', ''],
    ['Ром', 'шт', 700, 900, 3, ''],
  ]);

  const { preview, importId } = await venue.previewRows([
    ['Наименование', 'Ед.', 'Норма'],
    ['Ром', 'шт', 4],
    ['Джин', 'л', 5],
    ['Лайм', 'кг', ''],
    ['Мята', 'кг', ''],
  ]);
  const { notes } = await venue.spreadsheets.commit(importId, venue.user);

  const spaced = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  t.is(preview.converted, 2);
  t.deepEqual(
    preview.rows.flatMap(({ row, converted }) => (converted === undefined ? [] : [[row, spaced(converted)]])),
    [
      [3, '«Джин»: было в «шт», станет в «л». Пересчитаем: цена 700,00 ₽ за шт — станет 1 000,00 ₽ за л'],
      [
        4,
        '«Лайм»: было в «шт», станет в «кг». Пересчитать нечем, очистим: цена (20,00 ₽ за шт), норма (30 шт), по учёту (12 шт)',
      ],
    ],
  );
  t.deepEqual(notes.map(spaced), [
    '«Джин» теперь в «л»; пересчитано: цена 700,00 ₽ за шт — теперь 1 000,00 ₽ за л',
    '«Лайм» теперь в «кг»; пересчитать нечем, очищено: цена (20,00 ₽ за шт), норма (30 шт), по учёту (12 шт)',
  ]);
});

test('what would be more in another unit than can be stored is cleared', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.'],
    ['Эссенция', 'л'],
  ]);
  await venue.db('items').update({ volume_ml: 1, par: 5000 });

  const { preview, importId } = await venue.previewRows([
    ['Наименование', 'Ед.'],
    ['Эссенция', 'шт'],
  ]);
  await venue.spreadsheets.commit(importId, venue.user);

  t.regex(preview.rows[0]?.converted ?? '', /очистим: норма/);
  t.deepEqual(await venue.db('items').pluck('par'), [null]);
});
