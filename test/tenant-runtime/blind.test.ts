import { randomUUID } from 'node:crypto';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import test from 'ava';
import { loseNextCommit } from '../support/database/lost-commit.ts';
import { watchRoutes } from '../support/http/routes.ts';
import { keepsSecrets, secretVenue } from '../support/venue/secret-venue.ts';
import { startTenant } from '../support/venue/tenant.ts';
import { closed, enter, entered, lineOf, linesOf, move, opened } from './counting.ts';

const watched = watchRoutes();

test('while a count is blind, no answer to a user has a number that tells', async (t) => {
  const { admin, user, item, asNewUser } = await secretVenue(t);
  const other = await asNewUser('other', 'user', 'Пётр');
  const past = await opened(admin, { title: 'Прошлый' });
  await entered(other, past.id, { itemId: item.id, quantity: 437.113 });
  await closed(admin, past.id);
  await move(other, item.id, { delta: 19.331 });
  const set = await move(user, item.id, { set: 437.113 });
  const count = await opened(admin, { blind: true, areas: [{ name: 'Бар' }] });
  const spot = await opened(admin, { spot: true, title: 'Рядом', scope: 'items', itemIds: [item.id] });
  const { entry: theirs } = await entered(other, count.id, { itemId: item.id, quantity: 203.511, confirmed: true });
  await entered(other, spot.id, { itemId: item.id, quantity: 203.511, confirmed: true });
  await entered(user, count.id, { itemId: item.id, quantity: 3 });

  const gets = watched
    .list()
    .filter(({ method, path }) => method === 'get' && path.startsWith('/api/'))
    .flatMap(({ path }) => {
      if (path.startsWith('/api/counts/')) return [past, count, spot].map(({ id }) => path.replace(':id', `${id}`));
      return path.replace(':ean', '4600000000008').replace(/:\w+/, `${item.id}`);
    });
  t.true(gets.length > 12);
  for (const path of gets) {
    const { status, body } = await user.get(path);
    keepsSecrets(t, `GET ${path} (${status})`, body);
  }
  for (const query of ['sort=["quantity","DESC"]', 'changedSince=2020-01-01T00:00:00Z', 'search=джин']) {
    const { status, body } = await user.get(`/api/items?${query}`);
    t.is(status, 200, query);
    keepsSecrets(t, query, body);
  }
  for (const id of [past.id, count.id, spot.id]) {
    for (const query of ['state=counted', 'state=differs', `user=${other.id}`]) {
      keepsSecrets(t, query, (await user.get(`/api/counts/${id}/lines?${query}`)).body);
    }
    keepsSecrets(t, 'entries', (await user.get(`/api/counts/${id}/entries?user=${other.id}`)).body);
  }
  t.is((await linesOf(user, count.id, 'state=differs')).length, 0);
  t.is((await lineOf(user, count.id, item.id)).counted, 3);
  t.is((await lineOf(admin, count.id, item.id)).counted, 206.511);

  const send = (fields: object) =>
    user.post('/api/changes').send({ changes: [{ id: randomUUID(), itemId: item.id, source: 'web', ...fields }] });
  const own = (await send({ delta: 19.331 })).body.results[0];
  t.like(own, { status: 'applied', item: { quantity: null, hidden: true }, change: { before: null, delta: 19.331 } });
  const undone = await user.post(`/api/changes/${set.id}/undo`);
  const posts = [
    await send({ set: 1 }),
    await send({ delta: 999_990 }),
    await send({ itemId: undefined, ean: '4600000000008', delta: -999_990 }),
    undone,
    await user.post(`/api/counts/${count.id}/entries`).send({
      entries: [{ id: randomUUID(), itemId: item.id, quantity: 1, source: 'web' }],
    }),
    await user.post(`/api/counts/${spot.id}/entries`).send({
      entries: [{ id: randomUUID(), itemId: item.id, quantity: 90_000, source: 'web' }],
    }),
    await user.post(`/api/counts/${count.id}/entries`).send({
      entries: [203, 204].map((quantity) => ({ id: theirs?.id, itemId: item.id, quantity, source: 'web' })),
    }),
    await user.post(`/api/counts/${count.id}/areas/${count.areas[0]?.id}/done`).send({ done: true }),
  ];
  for (const [nth, { status, body }] of posts.entries()) {
    t.is(status, 200);
    keepsSecrets(t, `POST ${nth}`, body);
  }
  const refused = await user.post(`/api/changes/${own.change.id}/undo`);
  t.is(refused.status, 409, 'a quantity was stated since');
  keepsSecrets(t, 'a refused undo', refused.body);
  t.like(posts[0]?.body.results[0].change, { before: null, after: null, delta: null, given: 'set' });
  t.is(posts[1]?.body.results[0].error, '«Джин»: слишком большое количество');
  t.like(posts.at(-3)?.body.results[0], { status: 'rejected' }, 'a spot check asks too');

  const guessed = await user.post(`/api/counts/${count.id}/entries`).send({
    entries: [{ id: theirs?.id, itemId: item.id, quantity: 203.511, source: 'web' }],
  });
  t.like(guessed.body.results[0], { status: 'rejected' }, 'an amount guessed under the id of another’s entry');
});

