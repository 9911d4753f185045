import test from 'ava';
import { newOwner, newVenue, startTestPlatform, type TestPlatform } from '../../support/platform.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

test('an owner opens a venue whose administrator can sign in at once', async (t) => {
  const owner = await newOwner(platform);

  const since = Date.now();
  const venue = await newVenue(platform, owner);
  t.log(`made in ${Date.now() - since} ms`);

  const items = await venue.call('GET', '/api/items');
  t.is(items.status, 200);
  t.deepEqual(items.body.items, []);
  const list = await owner.call('GET', '/api/provision/my-tenants');
  t.like(list.body.tenants[0], { tenant_id: venue.id, status: 'active', stats: { userCount: 1 } });
});
