import test from 'ava';
import { createBackOff } from '../../scales-bridge/src/back-off.ts';
import { adapterTrouble } from '../../scales-bridge/src/ble/adapter-trouble.ts';
import { startBleSource } from '../support/scales/ble-source.ts';
import { fakeScale } from '../support/scales/fake-adapter.ts';

const decent = (address = 'aa:bb:cc:dd:ee:01') =>
  fakeScale({ address, name: 'Decent Scale', characteristics: ['0000fff4-0000-1000-8000-00805f9b34fb', '36f5'] });
const BOTTLE = '03ce1b93000045';

test('a scale in reach is woken and read, and found again after it was gone', async (t) => {
  const { adapter, clock, received, settle } = startBleSource(t);
  const scale = decent();
  await settle();
  adapter.hear(scale);
  await settle();
  scale.send(BOTTLE);
  t.deepEqual(received.readings, [{ scaleId: 'AA:BB:CC:DD:EE:01', weightG: 705.9, stable: true, stepG: 0.1 }]);
  t.deepEqual(scale.written, ['030a0101000108', '030a0101000108']);
  t.deepEqual(
    received.scales.map(({ state }) => state),
    ['connecting', 'connected'],
  );

  scale.leave();
  await settle();
  t.is(received.scales.at(-1)?.state, 'lost');
  adapter.hear(scale);
  await settle();
  t.is(scale.state.attempts, 1, 'not at once');
  await clock.advance(1000);
  adapter.hear(scale);
  await settle();
  scale.send(BOTTLE);
  t.is(received.readings.length, 2);
});

test('a scale that does not let itself be connected is tried less and less often, and the likely reason is said', async (t) => {
  const { adapter, clock, received, settle } = startBleSource(t);
  const scale = decent();
  scale.state.refuses = true;
  await settle();
  const attempts: number[] = [];
  for (let second = 0; second < 300; second += 1) {
    const before = scale.state.attempts;
    adapter.hear(scale);
    await settle();
    if (scale.state.attempts > before) attempts.push(second);
    await clock.advance(1000);
  }
  const gaps = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
  t.true((gaps[0] ?? 9) <= 2 && (gaps.at(-1) ?? 0) >= 35 && Math.max(...gaps) <= 61, gaps.join(' '));
  t.regex(received.scales.at(-1)?.note ?? '', /Закройте их приложение на телефоне/);
  t.is(typeof received.scales.at(-1)?.retryAt, 'number');

  scale.state.refuses = false;
  await clock.advance(60_000);
  adapter.hear(scale);
  await settle();
  t.is(received.scales.at(-1)?.state, 'connected');
});

test('a scale that cannot be connected keeps no other one from being found', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const [asleep, awake] = [decent('aa:01'), decent('aa:02')];
  asleep.state.refuses = true;
  await settle();
  adapter.hear(asleep);
  await settle();
  adapter.hear(awake);
  await settle();
  awake.send(BOTTLE);

  t.deepEqual(
    received.readings.map(({ scaleId }) => scaleId),
    ['AA:02'],
  );
});

test('a scale that wants to know that somebody listens is told so as long as it is there', async (t) => {
  const { adapter, clock, settle } = startBleSource(t);
  const scale = decent();
  await settle();
  adapter.hear(scale);
  await settle();
  for (let n = 0; n < 3; n += 1) await clock.advance(2000);
  t.deepEqual(scale.written.slice(2), ['030a03ffff000a', '030a03ffff000a', '030a03ffff000a']);
  scale.leave();
  for (let n = 0; n < 3; n += 1) await clock.advance(2000);
  t.is(scale.written.length, 5);
});

test('several scales are followed at once, one after the other connected', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const scales = [
    decent('aa:01'),
    decent('aa:02'),
    fakeScale({ address: 'aa:03', services: ['181d'], characteristics: ['2a9d'] }),
  ];
  await settle();
  for (const scale of scales) adapter.hear(scale);
  for (const _ of scales) await settle();
  scales[0]?.send(BOTTLE);
  scales[1]?.send(BOTTLE);
  scales[2]?.send('00e800');
  t.deepEqual(
    received.readings.map(({ scaleId, weightG }) => [scaleId, weightG]),
    [
      ['AA:01', 705.9],
      ['AA:02', 705.9],
      ['AA:03', 1160],
    ],
  );
  t.true(adapter.state.scanning);
});

