import test from 'ava';
import {
  callVenue,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform.ts';

let platform: TestPlatform;
let administrator: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(administrator.userId);
});
test.after.always(() => platform?.stop());

async function someVenue(): Promise<{ owner: TestOwner; venue: TestVenue }> {
  const owner = await newOwner(platform);
  return { owner, venue: await newVenue(platform, owner) };
}

test('an administrator finds venues by subdomain or owner, exactly counted', async (t) => {
  const { owner, venue } = await someVenue();

  for (const search of [venue.subdomain, owner.email]) {
    const { status, body, headers } = await administrator.call('GET', `/api/admin/tenants?search=${search}`);
    t.is(status, 200);
    t.like(body.tenants[0], {
      tenant_id: venue.id,
      subdomain: venue.subdomain,
      user_email: owner.email,
      status: 'active',
    });
    t.is(headers['content-range'], 'tenants 0-0/1');
  }
  t.is((await administrator.call('GET', '/api/admin/tenants?sortBy=password')).status, 400);
});

test('an owner may not see the list', async (t) => {
  const { owner } = await someVenue();

  t.is((await owner.call('GET', '/api/admin/tenants')).status, 403);
});

test('a suspended venue says so and comes back when activated', async (t) => {
  const { owner, venue } = await someVenue();
  const put = (status: string) => administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status });

  t.is((await put('suspended')).status, 200);
  const shut = await callVenue(platform, venue.subdomain, 'GET', '/api/items');
  t.like(shut, { status: 403, body: { success: false, code: 'tenant_suspended' } });
  t.is(await platform.venues.runtime.state(venue.id), 'not_found');
  t.is((await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`)).status, 409);
  t.is((await administrator.call('POST', `/api/admin/tenants/${venue.id}/restart`)).status, 409);

  t.is((await put('active')).status, 200);
  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.is((await put('deleted')).status, 400);
});

test('the lines a venue wrote can be read', async (t) => {
  const { venue } = await someVenue();

  const { status, body } = await administrator.call('GET', `/api/admin/tenants/${venue.id}/logs?lines=5`);

  t.is(status, 200);
  t.true(body.lines.some((line: string) => line.includes('listening')));
  t.is((await administrator.call('GET', `/api/admin/tenants/${venue.id}/logs?lines=x`)).status, 400);
  t.is((await administrator.call('GET', '/api/admin/tenants/tnever00000/logs')).status, 404);
});
