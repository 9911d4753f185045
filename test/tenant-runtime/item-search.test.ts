import test from 'ava';
import { createNames, type FoundItem } from '../../tenant-runtime/src/items/find-item.ts';
import { startTenant } from '../support/venue/tenant.ts';
import { workbookOf } from './spreadsheets/venue.ts';

const list = [
  "Jack Daniel's 0,7",
  'Джек Дэниелс Хани',
  'Джим Бим',
  'Водка Абсолют 0,5',
  'Absolut Vodka 0.7',
  'Виски Джемесон',
  'Jameson Black Barrel',
  'Кола 0,33',
  'Кола 0,5',
  'Соколово',
  'White Horse',
  'Мёд липовый',
];
const itemOf = (name: string, id: number): FoundItem => ({
  id,
  name,
  article: id === 2 ? 'LK-7' : null,
  ean: id === 3 ? '4006381333931' : null,
  codes: id === 3 ? ['15400141288763'] : [],
  unit: 'л',
  volumeMl: null,
});
const names = createNames(list.map(itemOf));
const searches: [string, string[]][] = [
  ['джек', ['Джек Дэниелс Хани', "Jack Daniel's 0,7"]],
  ['jack', ["Jack Daniel's 0,7", 'Джек Дэниелс Хани']],
  ['джеме', ['Виски Джемесон', 'Jameson Black Barrel']],
  ['абс', ['Водка Абсолют 0,5', 'Absolut Vodka 0.7']],
  ['даниелс джек', ["Jack Daniel's 0,7", 'Джек Дэниелс Хани']],
  ['кол', ['Кола 0,33', 'Кола 0,5', 'Соколово']],
  ['кола 0,3', ['Кола 0,33']],
  ['horse white', ['White Horse']],
  ['whitehorse', ['White Horse']],
  ['мед', ['Мёд липовый']],
  ['lk-7', ['Джим Бим']],
  ['LK', ['Джим Бим']],
  ['4006381', ['Водка Абсолют 0,5']],
  ['1 5400141 28876 3', ['Водка Абсолют 0,5']],
  ['джекдэниелс', ['Джек Дэниелс Хани']],
  ['_', []],
  ['\u0000', []],
  ['  ', []],
];
for (const [text, expected] of searches) {
  test(`«${text}» lists ${expected.length > 0 ? expected.join(', ') : 'nothing'}`, (t) => {
    t.deepEqual(
      names.search(text).map(({ name }) => name),
      expected,
    );
  });
}

test('what is found comes page by page, within a category, and as it is at this moment', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  for (const name of ['Ром белый', 'Ром тёмный', 'Ром пряный']) await createItem({ name, category: 'Ром' });
  const sweet = await createItem({ name: 'Ром-баба', unit: 'шт', category: 'Десерты', quantity: 4 });
  const found = async (query: object) => {
    const { body } = await user.get('/api/items').query({ search: 'ром', ...query });
    return [body.items.map(({ name }: { name: string }) => name), body.pagination.total];
  };

  t.deepEqual(await found({ limit: 2, page: 2 }), [['Ром тёмный', 'Ром-баба'], 4]);
  t.deepEqual(await found({ category: 'Десерты' }), [['Ром-баба'], 1]);
  await admin.put(`/api/items/${sweet.id}`).send({ name: 'Баба' });
  t.deepEqual((await found({}))[1], 3);
  const { body } = await user.get('/api/items?search=баба');
  t.is(body.items[0].quantity, 4);
  await createItem({ name: 'Ром новый', category: 'Ром', quantity: 2 });
  t.deepEqual((await found({}))[1], 4);
  await admin.delete(`/api/items/${sweet.id}`);
  t.is((await user.get('/api/items?search=баба')).body.pagination.total, 0);
});

test('what is made, renamed, deleted, imported or taken back is found as it is by the very next search', async (t) => {
  const venue = await startTenant(t);
  const found = async (search: string): Promise<string[]> =>
    (await venue.user.get('/api/items').query({ search })).body.items.map(({ name }: { name: string }) => name);
  t.deepEqual(await found('кампари'), []);

  const item = await venue.createItem({ name: 'Кампари', quantity: 1 });
  t.deepEqual(await found('кампари'), ['Кампари']);
  await venue.admin.put(`/api/items/${item.id}`).send({ name: 'Апероль' });
  t.deepEqual([await found('кампари'), await found('апероль')], [[], ['Апероль']]);
  await venue.admin.post('/api/items/bulk').send({ itemIds: [item.id], delete: true });
  t.deepEqual(await found('апероль'), []);
  const file = await workbookOf({
    Лист1: [
      ['Наименование', 'Цена'],
      ['Чинар', 900],
    ],
  });
  const { importId } = (await venue.admin.post('/api/import').field('kind', 'items').attach('file', file, 'прайс.xlsx'))
    .body;
  await venue.admin.post(`/api/import/${importId}/commit`);
  t.deepEqual(await found('чинар'), ['Чинар']);
  await venue.admin.post(`/api/import/${importId}/undo`);
  t.deepEqual(await found('чинар'), []);
});
