import { randomUUID } from 'node:crypto';
import type { CountEntryResult, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';
import { closed, enter, entered, lineOf, linesOf, open, opened, quantityOf } from './counting.ts';

test('an entry taken back stays in the list and counts no more; anothers is the administrators to take', async (t) => {
  const { admin, user, asNewUser, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(admin);
  const first = await entered(user, count.id, { itemId: gin.id, quantity: 1 });
  const second = await entered(user, count.id, { itemId: gin.id, quantity: 3 });
  const path = (id: string): string => `/api/counts/${count.id}/entries/${id}`;
  const other = await asNewUser('other');

  t.is((await other.delete(path(first.id))).status, 403);
  const taken = (await user.delete(path(first.id))).body;
  t.like(taken.entry, { quantity: 1, voided: { by: 'Иван' } });
  t.is(taken.line.item.id, taken.entry.item.id, 'the line as it is left');
  t.like(await lineOf(admin, count.id, gin.id), { counted: 3, entries: 1 });
  t.is((await admin.delete(path(second.id))).status, 200);
  t.is((await admin.delete(path(second.id))).status, 200);
  t.like(await lineOf(admin, count.id, gin.id), { counted: null, entries: 0 });
  const { entries, pagination } = (await admin.get(`/api/counts/${count.id}/entries`)).body;
  t.is(pagination.total, 2);
  t.deepEqual(
    entries.map((entry: { quantity: number; voided: { by: string } }) => [entry.quantity, entry.voided.by]),
    [
      [3, 'Анна'],
      [1, 'Иван'],
    ],
  );
});

test('a line asked for again is counted anew, and what was found before comes to the round before', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const rum = await createItem({ name: 'Ром', quantity: 5 });
  const count = await opened(admin);
  await entered(user, count.id, { itemId: gin.id, quantity: 3 });
  await entered(user, count.id, { itemId: rum.id, quantity: 4.9 });

  const asked = await admin.post(`/api/counts/${count.id}/recount`).send({ threshold: 0.5 });
  t.is(asked.body.lines, 1);
  t.like(asked.body.count.coverage, { counted: 2, recount: 1 });
  t.like(await lineOf(user, count.id, gin.id), { counted: 3, round: 2, recount: true });
  t.deepEqual(
    (await linesOf(user, count.id, 'state=recount')).map(({ item }) => item.name),
    ['Джин'],
  );
  const before = new Date(Date.now() - 60_000).toISOString();
  await entered(user, count.id, { itemId: gin.id, quantity: 1, at: before });
  t.like(await lineOf(user, count.id, gin.id), { counted: 4, recount: true });
  const again = await entered(user, count.id, { itemId: gin.id, quantity: 4.5 });
  t.like(again, { entry: { round: 2 }, line: { counted: 4.5, recount: false, entries: 1 } });
  t.is((await admin.post(`/api/counts/${count.id}/recount`).send({ itemIds: [gin.id, 999] })).body.lines, 1);
  t.is((await admin.post(`/api/counts/${count.id}/recount`).send({ itemIds: [gin.id] })).body.lines, 0);
  t.is((await admin.post(`/api/counts/${count.id}/recount`).send({})).status, 400);

  await closed(admin, count.id);
  t.is(await quantityOf(admin, gin.id), 4.5);
  t.deepEqual(
    (await admin.get(`/api/counts/${count.id}`)).body.count.events.map((event: { kind: string }) => event.kind),
    ['opened', 'recount', 'recount', 'closed'],
  );
});

test('when every area is done, what differs by the threshold is asked for again by itself', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const rum = await createItem({ name: 'Ром', quantity: 5 });
  const count = await opened(admin, {
    recountThreshold: 0.5,
    areas: [
      { name: 'Бар', userId: user.id },
      { name: 'Склад', userId: admin.id },
    ],
  });
  const [bar, store] = count.areas;
  await entered(user, count.id, { itemId: gin.id, quantity: 3, areaId: bar?.id });
  await entered(user, count.id, { itemId: rum.id, quantity: 5, areaId: store?.id });
  const done = (who: Tenant['user'], id?: number) =>
    who.post(`/api/counts/${count.id}/areas/${id}/done`).send({ done: true });

  t.like((await done(user, store?.id)).body, { code: 'not_your_area', error: 'Зону «Склад» считает Анна' });
  t.like((await done(user, bar?.id)).body.count, { coverage: { recount: 0 } });
  const { count: after } = (await done(admin, store?.id)).body;

  t.like(after, { coverage: { recount: 1 } });
  t.deepEqual(
    after.areas.map((area: { name: string; done: boolean; entries: number }) => [area.name, area.done, area.entries]),
    [
      ['Бар', true, 1],
      ['Склад', true, 1],
    ],
  );
  t.true((await lineOf(admin, count.id, gin.id)).recount);
});