test('a blind counter has no reports and no exports, an administrator everything, and all of it comes back', async (t) => {
  const { admin, user, item } = await secretVenue(t);
  const count = await opened(admin, { blind: true });
  const closedEndpoints = [
    '/api/reports/discrepancies',
    '/api/reports/order',
    '/api/reports/losses',
    '/api/export.xlsx?report=items',
    '/api/export.xlsx?report=discrepancies',
    '/api/export.xlsx?report=changes',
    '/api/export.xlsx?report=order',
    `/api/export.xlsx?report=count&count=${count.id}`,
  ];
  for (const path of closedEndpoints) {
    const { status, body } = await user.get(path);
    t.is(status, 403, path);
    t.like(body, { code: 'blind_count', error: 'Идёт слепой подсчёт: остатки откроются, когда его закроют' });
  }
  t.is((await admin.get('/api/reports/discrepancies')).body.rows[0].quantity, 437.113);
  t.like((await admin.get('/api/items')).body, { items: [{ quantity: 437.113 }] });
  t.is((await admin.get('/api/items')).body.blind, undefined);
  t.like((await user.get('/api/items')).body, {
    blind: true,
    items: [{ quantity: null, expected: null, hidden: true }],
  });
  t.like((await user.get(`/api/counts/${count.id}`)).body.count, { hidden: true, coverage: { lines: 1 } });
  t.like((await admin.get(`/api/counts/${count.id}`)).body.count, { hidden: false });

  await entered(user, count.id, { itemId: item.id, quantity: 11.223 });
  await closed(admin, count.id);
  t.like((await user.get('/api/items')).body.items[0], { quantity: 11.223, expected: 441.117 });
  t.is((await user.get('/api/items')).body.blind, undefined);
  t.is((await user.get('/api/reports/discrepancies')).status, 200);
  t.is((await user.get(`/api/counts/${count.id}`)).body.count.totals.differing, 1);
  await admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'ещё раз' });
  t.is((await user.get('/api/items')).body.items[0].quantity, null);
  await admin.post(`/api/counts/${count.id}/cancel`).send({ reason: 'хватит' });
  t.is((await user.get('/api/items')).body.items[0].quantity, 437.113);
});

test('a blind counter sees their own entries and not those of others', async (t) => {
  const { admin, user, asNewUser, item, createItem } = await secretVenue(t);
  const rum = await createItem({ name: 'Ром', quantity: 2 });
  const other = await asNewUser('other', 'user', 'Пётр');
  const count = await opened(admin, { blind: true });
  await enter(user, count.id, { itemId: item.id, quantity: 1 }, { itemId: item.id, quantity: 2 });
  await enter(other, count.id, { itemId: item.id, quantity: 4 }, { itemId: rum.id, quantity: 8 });

  t.like(await lineOf(user, count.id, item.id), { counted: 3, entries: 2, counters: ['Иван'], expected: null });
  t.like(await lineOf(user, count.id, rum.id), {
    counted: null,
    entries: 0,
    counters: [],
    difference: null,
    loss: null,
  });
  t.is((await user.get(`/api/counts/${count.id}/entries`)).body.pagination.total, 2);
  const { count: seen } = (await user.get(`/api/counts/${count.id}`)).body;
  const [{ which, ...own }, ...others] = seen.counters;
  t.deepEqual([own, others], [{ user: { id: user.id, name: 'Иван' }, lines: 1, entries: 2 }, []]);
  await enter(other, count.id, { itemId: rum.id, quantity: 1 });
  t.is((await user.get(`/api/counts/${count.id}`)).body.count.counters[0].which, which, 'nothing tells of another’s');
  t.is(seen.coverage.counted, 2);
  t.like(await lineOf(admin, count.id, item.id), { counted: 7, counters: ['Иван', 'Пётр'] });
});

