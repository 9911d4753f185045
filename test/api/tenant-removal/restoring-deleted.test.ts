import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { serverUrl } from '../../support/database/postgres.ts';
import {
  newBot,
  newOwner,
  newVenue,
  signInTo,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

let platform: TestPlatform;
let administrator: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(administrator.userId);
});
test.after.always(() => platform?.stop());

const restore = ({ id }: { id: string }) => administrator.call('POST', `/api/admin/tenants/${id}/restore`);

async function deletedVenue(): Promise<{ owner: TestOwner; venue: TestVenue }> {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  t200(await owner.call('DELETE', `/api/provision/tenant/${venue.id}`));
  return { owner, venue };
}
function t200({ status, body }: { status: number; body: unknown }): void {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}

test('a deleted venue comes back with its data, its address and its bot, once however often it is asked for', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await venue.call('POST', '/api/items', { name: 'Лагер', unit: 'л', group: 'soft' });
  t200(await owner.call('DELETE', `/api/provision/tenant/${venue.id}`));
  t.is((await venue.call('GET', '/api/items')).status, 404);

  const replies = await Promise.all([1, 2, 3].map(() => restore(venue)));

  t.true(replies.some(({ status, body }) => status === 200 && body.status === 'active'));
  t.true(replies.every(({ status, body }) => status === 200 || body.code === 'tenant_not_deleted'));
  const { body } = await (await signInTo(platform, venue)).call('GET', '/api/items');
  t.deepEqual(
    body.items.map(({ name }: { name: string }) => name),
    ['Лагер'],
  );
  const { tenant } = (await administrator.call('GET', `/api/admin/tenants/${venue.id}`)).body;
  t.like(tenant, { status: 'active', deleted_at: null, bot: { username: venue.bot.username, state: 'well' } });
  const entries = await platform.db('activity').where({ target: `tenant:${venue.id}`, action: 'tenant.restored' });
  t.deepEqual(
    entries.map(({ actor_id }) => actor_id),
    [administrator.userId],
  );
  t.is((await restore(venue)).body.code, 'tenant_not_deleted');
});

test('what comes back while its deletion is still under way is not shut by it', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const removals = [`/api/provision/tenant/${venue.id}`, `/api/admin/tenants/${venue.id}`];
  for (const path of [...removals, ...removals]) {
    const removal = (path.includes('admin') ? administrator : owner).call('DELETE', path);
    await until(async () => (await restore(venue)).status === 200, 'brought back');
    t200(await removal);
    const items = await (await signInTo(platform, venue)).call('GET', '/api/items');
    t.is(items.status, 200, path);
  }
});

