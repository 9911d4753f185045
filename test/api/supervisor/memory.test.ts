import test from 'ava';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';

const PLENTY_MB = 4000;

let platform: TestPlatform;
let first: TestVenue;
let second: TestVenue;
let freeMb = PLENTY_MB;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, { freeMemoryMb: () => freeMb });
  const owner = await newOwner(platform);
  [first, second] = [await newVenue(platform, owner), await newVenue(platform, owner)];
});
test.after.always(() => platform?.stop());
test.afterEach.always(() => {
  freeMb = PLENTY_MB;
});

const unusedFor = async ({ id }: TestVenue, minutes: number): Promise<void> => {
  await platform.venues.runtime.flushUse();
  const at = platform.db.raw(`now() - ? * interval '1 minute'`, [minutes]);
  await platform.db('tenants').where({ id }).update({ last_active_at: at });
};
const stateOf = ({ id }: TestVenue) => platform.venues.runtime.state(id);

/** What falls asleep where this look alone finds memory short: the platform's own looks find plenty. */
function sleepWhileShort(): Promise<string[]> {
  freeMb = 250;
  const asleep = platform.venues.runtime.sleepForMemory();
  freeMb = PLENTY_MB;
  return asleep;
}

test.serial(
  'where memory runs short the venue unused for longest sleeps before its time, one in use does not',
  async (t) => {
    const { runtime } = platform.venues;
    await Promise.all([first, second].map((venue) => venue.call('GET', '/api/items')));
    await unusedFor(first, 5);
    await unusedFor(second, 10);
    t.deepEqual(await runtime.sleepForMemory(), [], 'there is plenty');

    t.deepEqual(await sleepWhileShort(), [second.id]);
    runtime.begin(first.id);
    await unusedFor(first, 20);
    t.deepEqual(await sleepWhileShort(), []);
    runtime.end(first.id);

    t.deepEqual([await stateOf(first), await stateOf(second)], ['running', 'asleep']);
    t.is((await second.call('GET', '/api/items')).status, 200, 'it wakes as ever');
  },
);

test.serial(
  'strangers who ask venues awake take no memory that the machine has no more: the others go on',
  async (t) => {
    t.is((await first.call('GET', '/api/items')).status, 200);
    await platform.venues.runtime.stop(second.id);
    freeMb = 60;

    const stranger = await second.call('GET', '/healthz');

    t.like(stranger, { status: 503, body: { code: 'no_memory' } });
    t.regex(stranger.body.error, /не хватает памяти/);
    t.is(stranger.headers['retry-after'], '15');
    t.is(await stateOf(second), 'asleep');
    t.is((await first.call('GET', '/api/items')).status, 200, 'what is awake answers');
    freeMb = PLENTY_MB;
    t.is((await second.call('GET', '/healthz')).status, 200);
  },
);