test('a count is blind also where the answer to its commit was lost', async (t) => {
  const { admin, user, item, db } = await secretVenue(t);
  const url = `/api/items/${item.id}`;
  t.is((await user.get(url)).body.item.quantity, 437.113);
  await loseNextCommit(db);

  const answer = await admin.post('/api/counts').send({ key: randomUUID(), blind: true });

  t.is(answer.status, 503);
  t.is((await db('counts').first()).status, 'open');
  t.is((await user.get(url)).body.item.quantity, null);
});

test('what the count does not hold is not hidden; what it takes in later is', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  await createItem({ name: 'Джин', category: 'А', quantity: 1, expected: 1 });
  const rum = await createItem({ name: 'Ром', category: 'Б', quantity: 2 });
  const count = await opened(admin, { blind: true, scope: 'categories', categories: ['А'] });
  const names = async (): Promise<[string, number | null][]> =>
    (await user.get('/api/items')).body.items.map((one: ShownItem) => [one.name, one.quantity]);
  t.deepEqual(await names(), [
    ['Джин', null],
    ['Ром', 2],
  ]);
  await admin.put(`/api/items/${rum.id}`).send({ category: 'А' });
  await entered(user, count.id, { itemId: rum.id, quantity: 5 });
  t.deepEqual(await names(), [
    ['Джин', null],
    ['Ром', null],
  ]);
});

test('what is added while everything is counted blindly is hidden too', async (t) => {
  const { admin, user, item, createItem } = await secretVenue(t);
  const count = await opened(admin, { blind: true });

  const late = await createItem({ name: 'Ром', quantity: 456.444 });
  const seen = (await user.get('/api/items')).body.items as ShownItem[];

  t.deepEqual(
    seen.map(({ id, hidden }) => [id, hidden]).sort(),
    [
      [item.id, true],
      [late.id, true],
    ].sort(),
  );
  await closed(admin, count.id);
  t.is((await user.get(`/api/items/${late.id}`)).body.item.quantity, 456.444);
});

test('a blind counter who is done, takes back and is done again does not learn what differs', async (t) => {
  const { admin, user, item } = await secretVenue(t);
  const count = await opened(admin, { blind: true, recountThreshold: 0.5, areas: [{ name: 'Бар' }] });
  const area = `/api/counts/${count.id}/areas/${count.areas[0]?.id}/done`;
  await entered(user, count.id, { itemId: item.id, quantity: 1 });

  await user.post(area).send({ done: true });
  const byUser = await lineOf(user, count.id, item.id);
  await user.post(area).send({ done: false });
  await admin.post(area).send({ done: true });
  const byAdmin = await lineOf(user, count.id, item.id);

  t.deepEqual([byUser.recount, byAdmin.recount], [false, true]);
});

test('a blind counter learns no amount of others by trying amounts under the ids of the log', async (t) => {
  const { admin, user, item, asNewUser } = await secretVenue(t);
  const other = await asNewUser('other', 'user', 'Пётр');
  const theirs = { id: randomUUID(), itemId: item.id, set: 3, source: 'web' };
  const own = { id: randomUUID(), itemId: item.id, delta: 1, source: 'web' };
  const send = async (client: typeof user, change: object) =>
    (await client.post('/api/changes').send({ changes: [change] })).body.results[0];
  t.is((await send(other, { ...theirs, confirmed: true })).status, 'applied');
  t.is((await send(user, own)).status, 'applied');
  const { id: reverse } = (await user.post(`/api/changes/${own.id}/undo`).send({})).body.change;
  const { id: countId } = await opened(admin, { blind: true });

  const [right, wrong] = [await send(user, theirs), await send(user, { ...theirs, set: 4 })];

  t.is(right.status, 'rejected');
  t.deepEqual(right, wrong);
  t.is((await send(user, { id: reverse, itemId: item.id, delta: -1, source: 'web' })).status, 'rejected');
  t.is((await send(user, own)).status, 'duplicate', 'what a phone sends again is still known');
  t.is((await send(other, theirs)).status, 'duplicate');
  await admin.post(`/api/counts/${countId}/cancel`).send({ reason: 'проверка' });
  t.is((await send(user, theirs)).status, 'duplicate');
});
