import { randomUUID } from 'node:crypto';
import type { CountEntryResult, CountLine } from '@ostatok/tenant-runtime/contract/counts.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/tenant.ts';
import { closed, enter, entered, lineOf, linesOf, move, open, opened, quantityOf } from './counting.ts';

test('what people enter adds up, and the closing brings the stock to it', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5, cost: 1000 });
  const rum = await createItem({ name: 'Ром', quantity: 2, expected: 2.5, cost: 500 });
  const count = await opened(admin);

  await entered(user, count.id, { itemId: gin.id, quantity: 1.5 });
  const result = await entered(admin, count.id, { itemId: gin.id, quantity: 3 });
  t.like(result.line, { counted: 4.5, entries: 2, expected: 5, against: 'stock', difference: -0.5, loss: -500 });
  t.deepEqual(result.line?.counters, ['Анна', 'Иван']);
  t.like((await entered(user, count.id, { itemId: rum.id, quantity: 2 })).line, {
    against: 'accounts',
    difference: -0.5,
  });
  const done = await closed(admin, count.id);

  t.is(await quantityOf(admin, gin.id), 4.5);
  t.like(done, { status: 'closed', coverage: { lines: 2, counted: 2, recount: 0 } });
  t.deepEqual(done.totals, {
    lines: 2,
    counted: 2,
    differing: 2,
    units: [{ unit: 'л', shortage: -1, surplus: 0 }],
    money: { shortage: -750, surplus: 0, withoutCost: 0 },
  });
  const [change] = (await admin.get(`/api/changes?item=${gin.id}`)).body.changes;
  t.like(change, { source: 'count', count: count.id, delta: -0.5, before: 5, after: 4.5, method: null });
});

test('nobody having counted is not zero: kept, or taken for zero when somebody says so', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const rum = await createItem({ name: 'Ром', quantity: 2 });
  const first = await opened(admin);
  await entered(admin, first.id, { itemId: gin.id, quantity: 0 });
  t.is((await admin.post(`/api/counts/${first.id}/close`).send({})).status, 400);
  const kept = await closed(admin, first.id);
  t.like(kept.coverage, { lines: 2, counted: 1 });
  t.deepEqual([await quantityOf(admin, gin.id), await quantityOf(admin, rum.id)], [0, 2]);
  t.like(await lineOf(admin, first.id, rum.id), { counted: null, difference: null, expected: 2 });

  const second = await opened(admin);
  const zero = await closed(admin, second.id, 'zero');
  t.is(await quantityOf(admin, rum.id), 0);
  t.like(zero.coverage, { lines: 2, counted: 0 });
  t.like(await lineOf(admin, second.id, rum.id), { counted: 0, entries: 0, difference: -2 });
});

test('what moves during and after the counting survives the closing', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  await db('changes').update({ at: ago(600) });
  const count = await opened(admin);
  await db('counts').update({ opened_at: ago(60) });
  // sold before it was counted, though the phone sends it later
  await entered(user, count.id, { itemId: gin.id, quantity: 3.8, at: ago(30) });
  await move(user, gin.id, { delta: -1, at: ago(40) });
  await move(user, gin.id, { delta: -0.5, at: ago(20) });
  await move(user, gin.id, { delta: 2 });
  t.like(await lineOf(admin, count.id, gin.id), { counted: 3.8, expected: 4, difference: -0.2 });

  await closed(admin, count.id);

  t.is(await quantityOf(admin, gin.id), 5.3);
});

test('a slip of before the counting that is undone after it moves nothing: the shelf was counted as it is', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(admin);
  const slip = await move(user, gin.id, { delta: -0.5 });
  await entered(user, count.id, { itemId: gin.id, quantity: 5 });
  const sale = await move(user, gin.id, { delta: -1 });
  await move(user, gin.id, { delta: -0.2 });
  for (const { id } of [slip, sale])
    t.is((await user.post(`/api/changes/${id}/undo`).send({ source: 'web' })).status, 200);

  t.like(await lineOf(admin, count.id, gin.id), { counted: 5, expected: 5, difference: 0 });
  await closed(admin, count.id);

  t.is(await quantityOf(admin, gin.id), 4.8);
});

