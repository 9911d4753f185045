import { setImmediate as tick } from 'node:timers/promises';
import { bluetoothModels } from '@ostatok/kit/scales/index.ts';
import type { ExecutionContext } from 'ava';
import type { RawReading } from '../../../kit/scales/settling.ts';
import { createBleSource } from '../../../scales-bridge/src/ble/ble-source.ts';
import type { AdapterState } from '../../../scales-bridge/src/ble/noble.ts';
import type { Listener, RawFrame, ScaleStatus } from '../../../scales-bridge/src/source.ts';
import { heldClock } from '../clock/held-clock.ts';
import { log } from './bridge-parts.ts';
import { fakeAdapter } from './fake-adapter.ts';

/** A running source that records everything it reports. */
export function startBleSource(
  t: ExecutionContext,
  first: AdapterState = 'poweredOn',
  showsGrams: Listener['showsGrams'] = () => false,
) {
  const adapter = fakeAdapter(first);
  const clock = heldClock();
  const received = {
    readings: [] as RawReading[],
    scales: [] as ScaleStatus[],
    frames: [] as RawFrame[],
    troubles: [] as (string | undefined)[],
  };
  const stop = new AbortController();
  const source = createBleSource({
    loadNoble: async () => adapter.noble,
    models: bluetoothModels,
    clock,
    log,
    platform: 'linux',
  });
  const running = source.run(
    {
      reading: (one) => received.readings.push(one),
      scale: (one) => received.scales.push(one),
      frame: (one) => received.frames.push(one),
      trouble: (one) => received.troubles.push(one),
      showsGrams,
    },
    stop.signal,
  );
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await tick();
    await clock.advance(60);
    for (let n = 0; n < 20; n += 1) await tick();
  };
  return { adapter, clock, received, stop, running, settle };
}
