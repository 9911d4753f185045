import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { databaseUrl } from '../../support/database/postgres.ts';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '0' });
});
test.after.always(() => platform?.stop());

const rowOf = (id: string) => platform.db('tenants').where({ id }).first('wake_at', 'endpoint');
const daily = { title: 'Ночной', weekdays: [1, 2, 3, 4, 5, 6, 7], time: '23:30' };

/**
 * Schedules a count, waits until the platform knows when it is due, and puts the venue to sleep until after that.
 * `more` is written into its row at the same time: from then on the platform's own watch may wake it.
 */
async function sleepPastCount(venue: TestVenue, more: object = {}): Promise<void> {
  await venue.call('POST', '/api/scheduled-counts', daily);
  await until(async () => (await rowOf(venue.id)).wake_at !== null, 'the venue has reported when it is due');
  await platform.venues.runtime.stop(venue.id);
  const inside = connect(databaseUrl(venue.id), { max: 1 });
  await inside('scheduled_counts').update({ since: inside.raw(`now() - interval '3 days'`) });
  await inside.destroy();
  await platform
    .db('tenants')
    .where({ id: venue.id })
    .update({ wake_at: platform.db.raw(`now() - interval '1 second'`), ...more });
}

test.serial('a sleeping venue is woken when a count is due, does its work and reports the next time', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await sleepPastCount(venue);
  const { wake_at: due } = await rowOf(venue.id);

  await platform.venues.wakeUps.wakeDue();
  t.not((await rowOf(venue.id)).endpoint, null);
  await until(async () => (await rowOf(venue.id)).wake_at > due, 'it has reported its next time');
  const { body } = await venue.call('GET', '/api/scheduled-counts');
  t.not(body.scheduledCounts[0].last, null);
});

test.serial('one that is suspended or cannot start is left alone, and one not yet due sleeps on', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const [suspended, broken, later] = [
    await newVenue(platform, owner),
    await newVenue(platform, owner),
    await newVenue(platform, owner),
  ];
  await sleepPastCount(suspended, { status: 'suspended' });
  await sleepPastCount(broken, { start_failed_at: new Date() });
  await sleepPastCount(later, { wake_at: platform.db.raw(`now() + interval '1 hour'`) });

  await platform.venues.wakeUps.wakeDue();
  for (const { id } of [suspended, broken, later]) t.is(await platform.venues.runtime.state(id), 'asleep');
});

test.serial('only the venue itself says when it is to be woken', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const { secret } = await platform.venues.runtime.addressEvenIfSuspended(venue.id);
  const report = async (authorization: string, body: object) => {
    const headers = { 'x-tenant-id': venue.id, 'content-type': 'application/json', authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${platform.url}/internal/wake-at`, init)).status;
  };
  t.is(await report('Bearer wrong', { at: null }), 401);
  t.is(await report(`Bearer ${secret}`, { at: 'завтра' }), 400);
  t.is(await report(`Bearer ${secret}`, {}), 400);
  const at = '2031-01-01T00:00:00Z';
  // the venue itself may report after it
  await until(async () => {
    t.is(await report(`Bearer ${secret}`, { at }), 200);
    return (await rowOf(venue.id)).wake_at?.getTime() === Date.parse(at);
  }, 'what it has reported is kept');
});