test('an undo answers which closed count has counted the item since, and of what came after it none', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const before = await move(user, gin.id, { delta: 1 });
  const count = await opened(admin, { title: 'Ночь' });
  await entered(user, count.id, { itemId: gin.id, quantity: 6 });
  const during = await move(user, gin.id, { delta: -1 });
  await closed(admin, count.id);
  const undo = async ({ id }: { id: string }) => (await user.post(`/api/changes/${id}/undo`)).body;

  t.like(await undo(before), { counted_since: 'Ночь', change: { delta: -1 }, item: { quantity: 4 } });
  t.like(await undo(during), { counted_since: null, change: { delta: 1 }, item: { quantity: 5 } });
});

test('a new quantity said after the counting stands', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const rum = await createItem({ name: 'Ром', quantity: 5 });
  const ago = new Date(Date.now() - 60_000).toISOString();
  await db('changes').update({ at: new Date(Date.now() - 3600_000) });
  const count = await opened(admin);
  for (const item of [gin, rum]) await entered(user, count.id, { itemId: item.id, quantity: 4, at: ago });
  await move(user, gin.id, { set: 3.9 });
  const said = await move(user, rum.id, { set: 3.9 });
  await user.post(`/api/changes/${said.id}/undo`);

  await closed(admin, count.id);

  t.is(await quantityOf(admin, gin.id), 3.9);
  t.is(await quantityOf(admin, rum.id), 4);
  t.like(await lineOf(admin, count.id, gin.id), { counted: 4, expected: 5, difference: -1 });
});

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

test('a count opened again takes its adjustments back once, and closes anew', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(admin);
  const entry = await entered(user, count.id, { itemId: gin.id, quantity: 3 });
  await closed(admin, count.id);
  await move(user, gin.id, { delta: -1 });
  t.is(await quantityOf(admin, gin.id), 2);
  const reopen = (reason: string) => admin.post(`/api/counts/${count.id}/reopen`).send({ reason });

  t.is((await reopen('')).status, 400);
  const reopened = (await reopen('забыли ящик')).body.count;
  t.like(reopened, { status: 'open', totals: null, closedAt: null });
  t.like(reopened.events.at(-1), { kind: 'reopened', reason: 'забыли ящик', user: { name: 'Анна' } });
  t.is(await quantityOf(admin, gin.id), 4);
  t.is((await reopen('ещё раз')).body.code, 'count_open');
  await user.delete(`/api/counts/${count.id}/entries/${entry.id}`);
  await entered(user, count.id, { itemId: gin.id, quantity: 2.5 });
  await closed(admin, count.id);

  t.is(await quantityOf(admin, gin.id), 2.5);
  const [row] = await db('changes').where({ item_id: gin.id }).sum('delta as sum');
  t.is(Number(row?.sum), 2.5);
});

test('a sale that is told after the closing is put right by opening and closing again', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  await db('changes').update({ at: new Date(Date.now() - 3600_000) });
  const count = await opened(admin);
  await entered(user, count.id, { itemId: gin.id, quantity: 3 });
  await closed(admin, count.id);
  await move(user, gin.id, { delta: -1, at: new Date(Date.now() - 60_000).toISOString() });
  t.is(await quantityOf(admin, gin.id), 2);

  await admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'телефон был без связи' });
  await closed(admin, count.id);

  t.is(await quantityOf(admin, gin.id), 3);
  t.like(await lineOf(admin, count.id, gin.id), { counted: 3, expected: 4, difference: -1 });
});

test('an adjustment is taken back by opening the count again, never by hand', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(admin);
  await entered(admin, count.id, { itemId: gin.id, quantity: 3 });
  await closed(admin, count.id);
  const [change] = (await admin.get('/api/changes?source=count')).body.changes;
  const answer = await admin.post(`/api/changes/${change.id}/undo`);
  t.is(answer.status, 409);
  t.like(answer.body, { code: 'of_count', error: 'Это итог подсчёта. Чтобы исправить его, откройте подсчёт снова' });
});

