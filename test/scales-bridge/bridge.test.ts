import { EventEmitter } from 'node:events';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import test from 'ava';
import { createBleSource } from '../../scales-bridge/src/ble/ble-source.ts';
import type { Noble } from '../../scales-bridge/src/ble/noble.ts';
import { createBridge } from '../../scales-bridge/src/bridge.ts';
import { readConfig } from '../../scales-bridge/src/config.ts';
import { scaleModels } from '../../scales-bridge/src/models/index.ts';
import { createSimulatedSource } from '../../scales-bridge/src/simulated-source.ts';
import { createVenueSink } from '../../scales-bridge/src/sink/venue-sink.ts';
import { startTenant } from '../support/tenant.ts';

const log = createLog('test', 'silent');
const unexpected = (message: string): never => {
  throw new Error(message);
};

test('a simulated weighing reaches a panel, settling first and stable in the end', async (t) => {
  const tenant = await startTenant(t);
  const panel = await tenant.socket(tenant.user.token);
  const seen: ScalesReading[] = [];
  const stop = new AbortController();
  const settled = new Promise<void>((resolve) => {
    panel.on('scales:reading', (reading) => {
      seen.push(reading);
      if (reading.stable && reading.weightG === 1160) resolve();
    });
  });
  const sink = createVenueSink({
    venueUrl: tenant.url,
    credentials: { token: tenant.user.token },
    log,
    onRefused: unexpected,
  });
  const running = createBridge({ source: createSimulatedSource([1160], 30), sink, log }).run(stop.signal);
  await settled;
  stop.abort();
  await running;
  t.true(seen.some(({ weightG, stable }) => weightG > 0 && weightG !== 1160 && !stable));
  t.true(seen.every(({ scaleId }) => scaleId === 'simulated'));
});

test('the newest reading from before the venue came up is the first it gets', async (t) => {
  const tenant = await startTenant(t);
  const panel = await tenant.socket(tenant.user.token);
  const sink = createVenueSink({
    venueUrl: tenant.url,
    credentials: { token: tenant.user.token },
    log,
    onRefused: unexpected,
  });
  const first = new Promise<ScalesReading>((resolve) => panel.once('scales:reading', resolve));
  for (const weightG of [100, 200, 300]) sink.send({ scaleId: 'bar', weightG, stable: true });
  t.deepEqual(await first, { scaleId: 'bar', weightG: 300, stable: true });
  await sink.close();
});

test('a token that the venue refuses is said so, and nothing is tried again', async (t) => {
  const tenant = await startTenant(t);
  const message = await new Promise<string>((resolve) => {
    createVenueSink({ venueUrl: tenant.url, credentials: { token: 'wrong' }, log, onRefused: resolve });
  });
  t.regex(message, /[а-я]/i);
});

test('every mistake of the settings is named at once', (t) => {
  const error = t.throws(() => readConfig({ OSTATOK_VENUE_URL: 'bar' }, []));
  t.regex(error?.message ?? '', /OSTATOK_VENUE_URL/);
  t.regex(error?.message ?? '', /OSTATOK_TOKEN/);
  const env = { OSTATOK_VENUE_URL: 'http://bar.localhost:3000', OSTATOK_TOKEN: 'x' };
  t.deepEqual(readConfig(env, ['--simulate=1,2']).simulate, [1, 2]);
  t.throws(() => readConfig(env, ['--simulate=many']), { message: /граммы/ });
});

/** A Bluetooth adapter with one Decent scale in reach. */
function fakeAdapter(): { noble: Noble; frames: EventEmitter; written: string[]; leave: () => void } {
  const adapter = new EventEmitter();
  const peripheral = new EventEmitter();
  const frames = new EventEmitter();
  const written: string[] = [];
  const characteristics = [
    Object.assign(frames, { uuid: '0000fff4-0000-1000-8000-00805f9b34fb', subscribeAsync: async () => undefined }),
    { uuid: '36f5', on: () => undefined, writeAsync: async (data: Buffer) => void written.push(data.toString('hex')) },
  ];
  Object.assign(peripheral, {
    id: 'aabbccddeeff',
    address: 'aa:bb:cc:dd:ee:ff',
    advertisement: { localName: 'Decent Scale', serviceUuids: [] },
    connectAsync: async () => undefined,
    disconnectAsync: async () => undefined,
    discoverSomeServicesAndCharacteristicsAsync: async () => ({ characteristics }),
  });
  Object.assign(adapter, {
    waitForPoweredOnAsync: async () => undefined,
    startScanningAsync: async () => void setImmediate(() => adapter.emit('discover', peripheral)),
    stopScanningAsync: async () => undefined,
  });
  return { noble: adapter as unknown as Noble, frames, written, leave: () => void peripheral.emit('disconnect') };
}

test('a scale in reach is woken, read, and found again after it was gone', async (t) => {
  const { noble, frames, written, leave } = fakeAdapter();
  const stop = new AbortController();
  const source = createBleSource({ loadNoble: async () => noble, models: scaleModels, log });
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const one of source.readings(stop.signal)) {
      seen.push(one);
      if (seen.length === 1) leave();
      else stop.abort();
    }
  })();
  const speak = setInterval(() => frames.emit('data', Buffer.from('03ce00650000a8', 'hex')), 5);
  await reading;
  clearInterval(speak);
  t.deepEqual(seen[0], { scaleId: 'AA:BB:CC:DD:EE:FF', weightG: 10.1, stable: true });
  t.true(written.length >= 1 && written.every((bytes) => bytes === '030a0101000108'));
});
