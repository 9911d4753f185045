import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { INTERNAL_SECRET, startTenant } from '../support/venue/tenant.ts';

async function asPlatform(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a barcode is looked up among the venue's own items, then in the platform's catalogue", async (t) => {
  const asked: (string | undefined)[] = [];
  const url = await asPlatform(t, (req, res) => {
    asked.push(req.url, req.headers.authorization, String(req.headers['x-tenant-id']));
    const known = req.url?.endsWith('/5011007003005');
    res.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(known ? { success: true, alias: { name: 'Виски' } } : { success: false }));
  });
  const { user, createItem } = await startTenant(t, { env: { PLATFORM_URL: url } });
  await createItem({ name: 'Ручка', unit: 'шт', ean: '4006381333931' });

  t.is((await user.get('/api/lookup/4006381333931')).body.item.name, 'Ручка');
  t.is(asked.length, 0);
  t.deepEqual((await user.get('/api/lookup/5011007003005')).body, { success: true, alias: { name: 'Виски' } });
  t.deepEqual(asked, ['/internal/catalogue/5011007003005', `Bearer ${INTERNAL_SECRET}`, 'test-tenant']);
  t.like(await user.get('/api/lookup/96385074'), {
    status: 404,
    body: { error: 'Такого штрихкода нет ни у вас, ни в каталоге' },
  });
  t.is((await user.get('/api/lookup/96385075')).status, 400);
});

test('a case’s code that the catalogue knows as a product’s is the item that has the product’s other code', async (t) => {
  const [BOTTLE, CASE] = ['5011007003005', '15011007003002'];
  const alias = { description: 'Виски', ean: CASE, pack: 12, product_ean: BOTTLE };
  const url = await asPlatform(t, (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ success: true, alias, codes: [BOTTLE] }));
  });
  const { user, admin, createItem } = await startTenant(t, { env: { PLATFORM_URL: url } });
  t.deepEqual((await user.get(`/api/lookup/${CASE}`)).body, { success: true, alias });

  const { id } = await createItem({ name: 'Виски у нас', unit: 'л', ean: BOTTLE });
  t.like((await user.get(`/api/lookup/${CASE}`)).body, { item: { id }, pack: 12, alias: undefined });

  const other = await createItem({ name: 'Ящик наш', unit: 'шт', codes: [{ ean: CASE, pack: 6 }] });
  t.like((await user.get(`/api/lookup/${CASE}`)).body, { item: { id: other.id }, pack: 6 }, 'its own word comes first');
  await admin.put(`/api/items/${other.id}`).send({ codes: [] });

  const attached = { id: randomUUID(), ean: CASE, pack: 12 };
  t.is((await user.post(`/api/items/${id}/codes`).send(attached)).status, 200);
  t.is((await admin.delete(`/api/attached-codes/${attached.id}`)).status, 200);
  t.deepEqual(
    (await user.get(`/api/lookup/${CASE}`)).body,
    { success: true, alias },
    'it was taken away from the item',
  );
});

test('a platform that is away, broken, or silent for ever, is a barcode not found, which says that the catalogue was not asked', async (t) => {
  const silent = await asPlatform(t, () => undefined);
  const broken = await asPlatform(t, (_req, res) => void res.writeHead(503).end('<html>'));
  for (const PLATFORM_URL of [silent, broken, 'http://127.0.0.1:9']) {
    const { user } = await startTenant(t, { env: { PLATFORM_URL } });
    t.like(await user.get('/api/lookup/5011007003005'), {
      status: 404,
      body: { code: 'catalogue_away', error: 'Такого штрихкода у вас нет, а каталог сейчас не отвечает' },
    });
  }
});

test('the platform is told how much there is', async (t) => {
  const { platform, user, createItem } = await startTenant(t);
  t.deepEqual((await platform.get('/internal/stats')).body.stats, {
    userCount: 2,
    itemCount: 0,
    changeCount: 0,
    lastChangeAt: null,
  });
  const item = await createItem({ name: 'Джин', quantity: 1 });
  await user.post('/api/changes').send({ changes: [{ id: randomUUID(), itemId: item.id, delta: 1, source: 'web' }] });
  const { stats } = (await platform.get('/internal/stats')).body;
  t.like(stats, { itemCount: 1, changeCount: 2 });
  t.true(Math.abs(Date.now() - Date.parse(stats.lastChangeAt)) < 60_000);
});

test('a venue without a bot takes no updates, and a wrong secret nothing at all', async (t) => {
  const { platform, anonymous, admin } = await startTenant(t);
  const updates = { updates: [{ update_id: 1 }] };
  t.is((await platform.post('/internal/updates').send(updates)).body.code, 'no_bot');
  t.is((await anonymous.post('/internal/updates').send(updates)).status, 401);
  t.is((await admin.post('/internal/admin').send({ username: 'x', password: 'xxxxxx' })).status, 401);
});

test('asked to stop, it answers first', async (t) => {
  const { platform, stopRequests } = await startTenant(t);
  t.is((await platform.post('/internal/stop')).status, 200);
  t.is(stopRequests(), 1);
});

test('the metrics count changes by their source', async (t) => {
  const { platform, createItem } = await startTenant(t);
  await createItem({ name: 'Джин', quantity: 1 });
  const { text } = await platform.get('/metrics');
  t.regex(text, /changes_applied_total\{source="web"\} 1/);
  t.regex(text, /http_request_duration_seconds_count\{method="POST",route="\/api\/items",status="201"\} 1/);
});
