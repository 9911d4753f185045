import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../support/venue/tenant.ts';

interface Door {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  /** The permitted caller; `open` means everyone. */
  for: 'open' | 'user' | 'admin' | 'platform';
  /**
   * The status for an authorized caller with an empty body when it is not 200, such as for a missing row or for nothing
   * to do.
   */
  status?: number;
}

const missing = randomUUID();
const endpoints: Door[] = [
  { method: 'get', path: '/healthz', for: 'open' },
  { method: 'get', path: '/api/venue', for: 'open' },
  { method: 'post', path: '/api/auth/login', for: 'open', status: 400 },
  { method: 'get', path: '/api/auth/me', for: 'user' },
  { method: 'get', path: '/api/items', for: 'user' },
  { method: 'get', path: '/api/items/999', for: 'user', status: 404 },
  { method: 'post', path: '/api/items', for: 'user', status: 400 },
  { method: 'put', path: '/api/items/999', for: 'admin', status: 404 },
  { method: 'delete', path: '/api/items/999', for: 'admin', status: 404 },
  { method: 'get', path: '/api/categories', for: 'user' },
  { method: 'get', path: '/api/changes', for: 'user' },
  { method: 'post', path: '/api/changes', for: 'user', status: 400 },
  { method: 'post', path: `/api/changes/${missing}/undo`, for: 'user', status: 404 },
  { method: 'get', path: '/api/reports/discrepancies', for: 'user' },
  { method: 'get', path: '/api/lookup/4006381333931', for: 'user', status: 404 },
  { method: 'get', path: '/api/users', for: 'admin' },
  { method: 'post', path: '/api/users', for: 'admin', status: 400 },
  { method: 'put', path: '/api/users/999', for: 'admin', status: 404 },
  { method: 'delete', path: '/api/users/999', for: 'admin', status: 404 },
  { method: 'post', path: '/api/users/999/reset-password', for: 'admin', status: 404 },
  { method: 'get', path: '/api/auth/telegram', for: 'user' },
  { method: 'post', path: '/api/auth/telegram', for: 'user', status: 409 },
  { method: 'delete', path: '/api/auth/telegram', for: 'user' },
  { method: 'get', path: '/api/users/999/telegram', for: 'admin', status: 404 },
  { method: 'post', path: '/api/users/999/telegram', for: 'admin', status: 404 },
  { method: 'delete', path: '/api/users/999/telegram', for: 'admin', status: 404 },
  { method: 'get', path: '/api/bot', for: 'admin' },
  { method: 'get', path: '/api/newcomers', for: 'admin' },
  { method: 'post', path: '/api/newcomers/999/admit', for: 'admin', status: 404 },
  { method: 'post', path: '/api/newcomers/999/refuse', for: 'admin', status: 404 },
  { method: 'get', path: '/metrics', for: 'platform' },
  { method: 'get', path: '/internal/stats', for: 'platform' },
  { method: 'post', path: '/internal/admin', for: 'platform', status: 400 },
  { method: 'post', path: '/internal/admin/telegram-link', for: 'platform', status: 400 },
  { method: 'post', path: '/internal/updates', for: 'platform', status: 400 },
  { method: 'post', path: '/internal/max-updates', for: 'platform', status: 400 },
  { method: 'post', path: '/internal/stop', for: 'platform' },
];

test('each door opens to those it is for and to nobody else', async (t) => {
  const { anonymous, user, admin, platform } = await startTenant(t);
  const callers = { anonymous, user, admin, platform };
  const mayPass = { open: Object.keys(callers), user: ['user', 'admin'], admin: ['admin'], platform: ['platform'] };
  for (const door of endpoints) {
    for (const [name, caller] of Object.entries(callers)) {
      const answer = await caller[door.method](door.path).send(door.method === 'get' ? undefined : {});
      const refused = name === 'user' && door.for === 'admin' ? 403 : 401;
      const expected = mayPass[door.for].includes(name) ? (door.status ?? 200) : refused;
      t.is(answer.status, expected, `${name} ${door.method} ${door.path}`);
      if (answer.status >= 400) {
        t.false(answer.body.success);
        t.regex(answer.body.error, /^(Telegram |[А-ЯЁ«])/, `${name} ${door.method} ${door.path}`);
        t.regex(answer.body.code, /^[a-z_]+$/);
      }
    }
  }
});

test('malformed JSON, too much of it, and NUL in a text are refused at every door that reads a body', async (t) => {
  const { admin, platform, anonymous, db } = await startTenant(t);
  const tooMuch = JSON.stringify({ name: 'x'.repeat(10_000_000) });
  for (const door of endpoints.filter(({ method }) => method !== 'get')) {
    const caller = door.for === 'platform' ? platform : door.for === 'open' ? anonymous : admin;
    const send = (body: string) => caller[door.method](door.path).set('Content-Type', 'application/json').send(body);
    t.is((await send('{"a":')).body.code, 'malformed_json', door.path);
    t.is((await send(tooMuch)).status, 413, door.path);
  }
  const withNul = { name: 'a\0b', unit: 'л' };
  t.is((await admin.post('/api/items').send(withNul)).status, 400);
  t.is((await db('items')).length, 0);
});

