import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  column,
  orderOf,
  platform,
  readWorkbook,
  setUpMyData,
  suspend,
  workbookPath,
} from '../support/account/my-data.ts';
import { call, callVenue, newBot, newOwner, newVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpMyData();

test.serial(
  "a venue's workbook holds its items, its changes, its counts and its staff, also of one asleep",
  async (t) => {
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const { body } = await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1.5 });
    const gone = await venue.call('POST', '/api/items', { name: 'Кислое вино', unit: 'л' });
    await venue.call('DELETE', `/api/items/${gone.body.item.id}`);
    const changes = [{ id: randomUUID(), itemId: body.item.id, delta: -0.5, source: 'web', note: '=1+1' }];
    await venue.call('POST', '/api/changes', { changes });
    const count = await venue.call('POST', '/api/counts', { key: randomUUID(), title: 'Ноябрь', scope: 'all' });
    t.is(count.status, 201, JSON.stringify(count.body));
    await venue.call('PUT', '/api/settings', { presetTares: [{ name: 'Гейзер', grams: 32.5 }] });
    const supplier = await venue.call('POST', '/api/suppliers', { name: 'Ромашка', inn: '7701234567' });
    const lines = [{ item_id: body.item.id, quantity: 2, gross: 300 }];
    const draft = { key: randomUUID(), supplier_id: supplier.body.supplier.id, number: '5', lines };
    t.is((await venue.call('POST', '/api/deliveries', draft)).status, 201);
    const ordered = [{ item_id: body.item.id, quantity: 4.2, pack_unit: 'бут.', pack_size: 0.7 }];
    const order = { key: randomUUID(), supplier_id: supplier.body.supplier.id, lines: ordered };
    t.is((await venue.call('POST', '/api/orders', order)).status, 201);
    const dish = await venue.call('POST', '/api/dishes', { key: randomUUID(), name: 'Негрони', price: 650 });
    const ingredients = [{ item_id: body.item.id, amount: 30, unit: 'мл' }];
    await venue.call('PUT', `/api/dishes/${dish.body.dish.id}/recipe`, { lines: ingredients });
    await platform.venues.runtime.stop(venue.id);

    const { status, book, name } = await readWorkbook(owner, venue.id);

    t.is(status, 200);
    t.regex(name, new RegExp(`${venue.subdomain}\\.xlsx`));
    const sheets = book?.worksheets.map((sheet) => sheet.name) ?? [];
    t.is(sheets[0], 'Позиции');
    for (const sheet of ['Записи подсчётов', 'Журнал безопасности']) t.true(sheets.includes(sheet), sheet);
    t.deepEqual(column(book, 'Позиции', 'Наименование'), ['Ром', 'Итого']);
    t.deepEqual(column(book, 'Позиции', 'Остаток'), [1]);
    t.deepEqual(column(book, 'Удалённые позиции', 'Наименование'), ['Кислое вино', 'Итого']);
    t.deepEqual(column(book, 'Изменения', 'Примечание')[0], '=1+1');
    t.deepEqual(column(book, 'Подсчёты', 'Подсчёт'), ['Ноябрь']);
    t.deepEqual(column(book, 'Строки подсчётов', 'Наименование'), ['Ром']);
    t.deepEqual(column(book, 'Насадки', 'Насадка'), ['Гейзер']);
    t.deepEqual(column(book, 'Насадки', 'Вес, г'), [32.5]);
    t.deepEqual(column(book, 'Поставщики', 'ИНН'), ['7701234567']);
    t.deepEqual(column(book, 'Поставки', 'Номер документа'), ['5']);
    t.deepEqual(column(book, 'Поставки', 'Состояние'), ['черновик']);
    t.deepEqual(column(book, 'Строки поставок', 'Наименование'), ['Ром']);
    t.deepEqual(column(book, 'Строки поставок', 'С НДС, руб.'), [300]);
    t.deepEqual(column(book, 'Заказы', 'Состояние'), ['отправлен']);
    t.deepEqual(column(book, 'Заказы', 'Заказано'), [4.2]);
    t.deepEqual(column(book, 'Блюда', 'Цена, руб.'), [650]);
    t.deepEqual(column(book, 'Рецепты', 'Наименование'), ['Ром']);
    t.deepEqual(column(book, 'Рецепты', 'Количество'), [30]);
    t.deepEqual(column(book, 'Сотрудники', 'Логин'), ['boss']);
  },
);

