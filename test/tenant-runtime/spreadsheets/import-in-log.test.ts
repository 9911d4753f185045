import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { type Cells, workbookOf } from './venue.ts';

async function load(admin: Tenant['admin'], rows: Cells[], file = 'прайс.xlsx'): Promise<string> {
  const { body } = await admin
    .post('/api/import')
    .field('kind', 'items')
    .attach('file', await workbookOf({ Лист1: rows }), file);
  await admin.post(`/api/import/${body.importId}/commit`);
  return body.importId;
}
const HEAD: Cells = ['Наименование', 'Остаток', 'Цена'];

test('an import is one line of a folded log, with how many items it brought, and its undoing another', async (t) => {
  const { admin, item, countIn } = await openVenue(t);
  const importId = await load(admin, [HEAD, ['Ром', 5, 10], ['Джин', 3, 10], ['Лёд', 0, 1]]);
  const loaded = await admin.get('/api/changes').query({ fold: 'imports' });

  t.is(loaded.body.pagination.total, 2);
  const [line, earlier] = loaded.body.changes;
  t.like(line, { note: 'прайс.xlsx', source: 'import', imported: { id: importId, changes: 2 }, undone: false });
  t.like(earlier, { item: { id: item.id } });
  t.is(earlier.imported, undefined);

  await admin.post(`/api/import/${importId}/undo`);
  const undone = (await admin.get('/api/changes').query({ fold: 'imports' })).body.changes;
  t.deepEqual(
    undone.map(({ imported, undone: is }: { imported?: { changes: number }; undone: boolean }) => [
      imported?.changes,
      is,
    ]),
    [
      [2, false],
      [2, true],
      [undefined, false],
    ],
  );
  t.is(await countIn({ import: importId }), 4, 'what it brought and what was taken back, by its number');
  t.is(await countIn({}), 5, 'unfolded as ever');
  t.is(await countIn({ import: randomUUID() }), 0);
});

async function openVenue(t: Parameters<typeof startTenant>[0]) {
  const tenant = await startTenant(t);
  const item = await tenant.createItem({ name: 'Водка', unit: 'л', quantity: 1 });
  const countIn = async (query: object): Promise<number> =>
    (await tenant.admin.get('/api/changes').query(query)).body.pagination.total;
  return { ...tenant, item, countIn };
}

test('the filters of the log hold when imports are folded, and an item’s own history is never', async (t) => {
  const { admin, user, countIn } = await openVenue(t);
  await load(admin, [HEAD, ['Ром', 5, 10], ['Джин', 3, 10]], 'один.xlsx');
  await load(admin, [HEAD, ['Ром', 5, 12], ['Тоник', 7, 10], ['Кола', 7, 10]], 'два.xlsx');

  t.is(await countIn({ fold: 'imports', source: 'import' }), 2);
  t.is(await countIn({ fold: 'imports', source: 'web' }), await countIn({ source: 'web' }));
  t.is(await countIn({ fold: 'imports', to: '2020-01-01' }), 0);
  t.is((await user.get('/api/changes').query({ fold: 'imports', limit: 1 })).body.changes[0].imported.changes, 2);
  const rum = (await admin.get('/api/items').query({ search: 'Ром' })).body.items[0];
  t.is(await countIn({ item: rum.id }), 1);
  const refused = await admin.get('/api/changes').query({ item: rum.id, fold: 'imports' });
  t.is(refused.status, 400);
  t.is(refused.body.error, 'У одной позиции загрузки не сворачиваются: уберите item или fold');
  t.is((await admin.get('/api/changes').query({ import: 'вчерашняя' })).status, 400);
  t.is((await admin.get('/api/changes').query({ fold: 'all' })).status, 400);
});

test('an item’s last change is of its stock: neither a new price nor its card is one', async (t) => {
  const { admin, item } = await openVenue(t);
  const now = async (name: string) => (await admin.get('/api/items').query({ search: name })).body.items[0];
  const { changed_at: before, updated_at } = await now('Водка');
  t.truthy(before);

  await load(admin, [HEAD, ['Водка', '', 700], ['Ром', 5, 10], ['Лёд', '', 1]]);
  await admin.put(`/api/items/${item.id}`).send({ par: 4 });

  const priced = await now('Водка');
  t.is(priced.cost, 700);
  t.true(priced.updated_at > updated_at);
  t.is(priced.changed_at, before);
  t.truthy((await now('Ром')).changed_at);
  t.is((await now('Лёд')).changed_at, null, 'it never had any');

  const late = {
    id: randomUUID(),
    itemId: item.id,
    delta: 1,
    source: 'scanner',
    at: new Date(Date.parse(before) - 60_000),
  };
  const [written] = (await admin.post('/api/changes').send({ changes: [late] })).body.results;
  t.is(written.item.changed_at, before, 'what comes late was not the last');
  t.is((await now('Водка')).changed_at, before);
  const next = { id: randomUUID(), itemId: item.id, delta: 1, source: 'web' };
  const [last] = (await admin.post('/api/changes').send({ changes: [next] })).body.results;
  t.is(last.item.changed_at, last.change.at);
  t.is((await now('Водка')).changed_at, last.change.at);
});