test('a scale that only advertises is read without a connection, each of its frames once, and lost when silent', async (t) => {
  const { adapter, clock, received, settle } = startBleSource(t);
  const scale = fakeScale({
    address: 'aa:04',
    name: 'MIBFS',
    services: ['181b'],
    serviceData: [{ uuid: '181b', data: Buffer.alloc(0) }],
  });
  await settle();
  for (const hex of [
    `0020${'00'.repeat(9)}e800`,
    `0020${'00'.repeat(9)}e800`,
    `00a0${'00'.repeat(9)}e800`,
    `0020${'00'.repeat(9)}c800`,
  ]) {
    scale.advertise(hex);
    adapter.hear(scale);
  }
  t.deepEqual(
    received.readings.map(({ weightG, stepG }) => [weightG, stepG]),
    [
      [1160, 5],
      [1000, 5],
    ],
  );
  t.is(scale.state.attempts, 0);
  t.is(received.frames.length, 3);
  for (let n = 0; n < 5; n += 1) await clock.advance(10_000);
  t.is(received.scales.at(-1)?.state, 'lost');
});

test('an adapter that is switched off is said, and on again everything is found again', async (t) => {
  const { adapter, clock, received, settle } = startBleSource(t);
  const scale = decent();
  await settle();
  adapter.hear(scale);
  await settle();
  adapter.turn('poweredOff');
  await settle();
  t.regex(received.troubles.at(-1) ?? '', /Bluetooth выключен/);
  t.is(received.scales.at(-1)?.state, 'lost');
  adapter.turn('poweredOn');
  await clock.advance(2000);
  t.is(received.troubles.at(-1), undefined);
  adapter.hear(scale);
  await settle();
  scale.send(BOTTLE);
  t.is(received.readings.length, 1);
});

test('an adapter that is not there at the start may come later', async (t) => {
  const { adapter, clock, received, settle } = startBleSource(t, 'unknown');
  await settle();
  await clock.advance(5000);
  t.regex(received.troubles.at(-1) ?? '', /setcap/);
  adapter.turn('poweredOn');
  await settle();
  const scale = decent();
  adapter.hear(scale);
  await settle();
  scale.send(BOTTLE);
  t.is(received.readings.length, 1);
});

test('what a stranger advertises is left alone', async (t) => {
  const { adapter, received, settle } = startBleSource(t);
  const stranger = fakeScale({ address: 'aa:05', name: 'Headphones', services: ['110b'] });
  await settle();
  adapter.hear(stranger);
  await settle();
  t.deepEqual([stranger.state.attempts, received.scales], [0, []]);
});

test('stopping takes leave of the scales', async (t) => {
  const { adapter, stop, running, settle } = startBleSource(t);
  const scale = decent();
  await settle();
  adapter.hear(scale);
  await settle();
  t.is(scale.state.connected, 1);
  stop.abort();
  await running;
  t.is(scale.state.connected, 0);
});

test('each trouble of an adapter is said for each system', (t) => {
  t.is(adapterTrouble('poweredOn', 'linux'), undefined);
  for (const platform of ['linux', 'darwin', 'win32', 'freebsd'] as const) {
    for (const state of ['poweredOff', 'unauthorized', 'unsupported', 'unknown', 'resetting'] as const) {
      t.regex(adapterTrouble(state, platform) ?? '', /[а-я]/, `${platform} ${state}`);
    }
  }
  t.regex(adapterTrouble('unauthorized', 'darwin') ?? '', /Конфиденциальность/);
  t.regex(adapterTrouble('unauthorized', 'linux') ?? '', /группу bluetooth/);
  t.regex(adapterTrouble('unauthorized', 'linux') ?? '', /^sudo usermod/m, 'a command on a line of its own');
});

test('a back-off goes from a second to a minute, a third shorter at most', (t) => {
  const longest = createBackOff({ random: () => 0 });
  t.deepEqual(
    Array.from({ length: 8 }, () => longest.next()),
    [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000],
  );
  const shortest = createBackOff({ random: () => 1 });
  t.is(shortest.next(), 667);
  longest.reset();
  t.is(longest.next(), 1000);
});