test('a new count lists an area as it was walked the last time, what was not counted there after it by name', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const ids = new Map<string, number>();
  for (const name of ['Абсент', 'Виски', 'Джин', 'Ром', 'Текила']) ids.set(name, (await createItem({ name })).id);
  const walk = async (names: string[], areas: string[]) => {
    const count = await opened(admin, { areas: areas.map((name) => ({ name })) });
    const [area] = count.areas;
    for (const name of names) await enter(admin, count.id, { itemId: ids.get(name), quantity: 1, areaId: area?.id });
    return count;
  };
  await closed(admin, (await walk(['Абсент', 'Ром'], ['Бар'])).id);
  await closed(admin, (await walk(['Текила', 'Виски', 'Ром'], ['бар', 'Склад'])).id);
  const next = await walk(['Джин'], ['Бар', 'Погреб']);
  const named = async (query: string) => (await linesOf(admin, next.id, query)).map(({ item }) => item.name);
  const [bar, cellar] = next.areas;

  t.deepEqual(await named(`walk=${bar?.id}`), ['Текила', 'Виски', 'Ром', 'Абсент', 'Джин']);
  t.deepEqual(await named(`walk=${bar?.id}&state=uncounted`), ['Текила', 'Виски', 'Ром', 'Абсент']);
  t.deepEqual(await named(`walk=${cellar?.id}`), ['Абсент', 'Виски', 'Джин', 'Ром', 'Текила']);
  t.deepEqual(await named(''), ['Абсент', 'Виски', 'Джин', 'Ром', 'Текила']);
});

test('areas are renamed, added and removed, those in use stay', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин' });
  const count = await opened(admin, { areas: [{ name: 'Бар' }, { name: 'Склад' }] });
  const [bar, store] = count.areas;
  await entered(user, count.id, { itemId: gin.id, quantity: 3, areaId: bar?.id });
  const put = (areas: object[]) => admin.put(`/api/counts/${count.id}`).send({ areas });

  const swapped = await put([
    { id: bar?.id, name: 'Склад' },
    { id: store?.id, name: 'Бар', userId: user.id },
    { name: 'Зал' },
  ]);
  t.deepEqual(
    swapped.body.count.areas.map((area: { name: string; user: object }) => [area.name, area.user]),
    [
      ['Склад', null],
      ['Бар', { id: user.id, name: 'Иван' }],
      ['Зал', null],
    ],
  );
  t.is((await put([{ id: bar?.id, name: 'Склад' }])).body.count.areas.length, 1);
  t.is((await put([])).body.code, 'area_in_use');
  t.is((await put([{ id: 999, name: 'Чужая' }])).status, 400);
  t.is((await put([{ id: bar?.id, name: 'А' }, { name: 'А' }])).status, 400);
  t.is((await put([{ id: bar?.id, name: 'А', userId: 999 }])).status, 400);
});

test('a spot check leaves the stock alone and may look at what another count holds', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  await createItem({ name: 'Ром', quantity: 5 });
  await opened(admin);
  const spot = await opened(admin, { spot: true, scope: 'items', itemIds: [gin.id], title: 'Проверка' });
  await entered(admin, spot.id, { itemId: gin.id, quantity: 4 });
  const done = await closed(admin, spot.id);
  t.like(done, { title: 'Проверка', coverage: { lines: 1, counted: 1 }, totals: { differing: 1 } });
  t.is(await quantityOf(admin, gin.id), 5);
  t.is((await admin.post(`/api/counts/${spot.id}/reopen`).send({ reason: 'ещё раз' })).status, 200);
});

