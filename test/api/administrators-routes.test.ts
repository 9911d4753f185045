import test from 'ava';
import { administratorsActs } from '../support/admin-acts/admin-acts.ts';
import { isAdministration, type SendToRoute, sendToRoutes, unknownPath } from '../support/http/platform-routes.ts';
import { nameOf, type Route, watchRoutes } from '../support/http/routes.ts';
import { startMaxServer } from '../support/max/max-server.ts';
import type { MaxServer } from '../support/max/server-types.ts';
import {
  call,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const watched = watchRoutes();
let max: MaxServer;
let platform: TestPlatform;
let admin: TestOwner;
let routes: Route[];
let send: SendToRoute;
test.before(async () => {
  max = await startMaxServer();
  platform = await startTestPlatform({ MAX_API_ROOT: max.url, MAX_BOT_TOKEN: max.bot().token });
  send = sendToRoutes(platform.url);
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  admin.token = (await call(platform.url, 'POST', '/api/auth/login', { body: admin })).body.token;
  const { id } = await newVenue(platform, await newOwner(platform));
  const ofMax = () => call(platform.url, 'GET', `/api/admin/tenants/${id}/max`, { token: admin.token });
  await until(async () => (await ofMax()).body.max.sharedAvailable, 'the shared bot is set');
  // the shipped templates are inserted when they are first requested
  await call(platform.url, 'GET', '/api/admin/email-templates', { token: admin.token });
  routes = watched.list().filter(isAdministration);
});
test.after.always(async () => {
  await platform?.stop();
  await max?.close();
});

test.serial('every list of the administrator takes or refuses what it is asked for', async (t) => {
  const far = Array.from({ length: 500 }, (_, at) => at);
  const filters: object[] = [
    ...[['x'], [1e300], [null], { a: 1 }, '1,2', far].map((id) => ({ id })),
    ...['\u0000', '\ud800', '%_\\', { a: 1 }, 'я'.repeat(500)].map((search) => ({ search })),
    { from: '-271821-04-20' },
    { from: '275760-09-13', to: 'x' },
    { status: ['a', 'b'], alias_id: 1e99, user_id: 1e99, plan_id: 1e99, actor: '9'.repeat(15) },
    { toString: 1 },
  ];
  const queries = [
    ...[
      '[0,1e9]',
      '[1e300,1e300]',
      '[9007199254740991,9007199254740992]',
      '[0.5,1.5]',
      '[-1,5]',
      '[900000000,900000009]',
    ],
  ].map((range) => ({ range }) as Record<string, string>);
  queries.push({ page: '1000000', limit: '1000' }, { sort: '["__proto__","ASC"]' }, { sort: '["id;--","ASC"]' });
  for (const filter of filters) queries.push({ filter: JSON.stringify(filter) });

  const lists = routes.filter(({ method, path }) => method === 'get' && /^\/api\/admin\//.test(path));
  // A workbook takes a tenth of a second, and its list reads the same query parameters: a few of each kind suffice.
  const few = queries.filter((_, at) => at % 5 === 0);
  for (const route of lists.filter(({ path }) => path !== '/api/admin/events')) {
    for (const query of route.path.endsWith('.xlsx') ? few : queries) {
      const path = `${unknownPath(route.path)}?${new URLSearchParams(query)}`;
      const answer = await send(route, { path, token: admin.token });
      t.true([200, 400, 404].includes(answer.status), `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
});

/** Routes that change nothing, or only what the caller alone sees. */
const noActs = [
  'PUT /api/admin/preferences/:key',
  'DELETE /api/admin/preferences/:key',
  'POST /api/admin/aliases/import',
  'POST /api/admin/aliases/import/starter',
  'PUT /api/admin/aliases/import/:importId',
  'POST /api/admin/email/preview',
  'POST /api/admin/marketing/audience',
  'POST /api/admin/tenants/cleanup/plan',
  // this platform's only image is in use and stays: the test of images covers the deletion
  'DELETE /api/admin/images/:id',
];

test.serial('every act of an administrator is told in the activity, with who did it and from where', async (t) => {
  const acting = routes.filter(({ method }) => method !== 'get');
  const acts = administratorsActs(platform, admin);
  t.deepEqual([...new Set(acting.map(nameOf))].toSorted(), [...acts.names, ...noActs].toSorted());

  for (const name of acts.names) {
    const { reply, entries } = await acts.do(name);
    t.true(reply && reply.status < 300, `${name}: ${reply?.status} ${JSON.stringify(reply?.body)}`);
    t.true(entries.length > 0, `${name} is told nowhere`);
    t.true(
      entries.every(({ ip }) => typeof ip === 'string'),
      `${name}: from where`,
    );
  }
});

/** The rows of a list response, under any field name. */
const rowsOf = ({ body }: { body: Record<string, unknown> }): Record<string, unknown>[] => {
  const { audit, ...others } = body as { audit?: { tenants: Record<string, unknown>[] } };
  return audit?.tenants ?? (Object.values(others).find(Array.isArray) as Record<string, unknown>[]);
};

interface Parameter {
  name: string;
  schema: { enum?: string[] };
}

test.serial('every list of the administrator pages, sorts and finds its rows by their numbers', async (t) => {
  const { paths } = (await call(platform.url, 'GET', '/api/openapi.json')).body;
  const lists = Object.entries<{ get?: { parameters?: Parameter[] } }>(paths).flatMap(([path, { get }]) => {
    const parameters = new Map(get?.parameters?.map((one) => [one.name, one]) ?? []);
    return /^\/api\/admin\/[^{]*$/.test(path) && parameters.has('range') ? [{ path, parameters }] : [];
  });
  const filled: string[] = [];
  for (const { path, parameters } of lists) {
    const ask = async (query: Record<string, unknown>) => {
      const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, JSON.stringify(value)]));
      const answer = await call(platform.url, 'GET', `${path}?${text}`, { token: admin.token });
      t.is(answer.status, 200, `${path}?${text}`);
      return answer;
    };
    const { total } = (await ask({})).body.pagination;
    const first = await ask({ range: [0, 0] });
    t.regex(String(first.headers['content-range']), new RegExp(`^[\\w-]+ 0-0/${total}$`), path);
    t.is(rowsOf(first).length, Math.min(1, total), path);
    for (const name of parameters.get('sortBy')?.schema.enum ?? []) await ask({ sort: [name, 'DESC'], range: [0, 0] });

    const [row] = rowsOf(first);
    if (row) filled.push(path);
    // changes of the catalogue are identified by their revision
    if (!row || path.endsWith('/aliases/history')) continue;
    const found = rowsOf(await ask({ filter: { id: [row.id] } }));
    // sizes and times of use are measured meanwhile
    t.deepEqual(
      found.map(({ id }) => id),
      [row.id],
      path,
    );
    t.deepEqual(rowsOf(await ask({ filter: { id: [] } })), [], path);
  }
  t.true(lists.length >= 15, `${lists.length} lists`);
  t.true(filled.length >= 12, `${filled} alone have rows`);
});
