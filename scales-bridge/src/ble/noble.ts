import type { Logger } from '@ostatok/kit/node/log.ts';

/** The part of noble's interface that we use; the package is optional and may be absent. */
export interface Characteristic {
  uuid: string;
  properties?: string[];
  on(event: 'data', listener: (data: Buffer) => void): unknown;
  subscribeAsync(): Promise<void>;
  writeAsync(data: Buffer, withoutResponse: boolean): Promise<void>;
}
export interface Peripheral {
  id: string;
  address: string;
  /** The strength of its signal: the nearer, the less negative. */
  rssi?: number;
  /** False where it only advertises. */
  connectable?: boolean;
  state: string;
  advertisement: {
    localName?: string;
    serviceUuids?: string[];
    serviceData?: { uuid: string; data: Buffer }[];
    manufacturerData?: Buffer;
  };
  connectAsync(): Promise<void>;
  disconnectAsync(): Promise<void>;
  cancelConnect(): void;
  discoverSomeServicesAndCharacteristicsAsync(
    services: string[],
    characteristics: string[],
  ): Promise<{ services?: { uuid: string }[]; characteristics: Characteristic[] }>;
  once(event: 'disconnect', listener: () => void): unknown;
  removeListener(event: 'disconnect', listener: () => void): unknown;
}
export type AdapterState = 'poweredOn' | 'poweredOff' | 'unauthorized' | 'unsupported' | 'unknown' | 'resetting';
export interface Noble {
  readonly state: AdapterState;
  startScanningAsync(services?: string[], allowDuplicates?: boolean): Promise<void>;
  stopScanningAsync(): Promise<void>;
  on(event: 'discover', listener: (peripheral: Peripheral) => void): unknown;
  on(event: 'stateChange', listener: (state: AdapterState) => void): unknown;
  removeListener(event: 'discover', listener: (peripheral: Peripheral) => void): unknown;
  removeListener(event: 'stateChange', listener: (state: AdapterState) => void): unknown;
}

export class BluetoothMissing extends Error {}

/** Loads noble only when needed: importing it opens the Bluetooth adapter. Throws BluetoothMissing. */
export async function loadNoble(log: Logger): Promise<Noble> {
  // noble prints messages for developers on the screen: they go to the log, and the bridge shows its own
  console.log = console.warn = (...words: unknown[]) => log.debug({ words }, 'noble');
  try {
    return (await import('@stoprocent/noble')).default as Noble;
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    throw new BluetoothMissing(
      absent
        ? 'Пакет для Bluetooth не установлен. Выполните npm install --no-save --ignore-scripts @stoprocent/noble или запустите мост с --simulate'
        : `Bluetooth не открылся: ${(error as Error).message}. Проверьте адаптер или запустите мост с --simulate`,
    );
  }
}