test.serial("a workbook is its owner's alone, and of a venue that is there", async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const stranger = await newOwner(platform);

  t.is((await readWorkbook(stranger, venue.id)).status, 404);
  t.is((await readWorkbook(owner, 'tnobody00000')).status, 404);
  t.is((await call(platform.url, 'GET', workbookPath(venue.id))).status, 401);

  await platform.db('tenants').where({ id: venue.id }).update({ status: 'creating' });
  t.is((await readWorkbook(owner, venue.id)).status, 409);
  await platform.db('tenants').where({ id: venue.id }).update({ status: 'active' });
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  t.is((await readWorkbook(owner, venue.id)).status, 404);
  const { body } = await owner.call('GET', '/api/auth/export-data');
  t.like(body.tenants[0], { status: 'deleted', workbook: null });
});

test.serial(
  'whoever has not paid takes their data away all the same; the doors stay shut and the venue stops again',
  async (t) => {
    const { runtime, host } = platform.venues;
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    await venue.call('POST', '/api/items', { name: 'Джин', unit: 'л', quantity: 0.7 });
    await suspend(owner, venue.id);
    const knockAtTheDoor = () => callVenue(platform, venue.subdomain, 'GET', '/api/items', { token: venue.token });
    await until(async () => (await knockAtTheDoor()).status === 403, 'the ingress knows');
    await runtime.stop(venue.id);

    const [first, second, knock] = await Promise.all([
      readWorkbook(owner, venue.id),
      readWorkbook(owner, venue.id),
      until(async () => (await host.state(venue.id)) === 'running', 'it runs for its export').then(async () => {
        await runtime.stopClosed();
        return knockAtTheDoor();
      }),
    ]);

    t.deepEqual(column(first.book, 'Позиции', 'Наименование'), ['Джин', 'Итого']);
    t.deepEqual(column(second.book, 'Позиции', 'Наименование'), ['Джин', 'Итого']);
    t.is(knock.status, 403);
    await until(async () => (await host.state(venue.id)) === 'asleep', 'it stops again');
    t.is((await platform.db('tenants').where({ id: venue.id }).first()).status, 'suspended');
  },
);

test.serial('a token that Telegram refuses leaves no venue: neither in the list nor in the data', async (t) => {
  const owner = await newOwner(platform);
  const order = { ...orderOf(await newBot(platform)), botToken: '123456789:AAHk3mZqPz9xW1bQ2c3d4e5f6g7h8i9j0k' };
  const { status, body } = await owner.call('POST', '/api/provision/create', order);
  t.deepEqual([status, body.code], [400, 'bot_token_refused']);
  const { body: data } = await owner.call('GET', '/api/auth/export-data');
  t.deepEqual(data.tenants, []);
  t.like(data.unopened_tenants[0], { subdomain: order.subdomain });
  t.deepEqual(
    (await owner.call('GET', '/api/provision/my-tenants')).body.tenants.filter(
      ({ status }: { status: string }) => status !== 'deleted',
    ),
    [],
  );
});

test.serial('the export does not wait for a venue that is being made', async (t) => {
  const owner = await newOwner(platform);
  const bot = await newBot(platform);
  const ordered = await owner.call('POST', '/api/provision/create', orderOf(bot), { prefer: 'respond-async' });
  t.is(ordered.status, 202);

  const { body } = await owner.call('GET', '/api/auth/export-data');

  t.is(body.tenants.length, 1);
  t.is(body.provisions.length, 1);
});
