import { EventEmitter } from 'node:events';
import type { AdapterState } from '../../../scales-bridge/src/ble/noble.ts';

interface FakeScaleOptions {
  address: string;
  name?: string;
  services?: string[];
  serviceData?: { uuid: string; data: Buffer }[];
  manufacturerData?: Buffer;
  characteristics?: string[];
  /** Of every characteristic. */
  properties?: string[];
}

/** A scale for the fake adapter. */
export function fakeScale({
  address,
  name = '',
  services = [],
  serviceData = [],
  manufacturerData,
  characteristics = [],
  properties,
}: FakeScaleOptions) {
  const frames = new Map<string, EventEmitter>();
  const written: string[] = [];
  const state = { connected: 0, refuses: false, attempts: 0 };
  const disconnect = (): void => {
    if (state.connected === 0) return;
    state.connected = 0;
    peripheral.state = 'disconnected';
    peripheral.emit('disconnect');
  };
  const peripheral = Object.assign(new EventEmitter(), {
    id: address.replaceAll(':', ''),
    address,
    advertisement: {
      localName: name,
      serviceUuids: services,
      serviceData,
      ...(manufacturerData && { manufacturerData }),
    },
    connectAsync: async () => {
      state.attempts += 1;
      if (state.refuses) throw new Error('connection refused');
      state.connected += 1;
      peripheral.state = 'connected';
    },
    state: 'disconnected',
    // as noble does: it resolves when the adapter says that it is gone, and nobody says so of what is not connected
    disconnectAsync: () =>
      new Promise<void>((resolve) => {
        peripheral.once('disconnect', () => resolve());
        disconnect();
      }),
    cancelConnect: () => undefined,
    discoverSomeServicesAndCharacteristicsAsync: async () => {
      frames.clear();
      const found = characteristics.map((uuid) => {
        const one = Object.assign(new EventEmitter(), {
          uuid,
          ...(properties && { properties }),
          subscribeAsync: async () => undefined,
          writeAsync: async (data: Buffer) => void written.push(data.toString('hex')),
        });
        frames.set(uuid, one);
        return one;
      });
      return { characteristics: found };
    },
  });
  return {
    peripheral,
    state,
    written,
    send: (hex: string): void => {
      for (const one of frames.values()) one.emit('data', Buffer.from(hex, 'hex'));
    },
    advertise: (hex: string): void => {
      if (serviceData[0]) serviceData[0].data = Buffer.from(hex, 'hex');
    },
    leave: disconnect,
  };
}
export type FakeScale = ReturnType<typeof fakeScale>;

/** An adapter that the test controls: `hear` simulates an advertisement of a scale in range. */
export function fakeAdapter(first: AdapterState = 'poweredOn') {
  const adapter = new EventEmitter();
  const state = { scans: 0, scanning: false };
  const noble = Object.assign(adapter, {
    state: first,
    startScanningAsync: async () => {
      state.scans += 1;
      state.scanning = true;
    },
    stopScanningAsync: async () => {
      state.scanning = false;
    },
  });
  return {
    noble,
    state,
    hear: (scale: FakeScale): void => void (state.scanning && adapter.emit('discover', scale.peripheral)),
    turn: (to: AdapterState): void => {
      noble.state = to;
      state.scanning = false;
      adapter.emit('stateChange', to);
    },
  };
}
