import test from 'ava';
import { type Cells, openVenue, type Venue } from './venue.ts';

const costsOf = async (venue: Venue): Promise<Record<string, number | null>> => {
  const items = await venue.db('items').select('name', 'cost');
  return Object.fromEntries(items.map(({ name, cost }) => [name, cost === null ? null : Number(cost) / 100]));
};

const bottles = (header: string): Cells[] => [
  ['Наименование', 'Ед.', 'Остаток', 'Объём, мл', header],
  ['Джин', 'л', 2.1, 700, 1470],
  ['Тоник', 'шт', 10, 200, 90],
];

test('a price is read as its header says: of a bottle or piece, of a litre, or of the unit', async (t) => {
  for (const [header, gin, tonic] of [
    ['Цена за бутылку', 2100, 90],
    ['Цена за бут.', 2100, 90],
    ['Цена за шт, руб', 2100, 90],
    ['Закупочная цена бутылки', 2100, 90],
    ['Стоимость за бутылку', 2100, 90],
    ['Цена, руб/бут', 2100, 90],
    ['Цена за л', 1470, 18],
    ['Цена за 1 литр', 1470, 18],
    ['Себестоимость за единицу', 1470, 90],
    ['Цена за ед.', 1470, 90],
    ['Закупочная цена', 1470, 90],
    ['Себестоимость', 1470, 90],
  ] as const) {
    const venue = await openVenue(t);
    await venue.load(bottles(header));
    t.deepEqual(await costsOf(venue), { Джин: gin, Тоник: tonic }, header);
  }
});

test('a known item’s volume turns a bottle’s price; without a volume the row comes in without its price and says so', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл'],
    ['Джин', 'л', 500],
    ['Ром', 'л', ''],
    ['Мята', 'кг', ''],
  ]);

  const { preview } = await venue.load([
    ['Наименование', 'Категория', 'Цена за бутылку'],
    ['Джин', 'Джин', 1000],
    ['Ром', 'Ром', 1200],
    ['Мята', 'Зелень', 90],
  ]);

  t.deepEqual(await costsOf(venue), { Джин: 2000, Ром: null, Мята: null });
  t.deepEqual(preview.errors, [
    {
      row: 3,
      column: 'C',
      message: 'Цена за бутылку, а объём бутылки не указан: строка загрузится без цены',
      warning: true,
    },
    {
      row: 4,
      column: 'C',
      message: 'Цена за бутылку, а позиция считается в килограммах: строка загрузится без цены',
      warning: true,
    },
  ]);
  t.like(preview, { updated: 3, problems: 2 });
  t.deepEqual(await venue.db('items').orderBy('name').pluck('category'), ['Джин', 'Зелень', 'Ром']);
});

test('beside a litre’s price a bottle’s is used only where the former is missing, and a shop’s never', async (t) => {
  const venue = await openVenue(t);

  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл', 'Цена за литр', 'Цена за бутылку'],
    ['Джин', 'л', 700, 2100, 9999],
    ['Ром', 'л', 700, '', 1400],
  ]);
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл', 'Розничная цена', 'Закупочная цена за бут.'],
    ['Виски', 'л', 700, 9000, 1400],
  ]);

  t.deepEqual(await costsOf(venue), { Джин: 2100, Ром: 2000, Виски: 2000 });
});

test('where the header does not say, the preview tells how prices were read and what the stock is worth either way', async (t) => {
  const venue = await openVenue(t);

  const slip: Cells = ['Ром', 'л', 800, 700, 1400];
  const { preview } = await venue.previewRows([...bottles('Закупочная цена'), slip]);

  t.deepEqual(preview.prices, {
    reading: 'unit',
    said: false,
    header: 'Закупочная цена',
    worth: 3987,
    otherWorth: 5310,
    example: { name: 'Джин', volume_ml: 700, cost: 1470 },
    nearer: { this: 0, other: 0 },
  });
  t.is((await venue.previewRows(bottles('Цена за бутылку'))).preview.prices?.said, true);
  t.is(
    (
      await venue.previewRows([
        ['Наименование', 'Цена'],
        ['Лимон', 20],
      ])
    ).preview.prices,
    undefined,
  );
});

test('a person’s word on the prices is followed, and remembered for the next file with that header', async (t) => {
  const venue = await openVenue(t);
  const rows: Cells[] = [...bottles('Закупочная цена'), ['Мята', 'кг', 1, '', 900]];
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл', 'Цена за литр'],
    ['Джин', 'л', 700, 2050],
  ]);

  const assumed = await venue.previewRows(rows);
  const bottlePreview = await venue.previewRows(rows, 'items', { prices: 'bottle' });
  await venue.spreadsheets.commit(bottlePreview.importId, venue.user);
  const next = await venue.previewRows(rows);

  t.deepEqual(assumed.preview.prices?.nearer, { this: 0, other: 1 }, 'its former price is nearer to the other reading');
  t.like(bottlePreview.preview.prices, { reading: 'bottle', said: true, nearer: { this: 1, other: 0 } });
  t.deepEqual(await costsOf(venue), { Джин: 2100, Тоник: 90, Мята: 900 });
  t.like(next.preview, { layout: 'remembered', prices: { reading: 'bottle', said: true }, unchanged: 3, problems: 0 });
});

test('an undo gives back the prices that a bottle’s price has changed, although the volume was changed since', async (t) => {
  const venue = await openVenue(t);
  await venue.load([
    ['Наименование', 'Ед.', 'Объём, мл', 'Цена за литр'],
    ['Джин', 'л', 700, 2000],
  ]);
  const { importId } = await venue.load([
    ['Наименование', 'Цена за бутылку'],
    ['Джин', 1470],
  ]);
  await venue.db('items').update({ volume_ml: 1000 });
  t.deepEqual(await costsOf(venue), { Джин: 2100 });

  await venue.spreadsheets.undo(importId, venue.user);

  t.deepEqual(await costsOf(venue), { Джин: 2000 });
});
