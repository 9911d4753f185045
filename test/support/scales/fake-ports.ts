import type { SerialSpeed } from '@ostatok/kit/scales/scale-model.ts';
import type { OpenPort, PortInfo, Ports } from '../../../scales-bridge/src/cable/ports.ts';

/** What a device at a port answers; undefined: nothing. */
type Answer = (asked: string, speed: SerialSpeed) => string | undefined;

interface Device {
  info: PortInfo;
  answer: Answer;
  /** The open connection, if any. */
  data?: ((bytes: Uint8Array) => void) | undefined;
  close?: (() => void) | undefined;
  refusal?: Error | undefined;
}

/** The serial ports of a computer; the test plugs devices in and pulls them out. */
export function fakePorts() {
  const devices = new Map<string, Device>();
  const asked: string[] = [];
  const ports: Ports = {
    list: async () => [...devices.values()].map(({ info }) => info),
    async open(path, speed, onData) {
      const device = devices.get(path);
      if (!device) throw new Error('No such file or directory');
      if (device.refusal) throw device.refusal;
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      device.data = onData;
      device.close = resolve;
      const port: OpenPort = {
        write(bytes) {
          const hex = Buffer.from(bytes).toString('hex');
          asked.push(`${speed.baudRate} ${hex}`);
          const answer = device.answer(hex, speed);
          if (answer !== undefined) onData(Buffer.from(answer, 'hex'));
        },
        async close() {
          device.data = undefined;
          resolve();
        },
        closed,
      };
      return port;
    },
  };
  return {
    ports,
    asked,
    plug: (path: string, answer: Answer, more: Partial<PortInfo> = {}): void =>
      void devices.set(path, { info: { path, vendorId: '0403', productId: '6001', ...more }, answer }),
    forbid: (path: string, message: string): void => {
      const device = devices.get(path);
      if (device) device.refusal = new Error(message);
    },
    pull(path: string): void {
      devices.get(path)?.close?.();
      devices.delete(path);
    },
    send: (path: string, hex: string): void => devices.get(path)?.data?.(Buffer.from(hex, 'hex')),
  };
}
