import type { ExecutionContext } from 'ava';
import type { CDPSession, Page } from 'playwright-core';
import { until } from '../run/until.ts';

/** What a scale of Bluetooth has, beside its name. */
export interface EmulatedKind {
  name: string;
  service: string;
  /** Notifies the frames. */
  frames: string;
  commands?: string;
}
export const DECENT: EmulatedKind = { name: 'Decent Scale', service: 'fff0', frames: 'fff4', commands: '36f5' };
/** Its frames do not say what they count in. */
export const SMARTCHEF: EmulatedKind = { name: 'SmartChef', service: 'fff0', frames: 'fff1' };
export const NSCALE: EmulatedKind = { name: 'NSCALE ', service: 'ffb0', frames: 'ffb2' };

const longUuid = (short: string): string => `0000${short}-0000-1000-8000-00805f9b34fb`;
const CONFIGURATION = longUuid('2902');

/** The protocol's methods are newer than the types of Playwright. */
type Send = (method: string, params?: object) => Promise<Record<string, string>>;
const sender =
  (session: CDPSession): Send =>
  (method, params) =>
    Reflect.apply(session.send, session, [method, params]);
const listen = <E>(session: CDPSession, event: string, listener: (event: E) => void): void =>
  Reflect.apply(session.on, session, [event, listener]);

/** Keeps the characteristics that the page listens to, so that a test can have them notify. */
function keepCharacteristics(): void {
  const kept: EventTarget[] = [];
  Reflect.set(window, 'subscribed', kept);
  const prototype: { startNotifications: () => Promise<unknown> } = Reflect.get(
    window,
    'BluetoothRemoteGATTCharacteristic',
  ).prototype;
  const start = prototype.startNotifications;
  prototype.startNotifications = async function startNotifications(this: EventTarget) {
    await start.call(this);
    kept.push(this);
  };
}

/** A file's tests have one browser and so one adapter: each has it alone. */
let turn: Promise<void> = Promise.resolve();

async function takeTurn(t: ExecutionContext): Promise<void> {
  const before = turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  turn = promise;
  await before;
  t.teardown(resolve);
}

interface Operation {
  type: string;
  address: string;
  characteristicId: string;
  descriptorId: string;
  data?: string;
}

/** The browser's Bluetooth adapter, emulated through the DevTools protocol for this test alone. */
export async function emulateBluetooth(t: ExecutionContext, page: Page, state: 'powered-on' | 'absent' = 'powered-on') {
  await takeTurn(t);
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const adapter = await browser.newBrowserCDPSession();
  const send = sender(adapter);
  await send('BluetoothEmulation.enable', { state, leSupported: true });
  t.teardown(async () => {
    await send('BluetoothEmulation.disable');
    await adapter.detach();
  });
  const dialogs = await page.context().newCDPSession(page);
  await sender(dialogs)('DeviceAccess.enable');
  await page.addInitScript(keepCharacteristics);
  return { adapter, dialogs, scale: (kind: EmulatedKind) => emulateScale(page, adapter, kind) };
}

const ADDRESS = '09:09:09:09:09:09';

