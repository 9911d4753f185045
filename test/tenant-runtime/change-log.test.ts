import { randomUUID } from 'node:crypto';
import test from 'ava';
import { change, only } from '../support/venue/change.ts';
import { startTenant } from '../support/venue/tenant.ts';

test('undoing many times at once writes one reverse change', async (t) => {
  const { user, createItem, db } = await startTenant(t);
  const item = await createItem({ name: 'Ром', quantity: 2 });
  const { id } = await only(user, { itemId: item.id, delta: -0.25 });

  const answers = await Promise.all(Array.from({ length: 8 }, () => user.post(`/api/changes/${id}/undo`)));

  t.true(answers.every((answer) => answer.status === 200));
  t.is(new Set(answers.map((answer) => answer.body.change.id)).size, 1);
  t.like(answers[0]?.body.change, { undoes: id, delta: 0.25, before: 1.75, after: 2 });
  t.is((await db('changes').where({ undoes: id })).length, 1);
});

test('an undo answers the item as it is left, and says where it was asked for', async (t) => {
  const { user, createItem } = await startTenant(t);
  const { id: itemId } = await createItem({ name: 'Джин', quantity: 2 });
  const id = randomUUID();
  await user.post('/api/changes').send({ changes: [{ id, itemId, delta: -0.25, source: 'scanner' }] });
  const { body } = await user.post(`/api/changes/${id}/undo`).send({ source: 'scanner' });
  t.like(body, { item: { id: itemId, quantity: 2 }, change: { undoes: id, source: 'scanner' } });
  t.is((await user.post(`/api/changes/${id}/undo`).send({ source: 'bot' })).status, 400);
});

test('an undo cannot be undone, nor a change nobody made', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Ром' });
  const { id } = await only(user, { itemId: item.id, delta: 1 });
  const reverse = (await user.post(`/api/changes/${id}/undo`)).body.change;
  t.is((await user.post(`/api/changes/${reverse.id}/undo`)).body.code, 'is_undo');
  t.is((await user.post(`/api/changes/${randomUUID()}/undo`)).status, 404);
  t.is((await user.post('/api/changes/7/undo')).status, 404);
});

test("a user takes back their own changes, an administrator anyone's", async (t) => {
  const { user, admin, asNewUser, createItem } = await startTenant(t);
  const other = await asNewUser('other');
  const item = await createItem({ name: 'Водка' });
  const { id } = await only(user, { itemId: item.id, delta: 1 });
  t.is((await other.post(`/api/changes/${id}/undo`)).body.code, 'not_yours');
  t.is((await admin.post(`/api/changes/${id}/undo`)).status, 200);
  t.like((await user.get('/api/changes')).body.changes[1], { id, undone: true });
});

test('the log is told newest first, filtered and counted', async (t) => {
  const { user, admin, createItem } = await startTenant(t, { env: { TIMEZONE: 'Asia/Vladivostok' } });
  const [gin, rum] = [await createItem({ name: 'Джин' }), await createItem({ name: 'Ром', quantity: 5 })];
  const soon = new Date(Date.now() - 48 * 3600_000).toISOString().slice(0, 10);
  await change(
    user,
    { itemId: gin.id, delta: 1, at: `${soon}T14:30:00Z` },
    { itemId: gin.id, delta: 2, source: 'scanner' },
  );
  await change(admin, { itemId: rum.id, delta: -1 });
  const list = async (query: string) => (await user.get(`/api/changes?${query}`)).body;

  const all = await list('');
  t.deepEqual(
    all.changes.map((one: { delta: number }) => one.delta),
    [-1, 2, 1, 5],
  );
  t.like(all.changes[0], { item: { name: 'Ром', unit: 'л' }, user: { name: 'Анна' }, source: 'web' });
  t.is(all.pagination.total, 4);
  t.is((await list(`item=${gin.id}`)).pagination.total, 2);
  t.is((await list(`user=${admin.id}&item=${rum.id}`)).pagination.total, 2);
  t.is((await list('source=scanner')).changes[0].delta, 2);
  t.deepEqual((await list('page=2&limit=1')).pagination, { total: 4, page: 2, pages: 4 });
  // 14:30 in London is half past midnight of the next day in Vladivostok.
  t.is((await list(`to=${soon}`)).pagination.total, 0);
  const next = new Date(Date.parse(soon) + 24 * 3600_000).toISOString().slice(0, 10);
  t.is((await list(`from=${next}&to=${next}`)).pagination.total, 1);
});

test('the log says by what means and why, and is filtered by both; older rows by what they tell', async (t) => {
  const { user, createItem, db } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', weight_empty_g: 500, density_g_per_ml: 1, quantity: 5 });
  const [waste, scanned, weighed] = await change(
    user,
    { itemId: gin.id, delta: -1, reason: 'waste' },
    { itemId: gin.id, delta: 1, source: 'scanner', method: 'scanned', reason: 'transfer' },
    // the client's own value is ignored
    { itemId: gin.id, grossWeightG: 900, source: 'scales', method: 'typed', confirmed: true },
  );
  t.like(waste?.change, { method: 'typed', reason: 'waste', given: 'delta', count: null });
  t.like(scanned?.change, { method: 'scanned', reason: 'transfer' });
  t.like(weighed?.change, { method: 'weighed', reason: null, given: 'weight', after: 0.4 });
  const deltas = async (query: string): Promise<number[]> =>
    (await user.get(`/api/changes?${query}`)).body.changes.map((one: { delta: number }) => one.delta);

  for (const older of [false, true]) {
    if (older) await db('changes').update({ entry: null });
    t.deepEqual(await deltas('method=typed'), [-1, 5], `older: ${older}`);
    t.deepEqual(await deltas('method=scanned'), [1], `older: ${older}`);
    t.deepEqual(await deltas('method=weighed'), [-4.6], `older: ${older}`);
  }
  t.deepEqual(await deltas('reason=waste'), [-1]);
  t.deepEqual(await deltas(`reason=transfer&method=scanned&item=${gin.id}`), [1]);
  t.deepEqual(await deltas('reason=comp'), []);
});
