import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startVenueChat } from '../support/telegram/venue-chat.ts';
import { startTenant } from '../support/venue/tenant.ts';

/** A limit that even an empty database exceeds. */
const FULL = { env: { MAX_STORAGE_MB: '1' } };
const ROOMY = { env: { MAX_STORAGE_MB: '100' } };

const item = { name: 'Джемесон', unit: 'л', search_name: 'джемесон' };

test('what takes twice the room of its plan grows no further, and goes on telling, closing and taking away', async (t) => {
  const { admin, db } = await startTenant(t, FULL);
  const [{ id }] = await db('items').insert(item).returning('id');
  const change = { id: randomUUID(), itemId: id, delta: 1, source: 'web' };

  const refused = [
    await admin.post('/api/changes').send({ changes: [change] }),
    await admin.post('/api/items').send({ name: 'Абсолют', unit: 'л' }),
    await admin.post('/api/counts').send({ key: randomUUID() }),
    await admin.post('/api/import').attach('file', Buffer.from('Название;Остаток\nДжин;1'), 'a.csv'),
  ];

  for (const { status, body, headers } of refused) {
    t.like({ status, code: body.code }, { status: 507, code: 'storage_full' });
    t.is(headers['retry-after'], '60');
  }
  t.is((await db('changes')).length, 0);
  t.is((await admin.get('/api/export.xlsx?report=items')).status, 200);
  t.is((await admin.put('/api/settings').send({ areas: ['Бар'] })).status, 200);
  t.is((await admin.delete(`/api/items/${id}`)).status, 200);
});

test('in the chat it is said so, and the same message is not brought again', async (t) => {
  const chat = await startVenueChat(t, FULL);
  await chat.db('items').insert(item);

  const [answer] = await chat.say('Джемесон +1');

  t.regex(answer ?? '', /больше места, чем даёт тариф/);
});

test('within its room a venue counts as ever, and without a limit too', async (t) => {
  for (const options of [ROOMY, {}]) {
    const { admin, createItem } = await startTenant(t, options);
    const { id } = await createItem({ name: 'Джемесон' });
    const changes = [{ id: randomUUID(), itemId: id, delta: 1, source: 'web' }];
    t.is((await admin.post('/api/changes').send({ changes })).body.results[0].status, 'applied');
  }
});

test('what strangers have written into the log for weeks takes nothing of the room of the plan', async (t) => {
  const { admin, db } = await startTenant(t, { env: { MAX_STORAGE_MB: '12' } });
  const [{ id }] = await db('items').insert(item).returning('id');
  await db.raw(`insert into security_events (at, event, failed, ip, device)
    select now(), 'login.failed', true, '203.0.113.9', repeat('x', 200) from generate_series(1, 100000)`);
  const [{ bytes }] = (await db.raw('select pg_database_size(current_database()) as bytes')).rows;
  t.true(Number(bytes) > 24 * 2 ** 20);

  const changes = [{ id: randomUUID(), itemId: id, delta: 1, source: 'web' }];

  t.is((await admin.post('/api/changes').send({ changes })).status, 200);
});

test('what was written before the room ran out is said to be so to whoever never heard of it, and undone; nothing is counted twice', async (t) => {
  let now = Date.now();
  const clock = () => new Date(now);
  const { admin, user, db, createItem } = await startTenant(t, { env: { MAX_STORAGE_MB: '12' }, clock });
  const { id: itemId } = await createItem({ name: 'Джемесон' });
  const [written, late] = [1, 2].map((delta) => ({ id: randomUUID(), itemId, delta, source: 'scanner' }));
  const [entry, another] = [3, 4].map((quantity) => ({ id: randomUUID(), itemId, quantity, source: 'scanner' }));
  const send = (...changes: unknown[]) => user.post('/api/changes').send({ changes });
  const stock = async () => (await user.get(`/api/items/${itemId}`)).body.item.quantity;
  await send(written);
  const { count } = (await admin.post('/api/counts').send({ key: randomUUID() })).body;
  const enter = (...entries: unknown[]) => user.post(`/api/counts/${count.id}/entries`).send({ entries });
  await enter(entry);
  const added = { key: randomUUID(), name: 'Абсолют', unit: 'л' };
  await user.post('/api/items').send(added);
  await db.raw(
    `create table filler as select md5(n::text) || md5((-n)::text) as text from generate_series(1, 250000) n`,
  );
  now += 16_000;

  const again = await send(written);
  t.is(again.status, 200, again.body.error);
  t.is(again.body.results[0].status, 'duplicate');
  t.like((await enter(entry)).body.results?.[0], { id: entry?.id, entry: { quantity: 3 } });
  t.is((await user.post('/api/items').send(added)).body.item?.name, 'Абсолют');
  for (const refused of [send(late), send(written, late), enter(another), enter(entry, another)])
    t.is((await refused).status, 507);
  t.is(await stock(), 1);
  t.is((await user.post(`/api/changes/${written?.id}/undo`)).status, 200);
  t.is((await send(written)).body.results[0].status, 'duplicate');
  t.is(await stock(), 0);

  await db.raw('drop table filler');
  now += 16_000;
  t.deepEqual(
    (await send(written, late)).body.results.map(({ status }: { status: string }) => status),
    ['duplicate', 'applied'],
  );
  t.is(await stock(), 2);
});
