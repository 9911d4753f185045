import { venueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import test from 'ava';
import { checkDocument } from '../support/http/openapi.ts';
import { watchRoutes } from '../support/http/routes.ts';
import { startTenant } from '../support/venue/tenant.ts';

const watched = watchRoutes();

test('every call of a venue is described, and nothing else is', async (t) => {
  await startTenant(t);
  const called = watched
    .list()
    .filter(({ path }) => path.startsWith('/api/'))
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`);

  t.deepEqual([...new Set(called)].toSorted(), Object.keys(venueEndpoints).toSorted());
});

test("the document names each call, what it takes and what it answers, to the venue's administrator", async (t) => {
  const { admin, user, anonymous } = await startTenant(t);
  const { status, body } = await admin.get('/api/openapi.json');

  t.is(status, 200);
  checkDocument(t, body);
  const count = body.paths['/api/counts'].post;
  t.deepEqual(count.requestBody.content['application/json'].schema.required, ['key']);
  t.is(count.responses[200].content['application/json'].schema.properties.count.properties.title.type, 'string');
  t.truthy(body.paths['/api/users'].post.responses[201]);
  t.deepEqual(body.paths['/api/venue'].get.security, []);
  t.is(body.paths['/api/items'].get.security, undefined);
  t.truthy(body.paths['/api/import'].post.requestBody.content['multipart/form-data']);
  for (const path of ['/api/openapi.json', '/api/docs']) {
    t.is((await user.get(path)).status, 403);
    t.is((await anonymous.get(path)).status, 401);
  }
});

test('the page to read is searched without a script and shows what is searched for as text alone', async (t) => {
  const { admin } = await startTenant(t);
  const read = async (q: string) => (await admin.get(`/api/docs?q=${encodeURIComponent(q)}`)).text;
  const [all, some, attack] = [await read(''), await read('counts reopen'), await read('"><script>alert(1)</script>')];

  for (const name of Object.keys(venueEndpoints))
    t.true(all.includes(name.split(' ')[1]?.replace(/:(\w+)/g, '{$1}') ?? ''), name);
  t.notRegex(all + attack, /<script/);
  t.true(some.includes('/api/counts/{id}/reopen') && !some.includes('/api/users'));
});
