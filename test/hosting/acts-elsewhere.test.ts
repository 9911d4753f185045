import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';
import { venuePid } from '../support/venue/venue-pid.ts';

/** Two api processes over one database; either may have started the venue. */
let first: TestPlatform;
let second: TestPlatform;
let venue: TestVenue;

test.before(async () => {
  const secretKey = randomBytes(32).toString('base64url');
  first = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, { secretKey, alone: false });
  const shared = { secretKey, alone: false, databaseUrl: first.databaseUrl };
  second = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, shared);
  venue = await newVenue(first, await newOwner(first));
});
test.after.always(async () => {
  await second?.stop();
  await first?.stop();
});

/** The api processes that run the venue, and those that do not. */
async function sides(): Promise<{ running: TestPlatform[]; others: TestPlatform[] }> {
  const both = [first, second];
  const states = await Promise.all(both.map(({ venues }) => venues.runtime.state(venue.id)));
  const isRunning = (platform: TestPlatform): boolean => states[both.indexOf(platform)] === 'running';
  return { running: both.filter(isRunning), others: both.filter((one) => !isRunning(one)) };
}
const row = async () => first.db('tenants').where({ id: venue.id }).first();

/** Wakes the venue, which then runs at one of the two; returns the other. */
async function awayFromVenue(t: ExecutionContext): Promise<TestPlatform> {
  await first.venues.runtime.wake(venue.id);
  const { running, others } = await sides();
  t.is(running.length, 1);
  return others[0] as TestPlatform;
}

test.serial('what another api process runs is stopped before work that needs it stopped', async (t) => {
  const away = await awayFromVenue(t);

  await away.venues.runtime.whileStopped(venue.id, async () => {
    t.is((await sides()).running.length, 0);
  });

  t.is((await row()).endpoint, null);
});

test.serial('what another api process runs is restarted here, and runs once', async (t) => {
  const away = await awayFromVenue(t);

  await away.venues.runtime.restart(await row());

  t.deepEqual((await sides()).running, [away]);
});

test.serial('what another api process runs is suspended from here, and its address is forgotten', async (t) => {
  const away = await awayFromVenue(t);

  await away.venues.runtime.suspend(venue.id);

  t.is((await sides()).running.length, 0);
  t.is((await row()).endpoint, null);
});

test.serial('a venue that gets no processor for a while is not started a second time elsewhere', async (t) => {
  const away = await awayFromVenue(t);
  const { endpoint } = await row();
  away.venues.runtime.markUnreachable(venue.id, endpoint);
  const pid = await venuePid((away === first ? second : first).home, venue.id);
  process.kill(pid, 'SIGSTOP');

  const { wake } = away.venues.runtime;
  // a machine that gives it no processor for longer still makes the first request give up, and start nothing
  const woken = wake(venue.id).catch((error) => {
    if (error.code !== 'tenant_unreachable') throw error;
    return wake(venue.id);
  });
  // longer than an answer was waited for once
  await sleep(3000);
  process.kill(pid, 'SIGCONT');

  t.is(await woken, endpoint);
  t.is((await sides()).running.length, 1);
});
