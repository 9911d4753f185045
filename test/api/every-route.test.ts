import { describedRoutes } from '@ostatok/api/src/openapi/described-routes.ts';
import test from 'ava';
import { isAdministration, type SendToRoute, sendToRoutes } from '../support/http/platform-routes.ts';
import { countRows, nameOf, type Route, refused, watchRoutes, wrongBodiesOf } from '../support/http/routes.ts';
import { createClock, MINUTE } from '../support/platform/api.ts';
import {
  call,
  callVenue,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';

const watched = watchRoutes();
let platform: TestPlatform;
let owner: TestOwner;
let stranger: TestOwner;
let admin: TestOwner;
let venue: TestVenue;
let routes: Route[];
let send: SendToRoute;
/** An expired token of an administrator. */
let expired: string;
/** A token of a support visit to the tenant. */
let visitor: string;
const clock = createClock();
test.before(async () => {
  platform = await startTestPlatform({}, { now: clock.now });
  send = sendToRoutes(platform.url);
  const early = await newOwner(platform);
  await platform.db('users').where({ id: early.userId }).update({ role: 'admin' });
  expired = (await call(platform.url, 'POST', '/api/auth/login', { body: early })).body.token;
  clock.pass(16 * MINUTE);
  [owner, stranger, admin] = await Promise.all([newOwner(platform), newOwner(platform), newOwner(platform)]);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  const signedIn = await call(platform.url, 'POST', '/api/auth/login', { body: admin });
  admin.token = signedIn.body.token;
  venue = await newVenue(platform, owner);
  const reason = 'Владелец просил помочь';
  const invited = await call(platform.url, 'POST', `/api/admin/tenants/${venue.id}/support-session`, {
    token: admin.token,
    body: { reason },
  });
  const link = { token: new URL(invited.body.url).hash.slice(1) };
  visitor = (await callVenue(platform, venue.subdomain, 'POST', '/api/auth/support', { body: link })).body.token;
  // the shipped templates are inserted when they are first requested
  await call(platform.url, 'GET', '/api/admin/email-templates', { token: admin.token });
  routes = watched.list().filter(({ path }) => /^\/(api|internal|sandbox\/api)\//.test(path));
});
test.after.always(() => platform?.stop());

/** Routes that are open without an account. */
const open = [
  ...['register', 'login', 'refresh', 'logout', 'forgot-password', 'reset-password', 'verify-email'].map(
    (name) => `POST /api/auth/${name}`,
  ),
  'POST /api/auth/resend-verification',
  ...['second-factor', 'provider-return', 'passkey-sign-in', 'passkey-sign-in/options'].map(
    (name) => `POST /api/auth/${name}`,
  ),
  ...['yandex', 'github'].flatMap((name) => [`GET /api/auth/${name}`, `GET /api/auth/${name}/callback`]),
  'GET /api/billing/payment-status/:paymentId',
  'GET /api/public/plans',
  'GET /api/public/stats',
  'GET /api/public/config',
  'GET /api/public/status',
  'POST /api/public/mini-app',
  'GET /api/public/unsubscribe',
  'POST /api/public/unsubscribe',
  'GET /api/openapi.json',
  'GET /api/docs',
];
/** Routes that take their input from the address, or none: a body changes nothing. */
const bodiless = ({ method, path }: Route): boolean =>
  method === 'delete' ||
  /\/(logout|generate-subdomain|can-create|restart|reset-password|telegram-link|max-link|withdraw-consent|passkey-sign-in\/options|run|token|cancel-subscription|cancel-scheduled-downgrade|payment-method|abandon|approve|cancel|pause|resume|copy|reset|verify|restore|revert|update|update-all-tenants|toggle-public|archive|preview|commit|undo|starter)$|\/run\//.test(
    path,
  );

/** Contains no invalid value for any of the routes. */
const soundBody = JSON.stringify({
  image: 'abcdef012345',
  reason: 'Владелец просил проверить',
  days: 1,
  planId: 1,
  amount: 1,
  editedData: { description: 'Ром' },
  columns: [{ column: 'A', field: null }],
  ean: '4600702097276',
  pack: 12,
  domain: 'sklad.moybar.example',
});
/** Routes that accept an empty body. */
const mayBeEmpty = ({ path }: Route): boolean =>
  /\/(aliases\/push|admin\/backups|marketing\/audience|move|move-all-tenants|images\/build)$/.test(path);

const isSandbox = ({ path }: Route): boolean => path.startsWith('/sandbox/');
/** The route of a link in letters: it answers with a page for people. */
const isPage = ({ path }: Route): boolean => path === '/api/public/unsubscribe';
/** Venues' bots call it: the body of anybody else is not read. */
const isUnread = ({ path }: Route): boolean => path.startsWith('/internal/max/bot');
/** A route's schema is checked before any row is looked up, so a missing row hides no invalid body. */
function isWrong(route: Route, body: string): boolean {
  const schema = describedRoutes[nameOf(route)]?.body;
  if (!schema) return false;
  try {
    return !schema.isValidSync(JSON.parse(body));
  } catch {
    return true;
  }
}
test.serial('every route of the platform asks who is there, and administration is for administrators', async (t) => {
  t.true(routes.length > 50, `the walk finds ${routes.length} routes`);
  t.truthy(expired && visitor);
  const forged = 'eyJhbGciOiJub25lIn0.eyJ1c2VySWQiOjEsInJvbGUiOiJhZG1pbiJ9.';

  for (const route of routes.filter((one) => !isSandbox(one) && !open.includes(nameOf(one)))) {
    refused(t, `${nameOf(route)} by nobody`, await send(route), [401]);
    refused(t, `${nameOf(route)} with a token of no algorithm`, await send(route, { token: forged }), [401]);
    refused(t, `${nameOf(route)} with a venue's token`, await send(route, { token: venue.token }), [401]);
    refused(t, `${nameOf(route)} with a support visitor's token`, await send(route, { token: visitor }), [401]);
    refused(t, `${nameOf(route)} with a token that is over`, await send(route, { token: expired }), [401]);
    if (!isAdministration(route)) continue;
    refused(t, `${nameOf(route)} by an owner`, await send(route, { token: owner.token }), [403]);
    if (route.method === 'get' || route.method === 'delete') continue;
    const file = new FormData();
    file.set('file', new Blob(['ean;name']), 'aliases.csv');
    refused(
      t,
      `${nameOf(route)} by an owner with a file`,
      await send(route, { token: owner.token, body: file }),
      [403],
    );
  }
});

test.serial('an administrator who is blocked, or is none any more, may do nothing of it from then on', async (t) => {
  const administration = routes.filter(isAdministration);
  const [blocked, demoted] = await Promise.all([newOwner(platform), newOwner(platform)]);
  const { db, accounts } = platform;
  for (const former of [blocked, demoted]) {
    await db('users').where({ id: former.userId }).update({ role: 'admin' });
    accounts.sessions.forget(former.userId);
    t.is((await former.call('GET', '/api/admin/stats')).status, 200);
  }
  await db('users').where({ id: blocked.userId }).update({ status: 'blocked' });
  await db('users').where({ id: demoted.userId }).update({ role: 'customer' });
  for (const { userId } of [blocked, demoted]) accounts.sessions.forget(userId);

  t.true(administration.length > 80);
  for (const route of administration)
    for (const { token } of [blocked, demoted]) refused(t, nameOf(route), await send(route, { token }), [403]);
});

test.serial('every route of the platform that names a row says so when there is none', async (t) => {
  const before = await countRows(platform.db);
  for (const route of routes.filter(({ path, method }) => path.includes('/:') && method !== 'put')) {
    if (route.path.startsWith('/internal')) continue;
    const answer = await send(route, { token: admin.token, body: route.method === 'get' ? undefined : soundBody });
    // the history of a deleted row is kept, so an unknown row just has an empty history
    const empty = route.path.endsWith('/history') && answer.status === 200 && answer.body.data?.length === 0;
    if (empty) continue;
    refused(t, nameOf(route), answer, isSandbox(route) ? [400, 404] : [404]);
    for (const odd of ['0', '-1', '1e3', '99999999999999999999', '%00', '%27', '..%2f..%2fetc']) {
      const path = route.path.replace(/:\w+/g, odd);
      const reply = await send(route, {
        path,
        token: admin.token,
        body: route.method === 'get' ? undefined : soundBody,
      });
      // an empty conversation is one that never began
      if (isSandbox(route) && reply.status === 200) continue;
      refused(t, `${nameOf(route)} as ${odd}`, reply, [400, 404]);
    }
  }
  t.deepEqual(await countRows(platform.db), before);
});

test.serial("every route that names a venue keeps it from strangers, its owner's alone", async (t) => {
  const named = routes.filter(({ path }) => path.includes('/tenant/:id'));
  t.true(named.length >= 5);

  for (const route of named) {
    const path = route.path.replace(':id', venue.id);
    refused(t, nameOf(route), await send(route, { path, token: stranger.token }), [404]);
  }

  t.is((await venue.call('GET', '/api/items')).status, 200);
});

test.serial(
  'every route of the platform refuses a wrong body in the documented shape and stores nothing',
  async (t) => {
    const before = await countRows(platform.db);
    const wrongBodies = await wrongBodiesOf('api/contract');

    for (const route of routes.filter(({ method }) => method !== 'get' && method !== 'delete')) {
      if (isPage(route) || isUnread(route)) continue;
      const { token } = isAdministration(route) ? admin : owner;
      for (const { what, body, status } of wrongBodies) {
        if (status === undefined && bodiless(route)) continue;
        if (mayBeEmpty(route) && ['an empty object', 'null'].includes(what)) continue;
        // of a tenant that is the owner's: a request for another's is rejected before the body is read
        const path = route.path.includes('/tenant/:id') ? route.path.replace(':id', venue.id) : undefined;
        const answer = await send(route, { token, body, ...(path && { path }) });
        // a profile that is not changed; a check that returns the mistakes
        if (route.method === 'put' && answer.status === 200 && ['an empty object', 'null'].includes(what)) continue;
        if (route.path.endsWith('/check-subdomain') && answer.body.valid === false) continue;
        const wrong = isWrong(route, body) ? [400] : [400, 401, 404];
        refused(t, `${nameOf(route)} with ${what}`, answer, status ? [status] : wrong);
      }
    }

    t.deepEqual(await countRows(platform.db), before);
  },
);
