import test from 'ava';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { until } from '../../support/run/until.ts';
import { gatewayFor, newVenue, sandbox, setUpGateway } from '../../support/telegram/gateway.ts';

setUpGateway();

const NOWHERE = 'http://127.0.0.1:1';
const MINUTE_MS = 60_000;

test('a root that fails three times in a row is left for five minutes, and at its first failure then', (t) => {
  let now = 0;
  const roots = createApiRoots(
    () => ['relay', 'telegram'],
    () => now,
  );
  roots.note('relay', false);
  roots.note('relay', false);
  roots.note('relay', true);
  roots.note('relay', false);
  roots.note('relay', false);
  t.is(roots.current(), 'relay');
  roots.note('relay', false);
  t.is(roots.current(), 'telegram');

  now = 5 * MINUTE_MS;
  t.is(roots.current(), 'relay');
  roots.note('relay', false);
  t.is(roots.current(), 'telegram');
  now = 10 * MINUTE_MS;
  roots.note('relay', true);
  roots.note('relay', false);
  t.is(roots.current(), 'relay', 'one that has answered is well again');
});

test('where no root answers, the one that was left first is tried', (t) => {
  let now = 0;
  const roots = createApiRoots(
    () => ['relay', 'telegram'],
    () => now,
  );
  for (const root of ['relay', 'telegram']) {
    for (let time = 0; time < 3; time += 1) roots.note(root, false);
    now += MINUTE_MS;
  }
  t.is(roots.current(), 'relay');
});

// one gateway at a time reads the bots of a database
test.serial(
  'a bot is read by the second root while the first is cut, and nothing is lost or taken twice',
  async (t) => {
    const venue = await newVenue();
    await venue.write('Джемесон +1');
    const gateway = gatewayFor([venue], { apiRoots: createApiRoots(() => [NOWHERE, sandbox.apiRoot]) });
    t.teardown(() => gateway.stop());

    await gateway.start();
    await until(() => venue.taken.length === 1, 'the update comes by the second root');
    await venue.write('Джемесон +2');
    await until(() => venue.taken.length === 2, 'and the next one');

    t.deepEqual(venue.taken, ['Джемесон +1', 'Джемесон +2']);
    t.is((await venue.row()).bot_state, 'ok');
  },
);

test.serial('while no root answers the venue is told since when, and what waited comes when one does', async (t) => {
  const venue = await newVenue();
  const roots = [NOWHERE];
  const gateway = gatewayFor([venue], { apiRoots: createApiRoots(() => roots) });
  t.teardown(() => gateway.stop());
  await venue.write('Джемесон +1');

  await gateway.start();
  await until(async () => (await venue.row()).bot_state === 'unreachable', 'it is known that Telegram is away');
  t.truthy((await venue.row()).bot_state_at);
  t.deepEqual(venue.taken, []);

  roots[0] = sandbox.apiRoot;
  await until(() => venue.taken.length === 1, 'what has waited comes');
  await until(async () => (await venue.row()).bot_state === 'ok', 'the bot is well again');
});
