import { randomBytes } from 'node:crypto';
import test from 'ava';
import { sleepUnderTraffic } from '../support/hosting/sleep-cycles.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';

/** A hundred were measured by hand; the suite takes some of them. */
const CYCLES = Number(process.env.OSTATOK_CYCLES ?? 10);

const secretKey = randomBytes(32).toString('base64url');
let first: TestPlatform;
let second: TestPlatform;
test.before(async () => {
  first = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, { secretKey, alone: false });
  // another api process on the same database, with a disk of its own
  const shared = { secretKey, alone: false, databaseUrl: first.databaseUrl };
  second = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, shared);
});
test.after.always(async () => {
  await second?.stop();
  await first?.stop();
});

test.serial('a tenant that is put to sleep again and again refuses and loses nothing', async (t) => {
  const id = await sleepUnderTraffic(t, [first, second], CYCLES);
  const running = await Promise.all([first, second].map(({ venues }) => venues.runtime.state(id)));
  t.true(running.filter((state) => state === 'running').length <= 1, running.join());
});
