import test from 'ava';
import { callVenue, newOwner, type TestOwner } from '../../support/platform/platform.ts';
import { ownerWithVenue, platform, setUpProvisioning } from '../../support/venue/provision.ts';

setUpProvisioning();

test("another owner's venue is as unknown as one that never was", async (t) => {
  const { venue } = await ownerWithVenue();
  const stranger = await newOwner(platform);

  for (const id of [venue.id, 'tnever00000', "t' or 1=1", '%00']) {
    const path = `/api/provision/tenant/${encodeURIComponent(id)}`;
    for (const [method, rest] of [
      ['GET', '/status'],
      ['GET', '/stats'],
      ['POST', '/restart'],
      ['POST', '/reset-password'],
      ['POST', '/telegram-link'],
      ['DELETE', ''],
    ] as const) {
      const reply = await stranger.call(method, path + rest);
      t.true([404, 400].includes(reply.status), `${method} ${path}${rest} answered ${reply.status}`);
    }
  }
  // not even what the call expects is told
  const tokenless = await stranger.call('PUT', `/api/provision/tenant/${venue.id}/bot-token`, {});
  t.like(tokenless, { status: 404, body: { code: 'tenant_not_found' } });
});

test('a restarted venue serves the same data from a new process', async (t) => {
  const { owner, venue } = await ownerWithVenue();
  await venue.call('POST', '/api/items', { name: 'Виски Джемесон', unit: 'л', quantity: 4.6 });
  const before = (await platform.db('tenants').where({ id: venue.id }).first()).endpoint;

  t.is((await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`)).status, 200);

  const after = (await platform.db('tenants').where({ id: venue.id }).first()).endpoint;
  t.not(after, before);
  t.is((await venue.call('GET', '/api/items')).body.items[0].quantity, 4.6);
});

test('of eleven restarts in a row the last is refused until later', async (t) => {
  const { owner, venue } = await ownerWithVenue();
  const restart = () => owner.call('POST', `/api/provision/tenant/${venue.id}/restart`);

  for (let turn = 0; turn < 10; turn += 1) t.is((await restart()).status, 200);
  const refused = await restart();

  t.like(refused, { status: 429, body: { success: false } });
  t.regex(refused.body.error, /Слишком много попыток\. Подождите \d+ минут/);
  t.is((await venue.call('GET', '/api/items')).status, 200);
});

test('a reset password works and the old one does not', async (t) => {
  const { owner, venue } = await ownerWithVenue();

  const reset = await owner.call('POST', `/api/provision/tenant/${venue.id}/reset-password`);

  t.is(reset.body.credentials.login, 'boss');
  const { password } = reset.body.credentials;
  const login = (body: object) => callVenue(platform, venue.subdomain, 'POST', '/api/auth/login', { body });
  t.is((await login({ username: 'boss', password })).status, 200);
  t.is((await login(venue.credentials)).status, 401);
});

test('stats are asked of the venue itself', async (t) => {
  const { owner, venue } = await ownerWithVenue();
  await venue.call('POST', '/api/items', { name: 'Лимон', unit: 'кг', quantity: 2 });

  const { body } = await owner.call('GET', `/api/provision/tenant/${venue.id}/stats`);

  t.like(body, { success: true, stats: { userCount: 1, itemCount: 1, changeCount: 1 } });
});

async function deleteVenue(owner: TestOwner, id: string): Promise<void> {
  const reply = await owner.call('DELETE', `/api/provision/tenant/${id}`);
  if (reply.status !== 200) throw new Error(`deletion answered ${reply.status}`);
}

test('a deleted venue is gone at once; its name and bot are free, its data is kept and shut', async (t) => {
  const { owner, venue } = await ownerWithVenue();

  await deleteVenue(owner, venue.id);

  t.deepEqual((await owner.call('GET', '/api/provision/my-tenants')).body.tenants, []);
  t.is((await callVenue(platform, venue.subdomain, 'GET', '/healthz')).status, 404);
  const { rows } = await platform.db.raw(
    'select rolcanlogin, (select count(*) from pg_database where datname = rolname) as databases from pg_roles where rolname = ?',
    [venue.id],
  );
  t.deepEqual(rows, [{ rolcanlogin: false, databases: 1 }]);
  const again = await owner.call('POST', '/api/provision/create', {
    subdomain: venue.subdomain,
    botToken: venue.bot.token,
    adminUsername: 'boss',
  });
  t.is(again.status, 201);
});

test('of several who delete one venue at once one does, and all are told that it is gone', async (t) => {
  const { owner, venue } = await ownerWithVenue();

  const replies = await Promise.all(
    Array.from({ length: 8 }, () => owner.call('DELETE', `/api/provision/tenant/${venue.id}`)),
  );

  t.deepEqual(
    replies.map(({ status, body }) => body.code ?? status),
    Array(8).fill(200),
  );
  const entries = await platform.db('activity').where({ target: `tenant:${venue.id}`, action: 'tenant.deleted' });
  t.is(entries.length, 1);
});
