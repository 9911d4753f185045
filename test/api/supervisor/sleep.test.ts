import { randomUUID } from 'node:crypto';
import test from 'ava';
import { newOwner, newVenue, startTestPlatform, type TestPlatform } from '../../support/platform/platform.ts';
import { ownPort } from '../../support/run/own-port.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' });
});
test.after.always(() => platform?.stop());

const unusedSince = (id: string, minutes: number): Promise<number> =>
  platform
    .db('tenants')
    .where({ id })
    .update({ last_active_at: platform.db.raw(`now() - ? * interval '1 minute'`, [minutes]) });

test.serial('an idle venue is put to sleep, and one of many requests at once wakes it for all', async (t) => {
  const { runtime } = platform.venues;
  const venue = await newVenue(platform, await newOwner(platform));
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1.5 });
  await runtime.flushUse();
  t.deepEqual(await runtime.sleepIdle(), [], 'it has just been used');

  await unusedSince(venue.id, 31);
  t.deepEqual(await runtime.sleepIdle(), [venue.id]);
  t.is(await runtime.state(venue.id), 'asleep');
  t.is((await platform.db('tenants').where({ id: venue.id }).first()).endpoint, null);

  const replies = await Promise.all(Array.from({ length: 20 }, () => venue.call('GET', '/api/items')));
  t.true(replies.every(({ status, body }) => status === 200 && body.items[0].quantity === 1.5));
  t.is((await platform.venues.host.list()).filter(({ id }) => id === venue.id).length, 1);
});

test.serial('a venue with an open request or socket does not fall asleep', async (t) => {
  const { runtime } = platform.venues;
  const venue = await newVenue(platform, await newOwner(platform));
  await runtime.flushUse();

  runtime.begin(venue.id);
  await runtime.flushUse();
  await unusedSince(venue.id, 60);
  const asleep = await runtime.sleepIdle();
  runtime.end(venue.id);

  t.false(asleep.includes(venue.id));
  t.is(await runtime.state(venue.id), 'running');
});

test.serial('the owner sees what a sleeping venue last told, and does not wake it by looking', async (t) => {
  const { runtime } = platform.venues;
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await owner.call('GET', '/api/provision/my-tenants');
  await runtime.stop(venue.id);

  const { body } = await owner.call('GET', '/api/provision/my-tenants');

  t.like(body.tenants[0], { status: 'active', stats: { userCount: 1 } });
  t.is(await runtime.state(venue.id), 'asleep');
});

test.serial(
  'the card of a venue shows its counts, with who counts now, and the same figures while it sleeps',
  async (t) => {
    const { runtime } = platform.venues;
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const facts = async () => (await owner.call('GET', '/api/provision/my-tenants')).body.tenants[0].stats;
    const item = { name: 'Ром', unit: 'л', quantity: 2, expected: 2, cost: 1000 };
    const { body: made } = await venue.call('POST', '/api/items', item);
    t.like(await facts(), { itemCount: 1, lastCount: null, openCount: null });
    const open = async (title: string) =>
      (await venue.call('POST', '/api/counts', { key: randomUUID(), title })).body.count.id;
    const enter = (id: number, quantity: number) =>
      venue.call('POST', `/api/counts/${id}/entries`, {
        entries: [{ id: randomUUID(), itemId: made.item.id, quantity, source: 'web', confirmed: true }],
      });
    const first = await open('Ноябрь');
    await enter(first, 1.5);
    await venue.call('POST', `/api/counts/${first}/close`, { uncounted: 'keep' });
    await enter(await open('Декабрь'), 1.4);

    const awake = await facts();

    t.like(awake.lastCount, { title: 'Ноябрь', shortage: -500, surplus: 0, withoutCost: 0 });
    t.like(awake.openCount, { title: 'Декабрь', lines: 1, counted: 1 });
    t.is(awake.openCount.people.length, 1);
    await venue.call('POST', '/api/items', { name: 'Джин', unit: 'л' });
    await runtime.flushUse();
    await unusedSince(venue.id, 31);
    t.deepEqual(await runtime.sleepIdle(), [venue.id]);
    t.like(await facts(), {
      itemCount: 2,
      lastCount: awake.lastCount,
      openCount: { ...awake.openCount, people: [] },
    });
    t.is(await runtime.state(venue.id), 'asleep');
  },
);

test.serial('a message to a sleeping venue wakes it and is taken', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await platform.venues.runtime.stop(venue.id);

  await platform.venues.runtime.deliver(venue.id, [{ update_id: 1 }]);

  t.is(await platform.venues.runtime.state(venue.id), 'running');
});

test.serial('where nobody answers a message any more, the venue is found or woken at once', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const { deliver, onEndpointChanged } = platform.venues.runtime;
  const endpoint = platform.venues.runtime.endpointIfAwake(venue.id);
  onEndpointChanged(venue.id, `http://127.0.0.1:${await ownPort()}`);

  await t.notThrowsAsync(deliver(venue.id, [{ update_id: 1 }]));
  t.is(platform.venues.runtime.endpointIfAwake(venue.id), endpoint);
});

test.serial('platform and venue keep an idle connection longer than a proxy before them does', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const endpoint = platform.venues.runtime.endpointIfAwake(venue.id);

  for (const url of [`${platform.url}/healthz`, `${endpoint}/healthz`]) {
    const { headers } = await fetch(url);
    t.is(headers.get('keep-alive'), 'timeout=65', url);
  }
});