/** A scale in reach of the adapter. */
async function emulateScale(page: Page, adapter: CDPSession, kind: EmulatedKind) {
  const send = sender(adapter);
  const commands: string[] = [];
  let nextFrame = '';
  let reachable = true;
  const uuid = longUuid(kind.service);
  await send('BluetoothEmulation.simulatePreconnectedPeripheral', {
    address: ADDRESS,
    name: kind.name,
    manufacturerData: [],
    knownServiceUuids: [uuid],
  });
  /** The emulator forgets them with each connection. */
  async function serve(): Promise<void> {
    const { serviceId } = await send('BluetoothEmulation.addService', { address: ADDRESS, serviceUuid: uuid });
    const { characteristicId: frames = '' } = await send('BluetoothEmulation.addCharacteristic', {
      serviceId,
      characteristicUuid: longUuid(kind.frames),
      properties: { notify: true, read: true },
    });
    await send('BluetoothEmulation.addDescriptor', { characteristicId: frames, descriptorUuid: CONFIGURATION });
    if (kind.commands === undefined) return;
    await send('BluetoothEmulation.addCharacteristic', {
      serviceId,
      characteristicUuid: longUuid(kind.commands),
      properties: { write: true, writeWithoutResponse: true },
    });
  }
  listen<Operation>(adapter, 'BluetoothEmulation.gattOperationReceived', async ({ type }) => {
    // 8 is the code of a connection that timed out
    const code = reachable || type !== 'connection' ? 0 : 8;
    if (type === 'connection' && code === 0) await serve();
    await send('BluetoothEmulation.simulateGATTOperationResponse', { address: ADDRESS, type, code }).catch(() => {});
  });
  listen<Operation>(adapter, 'BluetoothEmulation.characteristicOperationReceived', async (operation) => {
    const { characteristicId, type, data } = operation;
    if (type === 'write') commands.push(Buffer.from(data ?? '', 'base64').toString('hex'));
    await send('BluetoothEmulation.simulateCharacteristicOperationResponse', {
      characteristicId,
      type,
      code: 0,
      ...(type === 'read' && { data: Buffer.from(nextFrame, 'hex').toString('base64') }),
    }).catch(() => {});
  });
  listen<Operation>(adapter, 'BluetoothEmulation.descriptorOperationReceived', ({ descriptorId, type }) =>
    send('BluetoothEmulation.simulateDescriptorOperationResponse', { descriptorId, type, code: 0 }).catch(() => {}),
  );
  return {
    commands,
    /**
     * Sends one frame. Chromium emulates no notifications; the value of a read reaches the page as the same event of the
     * same characteristic.
     */
    async notify(hex: string): Promise<void> {
      nextFrame = hex;
      await page.evaluate(async () => {
        const subscribed: { readValue: () => Promise<unknown> }[] = Reflect.get(window, 'subscribed');
        await subscribed.at(-1)?.readValue();
      });
    },
    /** Waits until the page listens to the frames for the given time. */
    subscribed: (times = 1): Promise<void> =>
      until(
        async () => (await page.evaluate(() => Reflect.get(window, 'subscribed').length)) >= times,
        `the page listens to the scale, time ${times}`,
      ),
    cut: () => send('BluetoothEmulation.simulateGATTDisconnection', { address: ADDRESS }),
    setReachable(is: boolean): void {
      reachable = is;
    },
  };
}

/** Answers the browser's next dialog as a person does: with the first scale, or by closing it. */
export function answerDialog(dialogs: CDPSession, answer: 'choose' | 'close'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const send = sender(dialogs);
  let answered = false;
  listen<{ id: string; devices: { id: string }[] }>(
    dialogs,
    'DeviceAccess.deviceRequestPrompted',
    ({ id, devices: [device] }) => {
      if (answered || (answer === 'choose' && !device)) return;
      answered = true;
      const done =
        answer === 'choose'
          ? send('DeviceAccess.selectPrompt', { id, deviceId: device?.id })
          : send('DeviceAccess.cancelPrompt', { id });
      done.then(() => resolve(), reject);
    },
  );
  return promise;
}

/** A frame of a Decent Scale at rest. */
export function decentFrame(weightG: number, stable = true): string {
  const bytes = Buffer.from([0x03, stable ? 0xce : 0xca, 0, 0, 0, 0, 0]);
  bytes.writeInt16BE(Math.round(weightG * 10), 2);
  bytes[6] = bytes.subarray(0, 6).reduce((xor, byte) => xor ^ byte, 0);
  return bytes.toString('hex');
}

/** A frame of an NSCALE at rest; `unit` is the display's. */
export function nscaleFrame(weightG: number, unit: 'g' | 'ml' = 'g'): string {
  const bytes = Buffer.from([0xac, 0x05, 0x00, 0, 0, unit === 'g' ? 0x00 : 0x10, 0xca, 0x00]);
  bytes.writeUInt16BE(Math.round(weightG * 10), 3);
  return bytes.toString('hex');
}

/** A frame of a SmartChef. */
export function smartChefFrame(weightG: number): string {
  const bytes = Buffer.alloc(9);
  bytes.writeUInt16BE(Math.round(weightG * 10), 5);
  return bytes.toString('hex');
}
