import test from 'ava';
import { openVenue, type Venue } from './venue.ts';

const CASE = '15400141288763';
const BOTTLE = '4600000000015';
const OTHER = '4006381333931';
const header = ['Артикул', 'Номенклатура', 'Ед. изм.', 'Цена', 'Штрихкод'];

async function withCodes(venue: Venue, name: string, eans: string[]): Promise<void> {
  const codes = JSON.stringify(eans.map((ean) => ({ ean, pack: 6 })));
  await venue.db('items').insert({ name, search_name: name.toLowerCase(), unit: 'л', ean: BOTTLE, codes });
}
const itemsOf = (venue: Venue) => venue.db('items').whereNull('deleted_at').orderBy('id').select('name', 'ean', 'cost');

test('a row meets an item by any of its barcodes, and its main one stays', async (t) => {
  const venue = await openVenue(t);
  await withCodes(venue, 'Пиво', [CASE]);

  await venue.load([header, ['', 'Пиво светлое', 'л', 100, CASE]]);

  t.deepEqual(await itemsOf(venue), [{ name: 'Пиво светлое', ean: BOTTLE, cost: 10_000 }]);
  const { preview } = await venue.previewRows([header, ['', 'Пиво светлое', 'л', 100, CASE]]);
  t.is(preview.unchanged, 1);
});

test("a row that would give one item another's barcode is an error that names the other", async (t) => {
  const venue = await openVenue(t);
  await withCodes(venue, 'Пиво', [OTHER]);
  await venue.db('items').insert({ name: 'Квас', search_name: 'квас', article: 'K1', unit: 'л' });

  const { preview } = await venue.previewRows([header, ['K1', 'Квас', 'л', 1, OTHER]]);

  t.deepEqual(preview.errors, [{ row: 2, column: 'E', message: `Штрихкод ${OTHER} уже у позиции «Пиво»` }]);
});

test('a barcode taken between preview and commit stops the commit, and between commit and undo the undo', async (t) => {
  const venue = await openVenue(t);
  const stale = await venue.previewRows([header, ['', 'Квас', 'л', 1, OTHER]]);
  await withCodes(venue, 'Пиво', [OTHER]);
  await t.throwsAsync(venue.spreadsheets.commit(stale.importId, venue.user), { message: /позиции изменились/ });
  t.deepEqual((await itemsOf(venue)).length, 1);

  const moved = await venue.load([header, ['', 'Пиво', 'л', 1, '96385074']]);
  await venue.db('items').insert({
    name: 'Эль',
    search_name: 'эль',
    unit: 'л',
    codes: JSON.stringify([{ ean: BOTTLE, pack: 1 }]),
  });
  await t.throwsAsync(venue.spreadsheets.undo(moved.importId, venue.user), { message: /штрихкоды заняты/ });
  t.is((await itemsOf(venue))[0].ean, '96385074');
});
