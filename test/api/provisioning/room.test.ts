import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newBot, newOwner, newVenue, startTestPlatform, type TestPlatform } from '../../support/platform/platform.ts';

/** How many deleted tenants are kept of one owner, or of one bot. */
const MOST_KEPT = 20;

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

/** Rows of tenants that this owner has deleted, without their databases. */
async function deletedOf(ownerId: number, id: string, failed: boolean, count = MOST_KEPT): Promise<void> {
  const { db } = platform;
  const { number: _, ...row } = await db('tenants').where({ id }).first();
  const made = await db('provisions').where({ tenant_id: id }).first();
  for (let place = 0; place < count; place += 1) {
    const copy = { ...row, id: `t${randomUUID().replaceAll('-', '').slice(0, 10)}`, owner_id: ownerId };
    const gone = { status: 'deleted', deleted_at: new Date(), purged_at: null, endpoint: null, stats: null };
    await db('tenants').insert({ ...copy, ...gone });
    const provision = { ...made, id: randomUUID(), tenant_id: copy.id, status: failed ? 'failed' : 'done' };
    await db('provisions').insert({ ...provision, steps: JSON.stringify(made.steps) });
  }
}

test('who opens and deletes venues without end is stopped while their data is kept, by another account with the same bot too', async (t) => {
  const [owner, other, honest] = [await newOwner(platform), await newOwner(platform), await newOwner(platform)];
  const venue = await newVenue(platform, owner);
  const order = async (botToken?: string) => ({
    subdomain: `room-${randomUUID().slice(0, 8)}`,
    botToken: botToken ?? (await newBot(platform)).token,
    adminUsername: 'boss',
  });
  await deletedOf(owner.userId, venue.id, true);
  const second = await newVenue(platform, owner);
  await deletedOf(owner.userId, venue.id, false);
  for (const { id } of [venue, second]) await owner.call('DELETE', `/api/provision/tenant/${id}`);

  const again = await owner.call('POST', '/api/provision/create', await order());
  const sameBot = await other.call('POST', '/api/provision/create', await order(venue.bot.token));

  t.like(again, { status: 403, body: { code: 'deleted_limit' } });
  t.like(sameBot, { status: 403, body: { code: 'deleted_limit' } });
  t.is((await honest.call('POST', '/api/provision/create', await order())).status, 201);
  await platform.db('tenants').where({ owner_id: owner.userId }).update({ purged_at: new Date() });
  t.is((await owner.call('POST', '/api/provision/create', await order(venue.bot.token))).status, 201, 'it is erased');
});

test('orders that come to nothing are not taken without end: Telegram is asked in everybody’s name', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await deletedOf(owner.userId, venue.id, true, 30);
  const order = async () =>
    owner.call('POST', '/api/provision/create', {
      subdomain: `many-${randomUUID().slice(0, 8)}`,
      botToken: (await newBot(platform)).token,
      adminUsername: 'boss',
    });

  const refused = await order();
  const hourAgo = new Date(Date.now() - 3_600_000);
  await platform.db('tenants').where({ owner_id: owner.userId }).update({ created_at: hourAgo });

  t.like(refused, { status: 429, headers: { 'retry-after': '3600' }, body: { code: 'too_many' } });
  t.is((await order()).status, 201);
});

test('a venue is started with the room that its owner’s plan names', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const venue = await newVenue(platform, owner);
  const item = await venue.call('POST', '/api/items', { name: 'Джемесон', unit: 'л' });
  const change = () =>
    venue.call('POST', '/api/changes', {
      changes: [{ id: randomUUID(), itemId: item.body.item.id, delta: 1, source: 'web' }],
    });
  t.is((await change()).status, 200);

  // an empty database takes more
  await platform.db('plans').where({ name: 'corporate' }).update({ max_storage_mb: 1 });
  await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`);

  t.like(await change(), { status: 507, body: { code: 'storage_full' } });
  t.is((await venue.call('GET', '/api/items')).status, 200);
});