test('a body of the wrong shape is refused in Russian and changes nothing', async (t) => {
  const { admin, db, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Джин', quantity: 1 });
  const wrong = [null, 5, 'text', [], [1], { name: {} }, { name: 7, unit: 'л' }, { group: {}, name: 'x', unit: 'л' }];
  for (const body of wrong) {
    const answer = await admin.post('/api/items').set('Content-Type', 'application/json').send(JSON.stringify(body));
    t.is(answer.status, 400, JSON.stringify(body));
    t.regex(answer.body.error, /[а-яё]/i, JSON.stringify(answer.body));
    for (const text of Object.values(answer.body.errors ?? {})) t.regex(String(text), /[а-яё]/i);
  }
  for (const fields of [{ name: null }, { par: '5' }, { cost: {} }, { volume_ml: 1.5 }, { ean: 46 }, { article: [] }]) {
    t.is((await admin.put(`/api/items/${item.id}`).send(fields)).status, 400, JSON.stringify(fields));
  }
  t.is((await db('items')).length, 1);
});

test('keys that every object has, and nesting without end, are refused as any other nonsense', async (t) => {
  const { anonymous, admin, platform, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Джин', quantity: 1 });
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const bodies = ['{"__proto__":{}}', '{"constructor":1}', '{"name":"а","unit":"л","codes":[{"toString":1}]}', deep];
  for (const body of bodies) {
    const answer = await admin.post('/api/items').set('Content-Type', 'application/json').send(body);
    t.is(answer.status, 400, body.slice(0, 50));
    t.regex(answer.body.error, /^[А-ЯЁ]/);
  }
  const stranger = await anonymous.post('/api/auth/login').set('Content-Type', 'application/json').send(deep);
  t.is(stranger.body.code, 'nested_too_deep', 'before it is parsed');
  const handed = await platform.post('/internal/updates').set('Content-Type', 'application/json').send(deep);
  t.is(handed.body.code, 'nested_too_deep', 'of the platform, too, which hands on what strangers write');
  const sound = { id: randomUUID(), itemId: item.id, delta: 1, source: 'web' };
  const odd = { ...sound, id: randomUUID(), at: { toString: 1 } };
  const { results } = (await admin.post('/api/changes').send({ changes: [odd, sound] })).body;
  t.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ['rejected', 'applied'],
  );
});

test("what a library says in English of somebody's Russian is not shown", async (t) => {
  const { admin } = await startTenant(t);
  const answer = await admin.post('/api/counts').send({ key: randomUUID(), scope: 'categories', categories: 'Вина' });
  t.is(answer.status, 400);
  t.notRegex(answer.body.error, /must be/);
});

test("a list's query of the wrong shape is refused", async (t) => {
  const { user } = await startTenant(t);
  const queries = [
    'page=0',
    'limit=5000',
    'page=x',
    'search=a&search=b',
    'changedSince=yesterday',
    'sort=["password"]',
    'sort=1',
    'sort={}',
    'sort=[{"toString":1}]',
    'range=x',
    'range=[{"toString":1,"valueOf":1},2]',
    'filter={"__proto__":1}',
  ];
  for (const query of queries) t.is((await user.get(`/api/items?${query}`)).status, 400, query);
  for (const query of ['item=x', 'source=mail', 'from=2026-02-31', 'to=soon', 'user=-1']) {
    t.is((await user.get(`/api/changes?${query}`)).status, 400, query);
  }
  t.is((await user.get('/api/items?sort=["id",{"toString":1}]')).status, 200);
  t.is((await user.get('/api/items?category=%00')).status, 400);
  t.is((await user.get('/api/items/%E0%A4%A')).status, 400);
});

test('ids that cannot be are not found', async (t) => {
  const { admin } = await startTenant(t);
  for (const id of ['0', '-1', 'x', '99999999999', '1e3', "1'"]) {
    t.is((await admin.get(`/api/items/${encodeURIComponent(id)}`)).status, 404, id);
    t.is((await admin.delete(`/api/users/${encodeURIComponent(id)}`)).status, 404, id);
  }
});

test('unknown keys are never stored', async (t) => {
  const { createItem, db } = await startTenant(t);
  await createItem({ name: 'Джин', id: 777, deleted_at: '2026-01-01', search_name: 'ром' } as never);
  t.like(await db('items').first(), { id: 1, search_name: 'джин', deleted_at: null });
});
