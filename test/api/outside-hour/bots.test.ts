import test from 'ava';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { heldClock } from '../../support/clock/held-clock.ts';
import { startOutsideLine } from '../../support/outside/outside-line.ts';
import { until } from '../../support/run/until.ts';
import { gatewayFor, newVenue, sandbox, setUpGateway } from '../../support/telegram/gateway.ts';

const BOTS = 12;
const SECOND = 1000;
const HOUR_S = 3600;
/** The pauses double from a quarter of a second to half a minute, in which they stay. */
const MOST_POLLS = 8 + HOUR_S / 30;

setUpGateway();

test('an hour without Telegram: each bot asks twice a minute at most, and all that was written comes once, in order', async (t) => {
  const line = await startOutsideLine(t, sandbox.apiRoot);
  const clock = heldClock();
  const venues: Awaited<ReturnType<typeof newVenue>>[] = [];
  while (venues.length < BOTS) venues.push(await newVenue());
  const gateway = gatewayFor(venues, {
    apiRoots: createApiRoots(() => [sandbox.apiRoot.replace(new URL(sandbox.apiRoot).origin, line.url)]),
    times: { pollSeconds: 5 },
    pause: clock.wait,
  });
  await gateway.start();
  t.teardown(() => gateway.stop());
  for (const venue of venues) await venue.write('до');
  await until(() => venues.every(({ taken }) => taken.length === 1), 'all bots are read');

  line.set('refused');
  const allWait = () => until(() => clock.waiting() === BOTS, 'every bot waits');
  await allWait();
  const written = ['до'];
  for (let second = 0; second < HOUR_S; second += 1) {
    if (second % 600 === 0) {
      written.push(`${second / 60} мин`);
      for (const venue of venues) await venue.write(`${second / 60} мин`);
    }
    await clock.advance(SECOND);
    await allWait();
  }
  const { tried } = line.seen();
  t.true(tried <= BOTS * MOST_POLLS, `${tried} polls of ${BOTS} bots in an hour`);
  t.deepEqual(gateway.health(), { polled: BOTS, unwell: BOTS });
  t.true(venues.every(({ taken }) => taken.length === 1));

  line.set('up');
  await clock.advance(30 * SECOND);
  await until(() => venues.every(({ taken }) => taken.length >= written.length), 'what was written has come');
  for (const { taken } of venues) t.deepEqual(taken, written);
  t.deepEqual(gateway.health(), { polled: BOTS, unwell: 0 });
});