test('a scope takes in what belongs to it, then and later', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', category: 'Крепкое', quantity: 1 });
  const beer = await createItem({ name: 'Пиво', category: 'Пиво', quantity: 1 });
  const count = await opened(admin, { scope: 'categories', categories: ['Крепкое'] });
  const rum = await createItem({ name: 'Ром', category: 'Крепкое' });
  t.is(count.coverage.lines, 1);
  const [added, refused] = await enter(
    user,
    count.id,
    { itemId: rum.id, quantity: 1 },
    { itemId: beer.id, quantity: 1 },
  );
  t.like(added, { status: 'applied', line: { counted: 1, expected: 0 } });
  t.like(refused, { status: 'rejected', error: '«Пиво» не входит в этот подсчёт' });
  await admin.post(`/api/counts/${count.id}/cancel`).send({ reason: 'ошибка' });

  const all = await opened(admin);
  const wine = await createItem({ name: 'Вино' });
  t.is((await entered(user, all.id, { itemId: wine.id, quantity: 1 })).status, 'applied');
  t.is((await admin.get(`/api/counts/${all.id}`)).body.count.coverage.lines, 4);
  await admin.post(`/api/counts/${all.id}/cancel`).send({ reason: 'ошибка' });

  const items = await opened(admin, { scope: 'items', itemIds: [gin.id] });
  t.like((await enter(user, items.id, { itemId: rum.id, quantity: 1 }))[0], { status: 'rejected' });
  t.is((await open(admin, { scope: 'categories', categories: ['Нет такой'] })).body.code, 'nothing_to_count');
});

test('each refusal of an entry says why, and one never stops the others', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5, weight_empty_g: 500, density_g_per_ml: 1, volume_ml: 700 });
  const ice = await createItem({ name: 'Лёд', unit: 'шт', ean: '4600000000008' });
  const gone = await createItem({ name: 'Снятое' });
  const count = await opened(admin);
  await admin.delete(`/api/items/${gone.id}`);
  const bad: [object, string][] = [
    [{ itemId: 999_999, quantity: 1 }, 'Такой позиции нет'],
    [{ itemId: gone.id, quantity: 1 }, 'Позиция «Снятое» удалена'],
    [{ ean: '4600000000000', quantity: 1 }, 'Штрихкод прочитан неверно'],
    [{ ean: '4006381333931', quantity: 1 }, 'Позиции с таким штрихкодом нет'],
    [{ itemId: gin.id, quantity: -1 }, 'Количество не меньше нуля'],
    [{ itemId: gin.id }, 'Укажите одно из: quantity, grossWeightG'],
    [{ itemId: gin.id, quantity: 1, areaId: 7 }, 'Такой зоны в подсчёте нет'],
    [{ itemId: gin.id, quantity: 1, at: '2020-01-01T00:00:00Z' }, 'Запись старше 400 дней'],
    [{ itemId: gin.id, quantity: 1, source: 'bot' }, 'Источник — web, scanner или scales'],
    [{ itemId: ice.id, grossWeightG: 500 }, '«Лёд» считают в штуках, а не взвешивают'],
    [{ id: 'x', itemId: gin.id, quantity: 1 }, 'Номер записи — uuid'],
  ];
  const good = [
    { itemId: gin.id, grossWeightG: 850.5, source: 'scales' },
    { ean: '4600000000008', quantity: 12, method: 'scanned', source: 'scanner', note: ' лёд ' },
  ];

  const results = await enter(user, count.id, ...bad.map(([fields]) => fields), ...good);

  t.deepEqual(
    results.slice(0, bad.length).map((result) => result.error),
    bad.map(([, error]) => error),
  );
  t.like(results.at(-2), { status: 'applied', entry: { quantity: 0.351, grossWeightG: 850.5, method: 'weighed' } });
  t.like(results.at(-1), { entry: { quantity: 12, method: 'scanned', source: 'scanner', note: 'лёд' } });
});

test('an entry sent again is a duplicate, also to a closed count; a late one is refused in words', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(admin);
  const sent = { id: randomUUID(), itemId: gin.id, quantity: 1 };
  const first = await entered(user, count.id, sent);
  t.is(first.status, 'applied');
  t.like(await entered(user, count.id, sent), { status: 'duplicate', line: { counted: 1 } });
  t.like(await entered(user, count.id, { ...sent, quantity: 2 }), {
    status: 'rejected',
    error: 'Запись с таким номером уже есть, и она другая',
  });
  const { entry } = await entered(user, count.id, { itemId: gin.id, quantity: 7 });
  const takeBack = () => user.delete(`/api/counts/${count.id}/entries/${entry?.id}`);
  t.is((await takeBack()).status, 200);
  await closed(admin, count.id);
  t.is((await entered(user, count.id, sent)).status, 'duplicate');
  t.truthy((await takeBack()).body.entry?.voided, 'the answer to the first was lost');
  t.is(
    (await entered(user, count.id, { itemId: gin.id, quantity: 1 })).error,
    'Подсчёт уже закрыт: запись в него не вошла. Администратор может открыть его снова, тогда повторите',
  );
  t.is((await user.delete(`/api/counts/${count.id}/entries/${sent.id}`)).body.code, 'count_closed');
  t.is(await quantityOf(admin, gin.id), 1);
});

