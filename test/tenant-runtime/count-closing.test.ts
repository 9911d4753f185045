import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../support/venue/tenant.ts';
import { closed, entered, lineOf, move, opened, quantityOf } from './counting.ts';

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

test('a quantity that was said after the closing stands when the count is opened again and closed, and goes when it is undone', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 0 });
  const rum = await createItem({ name: 'Ром', quantity: 0 });
  const count = await opened(admin);
  for (const item of [gin, rum]) await entered(user, count.id, { itemId: item.id, quantity: 5 });
  await closed(admin, count.id);
  await move(user, gin.id, { set: 7 });
  const said = await move(user, rum.id, { set: 7 });
  const quantities = (): Promise<number[]> => Promise.all([gin, rum].map(({ id }) => quantityOf(admin, id)));

  const reopened = await admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'ещё раз' });
  t.is(reopened.status, 200);
  t.deepEqual(await quantities(), [7, 7]);
  await user.post(`/api/changes/${said.id}/undo`);
  await closed(admin, count.id);

  t.deepEqual(await quantities(), [7, 5]);
  t.like(await lineOf(admin, count.id, rum.id), { counted: 5, expected: 0, difference: 5 });
});

test('what came after a closing that took a line for zero stays when the count is opened again and closed so', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 3 });
  const rum = await createItem({ name: 'Ром', quantity: 2 });
  const beer = await createItem({ name: 'Пиво', quantity: 4 });
  const count = await opened(admin);
  await entered(user, count.id, { itemId: gin.id, quantity: 2 });
  await closed(admin, count.id, 'zero');
  await move(user, rum.id, { delta: 10 });
  await move(user, beer.id, { set: 20 });
  const quantities = (): Promise<number[]> => Promise.all([gin, rum, beer].map(({ id }) => quantityOf(admin, id)));
  t.deepEqual(await quantities(), [2, 10, 20]);
  const reopen = () => admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'не то у джина' });

  for (let time = 0; time < 2; time += 1) {
    t.is((await reopen()).status, 200);
    t.deepEqual(await quantities(), [3, 12, 20]);
    await closed(admin, count.id, 'zero');
    t.deepEqual(await quantities(), [2, 10, 20]);
    t.like(await lineOf(admin, count.id, rum.id), { counted: 0, difference: -2 });
  }
  await reopen();
  await closed(admin, count.id);
  t.deepEqual(await quantities(), [2, 12, 20]);
});

test('a quantity that was seen after the entries and sent after the closing stands when the count is opened again', async (t) => {
  let now = Date.parse('2026-11-20T10:00:00Z');
  const { admin, user, createItem } = await startTenant(t, { clock: () => new Date(now) });
  const gin = await createItem({ name: 'Джин', quantity: 3 });
  const count = await opened(admin);
  await entered(user, count.id, { itemId: gin.id, quantity: 5 });
  now = Date.parse('2026-11-20T10:05:00Z');
  await closed(admin, count.id);
  const late = { id: randomUUID(), itemId: gin.id, set: 6, at: '2026-11-20T10:02:00Z', source: 'web', confirmed: true };
  for (const status of ['rejected', 'applied']) {
    const { body } = await user.post('/api/changes').send({ changes: [late] });
    t.is(body.results[0].status, status);
  }
  const before = await quantityOf(admin, gin.id);

  await admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'ещё раз' });
  t.is(await quantityOf(admin, gin.id), before);
  await closed(admin, count.id);
  t.is(await quantityOf(admin, gin.id), before);
});