test('an owner who starts a venue anew that does not start is told so', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const server = connect(serverUrl(), { max: 1 });
  t.teardown(() => server.destroy());
  await server.raw('alter role ?? nologin', [venue.id]);

  const reply = await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`);

  t.like(reply, { status: 503, body: { code: 'tenant_down' } });
});

test('one that an administrator had suspended comes back suspended', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  t200(await administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status: 'suspended' }));
  t200(await administrator.call('DELETE', `/api/admin/tenants/${venue.id}`));

  t.like((await restore(venue)).body, { success: true, status: 'suspended' });

  t.is((await venue.call('GET', '/api/items')).status, 403);
});

test('the list of deleted ones tells until when each can come back', async (t) => {
  const { owner, venue } = await deletedVenue();

  const { body } = await administrator.call('GET', `/api/admin/tenants?status=deleted&owner=${owner.email}`);

  const [{ deleted_at, restorable_until, tenant_id }] = body.tenants;
  t.is(tenant_id, venue.id);
  t.is(Date.parse(restorable_until) - Date.parse(deleted_at), 7 * 86_400_000);
});

test('what cannot come back says why: its address is taken, its data is gone, its owner is, or it was never there', async (t) => {
  const { owner, venue } = await deletedVenue();
  const bot = await newBot(platform);
  const input = { subdomain: venue.subdomain, botToken: bot.token, adminUsername: 'boss' };
  t.is((await owner.call('POST', '/api/provision/create', input)).status, 201);
  const { venue: purged } = await deletedVenue();
  await platform.venues.removal.purge(purged.id, new Date());
  const { owner: gone, venue: orphan } = await deletedVenue();
  t200(await gone.call('DELETE', '/api/auth/delete-account', { password: gone.password }));

  t.like(await restore(venue), { status: 409, body: { code: 'subdomain_taken' } });
  t.like(await restore(purged), { status: 409, body: { code: 'tenant_purged' } });
  t.like(await restore(orphan), { status: 409, body: { code: 'tenant_unmade' } });
  t.like(await restore({ id: 'tnever00000' }), { status: 404 });
  t.is((await owner.call('POST', `/api/admin/tenants/${venue.id}/restore`)).status, 403);
});

const own = ({ id }: { id: string }) => `/api/provision/tenant/${id}/restore`;
const kept = async (owner: TestOwner): Promise<string[]> =>
  (await owner.call('GET', '/api/provision/deleted-tenants')).body.tenants.map(
    ({ tenant_id }: { tenant_id: string }) => tenant_id,
  );

test('an owner brings a deleted venue back by themselves, once however often it is pressed; a stranger does not', async (t) => {
  const { owner, venue } = await deletedVenue();
  const stranger = await newOwner(platform);
  t.deepEqual(await kept(owner), [venue.id]);
  t.deepEqual(await kept(stranger), []);
  t.is((await stranger.call('POST', own(venue))).status, 404);

  const replies = await Promise.all([1, 2, 3].map(() => owner.call('POST', own(venue))));

  t.true(replies.every(({ status, body }) => status === 200 && body.status === 'active'));
  t.is((await (await signInTo(platform, venue)).call('GET', '/api/items')).status, 200);
  t.is((await platform.db('activity').where({ target: `tenant:${venue.id}`, action: 'tenant.restored' })).length, 1);
  t.deepEqual(await kept(owner), []);
});

test('an owner is told why a venue does not come back: no place, no subscription, an administrator, no data', async (t) => {
  const { owner, venue } = await deletedVenue();
  const { limit } = (await owner.call('GET', '/api/provision/can-create')).body;
  for (let made = 0; made < limit; made += 1) await newVenue(platform, owner);
  const full = await owner.call('POST', own(venue));
  t.like(full, { status: 403, body: { code: 'tenant_limit' } });
  t.regex(full.body.error, /нет места: он рассчитан на \d+\. Смените тариф или удалите другое/);
  t.deepEqual(await kept(owner), [venue.id]);

  await platform.db('subscriptions').where({ user_id: owner.userId }).update({ status: 'expired' });
  t.like(await owner.call('POST', own(venue)), { status: 403, body: { code: 'subscription_inactive' } });

  const held = await newOwner(platform);
  const theirs = await newVenue(platform, held);
  t200(await administrator.call('DELETE', `/api/admin/tenants/${theirs.id}`));
  t.like(await held.call('POST', own(theirs)), { status: 403, body: { code: 'deleted_by_administrator' } });
  t.deepEqual(await kept(held), []);

  const late = await deletedVenue();
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
  await platform.db('tenants').where({ id: late.venue.id }).update({ deleted_at: eightDaysAgo });
  t.like(await late.owner.call('POST', own(late.venue)), { status: 409, body: { code: 'tenant_purged' } });
  t.deepEqual(await kept(late.owner), []);
});

test('for the last place of a plan one of two deleted venues comes back, when both are asked for at once', async (t) => {
  const owner = await newOwner(platform);
  const { limit } = (await owner.call('GET', '/api/provision/can-create')).body;
  const venues: TestVenue[] = [];
  for (let made = 0; made < limit + 1; made += 1) {
    const venue = await newVenue(platform, owner);
    venues.push(venue);
    if (made < 2) t200(await owner.call('DELETE', `/api/provision/tenant/${venue.id}`));
  }
  const [first, second] = venues as [TestVenue, TestVenue];

  const replies = await Promise.all([first, second].map((venue) => owner.call('POST', own(venue))));

  t.deepEqual(replies.map(({ status }) => status).sort(), [200, 403]);
});

test('venues are narrowed by owner, by what their bot says and by whether they run', async (t) => {
  const owner = await newOwner(platform);
  const [first, second] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  await platform.venues.runtime.stop(second.id);
  await platform.db('tenants').where({ id: second.id }).update({ endpoint: null, bot_state: 'revoked' });
  const found = async (query: string) => {
    const { body } = await administrator.call('GET', `/api/admin/tenants?owner=${owner.email.toUpperCase()}&${query}`);
    return body.tenants.map(({ id }: { id: string }) => id).sort();
  };

  t.deepEqual(await found(''), [first.id, second.id].sort());
  t.deepEqual(await found('bot=revoked'), [second.id]);
  t.deepEqual(await found('bot=well&awake=true'), [first.id]);
  t.deepEqual(await found('awake=false'), [second.id]);
  const sorted = await administrator.call(
    'GET',
    `/api/admin/tenants?owner=${owner.email}&sortBy=last_active_at&sortOrder=desc`,
  );
  const running = sorted.body.tenants.find(({ id }: { id: string }) => id === first.id);
  t.like(running, { awake: true, bot: { state: 'well' } });
  t.is((await administrator.call('GET', '/api/admin/tenants?bot=alive')).status, 400);
});