test('lines are found by state, name, category, area and person', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин Бифитер', category: 'Крепкое', quantity: 5 });
  const rum = await createItem({ name: 'Ром', category: 'Крепкое', quantity: 2 });
  await createItem({ name: 'Тоник', category: 'Безалкогольное', ean: '4600000000008' });
  const count = await opened(admin, { areas: [{ name: 'Бар' }] });
  await entered(user, count.id, { itemId: gin.id, quantity: 4, areaId: count.areas[0]?.id });
  await entered(admin, count.id, { itemId: rum.id, quantity: 2 });
  const names = async (query: string): Promise<string[]> =>
    (await linesOf(user, count.id, query)).map(({ item }) => item.name);

  t.deepEqual(await names(''), ['Тоник', 'Джин Бифитер', 'Ром']);
  t.deepEqual(await names('state=counted'), ['Джин Бифитер', 'Ром']);
  t.deepEqual(await names('state=uncounted'), ['Тоник']);
  t.deepEqual(await names('state=differs'), ['Джин Бифитер']);
  t.deepEqual(await names('search=бифит%20джин'), ['Джин Бифитер']);
  t.deepEqual(await names('search=4600000000008'), ['Тоник']);
  t.deepEqual(await names(`category=${encodeURIComponent('Крепкое')}&user=${user.id}`), ['Джин Бифитер']);
  t.deepEqual(await names(`area=${count.areas[0]?.id}`), ['Джин Бифитер']);
  const page = (await user.get(`/api/counts/${count.id}/lines?page=2&limit=1`)).body;
  t.deepEqual(page.pagination, { total: 3, page: 2, pages: 3 });
  t.deepEqual(
    page.lines.map((line: CountLine) => line.item.name),
    ['Джин Бифитер'],
  );
  for (const state of ['counted', 'uncounted', 'recount', 'differs']) {
    t.is((await user.get(`/api/counts/${count.id}/lines?state=${state}`)).status, 200, state);
  }
});

test('counts are listed newest first and by their state; opening, closing and the like are the administrators', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  await createItem({ name: 'Джин' });
  const first = await opened(admin);
  t.regex(first.title, /^Подсчёт \d+ [а-я]+$/);
  await closed(admin, first.id);
  const second = await opened(admin, { title: 'Второй' });
  const list = async (query: string) => (await user.get(`/api/counts?${query}`)).body;
  t.deepEqual(
    (await list('')).counts.map((count: { id: number }) => count.id),
    [second.id, first.id],
  );
  t.like((await list('status=open')).counts[0], {
    title: 'Второй',
    openedBy: { name: 'Анна' },
    coverage: { lines: 1 },
  });
  t.is((await list('status=closed')).pagination.total, 1);
  t.is((await user.get('/api/counts?status=never')).status, 400);
  for (const act of ['close', 'reopen', 'cancel', 'recount']) {
    t.is((await user.post(`/api/counts/${second.id}/${act}`).send({})).status, 403, act);
  }
  t.is((await open(user)).status, 403);
});

test('scanning a barcode of a case counts for its item', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const beer = await createItem({ name: 'Пиво', unit: 'шт', codes: [{ ean: '4006381333931', pack: 12 }] });
  const count = await opened(admin);
  const result: CountEntryResult = await entered(user, count.id, { ean: '4006381333931', quantity: 12 });
  t.like(result, { status: 'applied', entry: { item: { id: beer.id }, quantity: 12 } });
});

test('a count whose scope is null is refused as malformed', async (t) => {
  const { admin } = await startTenant(t);
  for (const wrong of [{ categories: null }, { itemIds: null }, { scope: null, itemIds: null }]) {
    const scope = 'categories' in wrong ? 'categories' : 'items';
    const answer = await admin.post('/api/counts').send({ key: randomUUID(), scope, ...wrong });
    t.is(answer.status, 400, JSON.stringify(wrong));
  }
});
