import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@ostatok/kit/contract/endpoint.ts';
import { venueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { internalEndpoints } from '@ostatok/tenant-runtime/contract/internal.endpoints.ts';
import test from 'ava';
import { countRows, nameOf, type Route, refused, watchRoutes, wrongBodiesOf } from '../support/http/routes.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const watched = watchRoutes();

const endpoints: Record<string, Endpoint> = { ...venueEndpoints, ...internalEndpoints };
/** What the contract says of a route; undefined where it says nothing. */
const endpointOf = (route: Route): Endpoint | undefined => endpoints[nameOf(route)];
const isOpen = (route: Route): boolean => endpointOf(route)?.access === 'anyone';
const isForEverybody = (route: Route): boolean => ['user', 'own-user'].includes(endpointOf(route)?.access ?? '');

/** Valid bodies for routes that check the body before they look up the row. */
const rightBodies: Record<string, object> = {
  'PUT /api/users/:id': { name: 'Ром' },
  'PUT /api/items/:id': { name: 'Ром' },
  'PUT /api/chat/messages/:id': { id: randomUUID(), text: 'Ром +1' },
  'POST /api/items/:id/measure': { emptyG: 400 },
  'POST /api/items/:id/codes': { id: randomUUID(), ean: '4600000000008' },
  'PUT /api/scheduled-counts/:id': { title: 'Ночной', weekdays: [1], time: '23:30' },
  'PUT /api/suppliers/:id': { name: 'Ромашка' },
  'PUT /api/items/:id/supplier': { supplier_id: null },
  'POST /api/orders/:id/letter': { to: 'zakaz@metro.example', reply_to: 'anna@bar.example' },
  'PUT /api/deliveries/:id': { number: '5' },
  'PUT /api/deliveries/:id/lines': { lines: [{ place: 1, quantity: 2 }] },
  'POST /api/deliveries/:id/post': { counted: 'before' },
  'PUT /api/dishes/:id': { name: 'Негрони' },
  'PUT /api/dishes/:id/recipe': { lines: [{ text: 'Джин', amount: 30, unit: 'мл' }] },
  'PUT /api/recipe-files/:id/names': { names: [{ key: 'джин', skipped: true }] },
  'POST /api/recipe-files/:id/apply': { valid_from: '2026-11-28' },
  'PUT /api/sales/sources/:id': { name: 'Касса' },
  'PUT /api/sales/files/:id': { source_name: 'Касса на террасе' },
  'PUT /api/feeds/:id': { name: 'Касса' },
  'PUT /api/counts/:id': { title: 'Подсчёт' },
  'POST /api/counts/:id/entries': { entries: [{ id: randomUUID(), itemId: 1, quantity: 1, source: 'web' }] },
  'POST /api/counts/:id/areas/:areaId/done': { done: true },
  'POST /api/counts/:id/recount': { itemIds: [1] },
  'POST /api/counts/:id/close': { uncounted: 'keep' },
  'POST /api/counts/:id/reopen': { reason: 'Забыли склад' },
  'POST /api/counts/:id/cancel': { reason: 'Начали не вовремя' },
};
/** Valid queries for routes that check the query before they look up the row. */
const rightQueries: Record<string, string> = { 'GET /api/usage/:id': '?from=1&to=2' };

/** Whether a route's body can be wrong: others have their input in the address, and a sign-out needs none. */
const hasBody = (route: Route): boolean =>
  Boolean(endpointOf(route)?.body ?? endpointOf(route)?.hasFile) && !route.path.endsWith('/logout');

/** Takes a report of any form, once its secret is known. */
const takesAnyBody = ({ path }: Route): boolean => path === '/api/feeds/upload/:secret';

const unknown = (path: string): string =>
  path
    .replace(/:ean\b/, '4600000000008')
    .replace(/:importId\b/, randomUUID())
    .replace(/(changes)\/:id\b/, `$1/${randomUUID()}`)
    .replace(/:entryId\b/, randomUUID())
    .replace(/:areaId\b/, '999999999')
    .replace(/:id\b/, '999999999');

function routesOf(): { api: Route[]; internal: Route[] } {
  const routes = watched.list();
  const under = (prefix: string): Route[] => routes.filter(({ path }) => path.startsWith(prefix));
  return { api: under('/api/'), internal: under('/internal/') };
}

const send = (who: Tenant['anonymous'], route: Route, path = unknown(route.path)) => who[route.method](path);

/** The row counts of every table, and all users. */
const storedIn = async ({ db }: Tenant): Promise<unknown[]> => [
  await countRows(db),
  await db('users').orderBy('id').select('*'),
];

test('every route of a venue asks who is there, and the administrator alone may do what others may not', async (t) => {
  const venue = await startTenant(t);
  const { api, internal } = routesOf();
  t.true(api.length > 15 && internal.length >= 4, 'the walk finds the routes');

  for (const route of api) {
    const name = nameOf(route);
    if (isOpen(route)) continue;
    refused(t, `${name} by nobody`, await send(venue.anonymous, route), [401]);
    const forged = await send(venue.anonymous, route).set(
      'Authorization',
      'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    );
    refused(t, `${name} with a token of no algorithm`, forged, [401]);
    if (!isForEverybody(route)) refused(t, `${name} by a user`, await send(venue.user, route), [403]);
  }
  for (const route of internal) {
    for (const who of [venue.anonymous, venue.user, venue.admin]) {
      refused(t, nameOf(route), await send(who, route), [401]);
    }
  }
});

test('every route of a venue that names a row says so when there is none', async (t) => {
  const venue = await startTenant(t);
  const named = routesOf().api.filter(({ path }) => path.includes('/:'));

  for (const route of named) {
    const answer = await send(venue.admin, route, unknown(route.path) + (rightQueries[nameOf(route)] ?? '')).send(
      rightBodies[nameOf(route)],
    );
    const { [nameOf(route)]: right } = rightBodies;
    refused(t, right ? nameOf(route) : `${nameOf(route)}, of which rightBodies has none,`, answer, [404]);
    for (const odd of ['0', '-1', 'abc', '1e3', '99999999999999999999', '%00', '%27', '..%2f..%2fetc']) {
      const path = route.path.replace(/:\w+/, odd);
      refused(t, `${nameOf(route)} as ${odd}`, await send(venue.admin, route, path).send({}), [400, 404]);
    }
  }
});

test('every route of a venue refuses a wrong body in the documented shape and stores nothing', async (t) => {
  const venue = await startTenant(t);
  const { api, internal } = routesOf();
  const item = await venue.createItem({ name: 'Ром' });
  const before = await storedIn(venue);
  const wrongBodies = await wrongBodiesOf('tenant-runtime/contract');

  for (const route of [...api, ...internal].filter(({ method }) => method !== 'get')) {
    const who = route.path.startsWith('/internal') ? venue.platform : venue.admin;
    const path = route.path.includes('/items/:id') ? `/api/items/${item.id}` : unknown(route.path);
    if (!hasBody(route) && route.path === '/internal/stop') continue;
    for (const { what, body, status } of wrongBodies) {
      if (status === undefined && !hasBody(route)) continue;
      const answer = await send(who, route, path).set('Content-Type', 'application/json').send(body);
      // one bad change never stops the others: each is rejected by itself
      if (answer.body.results?.every(({ status: one }: { status: string }) => one === 'rejected')) continue;
      // an update without changes is allowed
      if (route.method === 'put' && answer.status === 200 && ['an empty object', 'null'].includes(what)) continue;
      if (takesAnyBody(route)) {
        refused(t, `${nameOf(route)} with ${what}`, answer, [404]);
        continue;
      }
      const expected = status ? [status, ...(route.path.startsWith('/internal') ? [400] : [])] : [400, 404];
      refused(t, `${nameOf(route)} with ${what}`, answer, expected);
    }
  }

  t.deepEqual(await storedIn(venue), before);
});

test('a question of a venue that makes no sense is refused in Russian', async (t) => {
  const venue = await startTenant(t);
  const odd = [
    'page=0',
    'page=x',
    'limit=100000',
    'range=x',
    'range=[5,1]',
    'sort=["password_hash","ASC"]',
    'filter=[]',
  ];
  const lists = ['/api/items', '/api/changes', '/api/counts', '/api/security'];

  for (const path of lists.flatMap((list) => odd.map((query) => `${list}?${query}`))) {
    refused(t, path, await venue.admin.get(path), [400]);
  }
  for (const path of [
    '/api/changes?from=yesterday',
    '/api/changes?item=x',
    '/api/changes?source=root',
    '/api/items?changedSince=never',
    '/api/items?category=%00',
    '/api/reports/discrepancies?group=beer',
    '/api/reports/discrepancies?deviation=2',
    '/api/reports/losses?from=yesterday',
    '/api/counts?status=never',
    '/api/changes?method=guessed',
    '/api/changes?reason=theft',
    '/api/export.xlsx?report=count',
    '/api/export.xlsx?report=users',
    '/api/lookup/123',
    '/api/marks/find?mark=4600494000737',
  ]) {
    refused(t, path, await venue.admin.get(path), [400]);
  }
});

test("another venue's token opens neither the API nor the socket, and a removed person's socket is closed", async (t) => {
  const venue = await startTenant(t);
  const other = await startTenant(t, { env: { INTERNAL_SECRET: 'another-secret-another-secret-another-secret' } });

  refused(
    t,
    'the API',
    await other.anonymous.get('/api/items').set('Authorization', `Bearer ${venue.admin.token}`),
    [401],
  );
  await t.throwsAsync(other.socket(venue.admin.token));
  await t.throwsAsync(venue.socket('eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwidiI6MX0.'));

  const socket = await venue.socket(venue.user.token);
  const closed = new Promise((resolve) => socket.once('disconnect', resolve));
  t.is((await venue.admin.delete(`/api/users/${venue.user.id}`)).status, 200);
  t.is(await closed, 'io server disconnect');
  await t.throwsAsync(venue.socket(venue.user.token));
  refused(t, 'the API', await venue.user.get('/api/items'), [401]);
});