test('a count that a later one stands on is not opened again before it', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const first = await opened(admin, { title: 'Первый' });
  await entered(admin, first.id, { itemId: gin.id, quantity: 3 });
  await closed(admin, first.id);
  const second = await opened(admin, { title: 'Второй' });
  const reopen = (id: number) => admin.post(`/api/counts/${id}/reopen`).send({ reason: 'ошибка' });
  t.is(
    (await reopen(first.id)).body.error,
    '«Джин» уже считают: «Второй». Закройте тот подсчёт или выберите другие позиции',
  );
  await entered(admin, second.id, { itemId: gin.id, quantity: 4 });
  await closed(admin, second.id);
  t.is((await reopen(first.id)).body.error, '«Джин» с тех пор пересчитали: «Второй». Сначала откройте его');
  t.is((await reopen(second.id)).status, 200);
  t.is((await admin.post(`/api/counts/${second.id}/cancel`).send({ reason: 'не тот' })).status, 200);
  t.is((await reopen(first.id)).status, 200);
  t.is(await quantityOf(admin, gin.id), 5);
});

test('which of two counts is the later is told by their order, whatever the clock said', async (t) => {
  let now = Date.parse('2026-01-01T12:00:00Z');
  const { admin, createItem } = await startTenant(t, { clock: () => new Date(now) });
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  for (const quantity of [3, 4]) {
    now -= 3600_000;
    const count = await opened(admin, { title: `Насчитали ${quantity}` });
    await entered(admin, count.id, { itemId: gin.id, quantity });
    await closed(admin, count.id);
  }
  const reopen = (id: number) => admin.post(`/api/counts/${id}/reopen`).send({ reason: 'ошибка' });
  t.like((await reopen(1)).body, {
    code: 'counted_since',
    error: '«Джин» с тех пор пересчитали: «Насчитали 4». Сначала откройте его',
  });
  t.is((await reopen(2)).status, 200);
});

test('what an item was called and cost at the closing stays with its line; a deleted one moves no stock', async (t) => {
  const { admin, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', category: 'Крепкое', quantity: 5, cost: 100, expected: 6 });
  const gone = await createItem({ name: 'Снятое', quantity: 5 });
  const left = await createItem({ name: 'Забытое', quantity: 5 });
  const count = await opened(admin);
  await entered(admin, count.id, { itemId: gin.id, quantity: 4 });
  await entered(admin, count.id, { itemId: gone.id, quantity: 4 });
  for (const item of [gone, left]) await admin.delete(`/api/items/${item.id}`);
  t.like((await admin.get(`/api/counts/${count.id}`)).body.count.coverage, { lines: 2, counted: 2 });
  await closed(admin, count.id, 'zero');
  await admin.put(`/api/items/${gin.id}`).send({ name: 'Джин старый', category: 'Прочее', cost: 900, expected: 1 });

  t.like(await lineOf(admin, count.id, gin.id), {
    item: { name: 'Джин', category: 'Крепкое' },
    expected: 6,
    against: 'accounts',
    difference: -2,
    loss: -200,
  });
  t.like(await lineOf(admin, count.id, gone.id), { item: { deleted: true }, counted: 4, difference: -1 });
  t.like(await lineOf(admin, count.id, left.id), { item: { deleted: true }, counted: null });
  t.deepEqual(await db('changes').where({ source: 'count' }).pluck('item_id'), [gin.id]);
  t.is((await admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'ещё раз' })).status, 200);
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

test('an entry by a phone whose clock is slow is counted as of the opening, not before it', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 6 });
  const count = await opened(admin);

  const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString();
  const { entry } = await entered(user, count.id, { itemId: gin.id, quantity: 6, at: yesterday });

  t.is(entry?.at, count.openedAt);
  t.like(await lineOf(admin, count.id, gin.id), { counted: 6, expected: 6, difference: 0 });
});

test('more than a stock can hold is named at the closing, which then works without it', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 1 });
  const count = await opened(admin);
  await entered(user, count.id, { itemId: gin.id, quantity: 999_999, confirmed: true });
  const { id } = await entered(user, count.id, { itemId: gin.id, quantity: 2 });

  const refused = await admin.post(`/api/counts/${count.id}/close`).send({ uncounted: 'keep' });
  await user.delete(`/api/counts/${count.id}/entries/${id}`);
  await closed(admin, count.id);

  t.is(refused.status, 409);
  t.regex(refused.body.error, /«Джин»: насчитано больше 999999/);
  t.is(await quantityOf(admin, gin.id), 999_999);
});
