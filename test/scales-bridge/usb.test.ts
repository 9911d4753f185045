import { EventEmitter } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';
import { cableModels } from '@ostatok/kit/scales/index.ts';
import test, { type ExecutionContext } from 'ava';
import type { RawReading } from '../../kit/scales/settling.ts';
import type { HidDevice, OpenHid } from '../../scales-bridge/src/cable/hid.ts';
import { createHidSource } from '../../scales-bridge/src/cable/hid-source.ts';
import { createJoinedSource } from '../../scales-bridge/src/joined-source.ts';
import type { Listener, ScaleStatus, Source } from '../../scales-bridge/src/source.ts';
import { heldClock } from '../support/clock/held-clock.ts';
import { log } from '../support/scales/bridge-parts.ts';

const SCALE: HidDevice = { path: '/dev/hidraw0', vendorId: 0x922, productId: 0x8003, usagePage: 0x8d, usage: 0x20 };
const KEYBOARD: HidDevice = { path: '/dev/hidraw1', vendorId: 0x46d, productId: 1, usagePage: 0x01, usage: 0x06 };

/** The USB devices of a computer; the test plugs them in and pulls them out. */
function fakeHid() {
  const devices: HidDevice[] = [KEYBOARD];
  const open = new Map<string, EventEmitter>();
  let refusal: Error | undefined;
  return {
    devices,
    opened: (): string[] => [...open.keys()],
    forbid: (error: Error | undefined): void => {
      refusal = error;
    },
    send: (hex: string): void => void open.get(SCALE.path ?? '')?.emit('data', Buffer.from(hex, 'hex')),
    hid: {
      devicesAsync: async () => devices,
      HIDAsync: {
        async open(path: string): Promise<OpenHid> {
          if (refusal) throw refusal;
          const device = Object.assign(new EventEmitter(), { close: async () => void open.delete(path) });
          open.set(path, device);
          return device;
        },
      },
    },
  };
}

function recorder() {
  const received = {
    readings: [] as RawReading[],
    scales: [] as ScaleStatus[],
    troubles: [] as (string | undefined)[],
  };
  const listener: Listener = {
    reading: (one) => received.readings.push(one),
    scale: (one) => received.scales.push(one),
    frame: () => undefined,
    trouble: (one) => received.troubles.push(one),
    showsGrams: () => false,
  };
  return { received, listener };
}

function start(t: ExecutionContext) {
  const computer = fakeHid();
  const clock = heldClock();
  const { received, listener } = recorder();
  const stop = new AbortController();
  const source = createHidSource({ hid: computer.hid, models: cableModels, clock, log, platform: 'linux' });
  const running = source.run(listener, stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  async function look(): Promise<void> {
    for (let n = 0; n < 10; n += 1) await tick();
    await clock.advance(2000);
    for (let n = 0; n < 10; n += 1) await tick();
  }
  return { computer, received, look };
}

test('a scale at USB is known by what it is used for, and read until its cable is pulled out', async (t) => {
  const { computer, received, look } = start(t);
  await look();
  t.deepEqual(computer.opened(), []);
  computer.devices.push(SCALE);
  await look();
  t.deepEqual(computer.opened(), ['/dev/hidraw0']);
  computer.send('030402ffd930');
  t.deepEqual(received.readings, [{ scaleId: '/dev/hidraw0', weightG: 1250.5, stepG: 0.1, stable: true }]);
  computer.send('040400000000');
  t.is(received.readings.length, 1, 'a report of its state is no weight');

  computer.devices.pop();
  await look();
  t.like(received.scales.at(-1), { state: 'lost', note: 'Кабель отключён. Вставьте его' });
  t.deepEqual(computer.opened(), []);
  computer.devices.push(SCALE);
  await look();
  t.is(received.scales.at(-1)?.state, 'connected');
});

test('a scale that does not open is told with what gives the right, until it opens', async (t) => {
  const { computer, received, look } = start(t);
  computer.forbid(new Error('cannot open device'));
  computer.devices.push(SCALE);
  await look();
  const trouble = received.troubles.at(-1) ?? '';
  t.regex(trouble, /нет доступа/);
  t.true(trouble.includes('ATTRS{idVendor}=="0922", ATTRS{idProduct}=="8003"'), 'and to no other device');
  computer.forbid(undefined);
  await look();
  t.is(received.troubles.at(-1), undefined);
  t.is(received.scales.at(-1)?.state, 'connected');
});

test('a path that is longer than the venue takes is cut', async (t) => {
  const { computer, received, look } = start(t);
  const path = String.raw`\\?\HID#VID_0922&PID_8003#7&2a6f7b9e&0&0000#{4d1e55b2-f16f-11cf-88cb-001111000030}`;
  computer.devices.push({ ...SCALE, path });
  await look();
  t.is(received.scales.at(-1)?.scaleId, path.slice(0, 64));
});

test('what is wrong with one way to a scale is told only while no other way has one', async (t) => {
  const parts: Listener[] = [];
  const held: Source = {
    async run(listener, stop) {
      parts.push(listener);
      await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
    },
  };
  const { received, listener } = recorder();
  const stop = new AbortController();
  const running = createJoinedSource([held, { ...held }]).run(listener, stop.signal);
  const [bluetooth, cable] = parts as [Listener, Listener];
  bluetooth.trouble('Bluetooth выключен');
  cable.scale({ scaleId: 'usb', model: 'CAS', state: 'connected' });
  cable.scale({ scaleId: 'usb', model: 'CAS', state: 'lost' });
  bluetooth.trouble(undefined);
  t.deepEqual(received.troubles, ['Bluetooth выключен', undefined, 'Bluetooth выключен', undefined]);
  stop.abort();
  await running;
});
