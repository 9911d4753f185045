/** The few things of noble that we use; the package is optional and may be absent. */
export interface Characteristic {
  uuid: string;
  on(event: 'data', heard: (data: Buffer) => void): unknown;
  subscribeAsync(): Promise<void>;
  writeAsync(data: Buffer, withoutResponse: boolean): Promise<void>;
}
export interface Peripheral {
  id: string;
  address: string;
  advertisement: { localName?: string; serviceUuids?: string[] };
  connectAsync(): Promise<void>;
  disconnectAsync(): Promise<void>;
  discoverSomeServicesAndCharacteristicsAsync(
    services: string[],
    characteristics: string[],
  ): Promise<{ characteristics: Characteristic[] }>;
  once(event: 'disconnect', heard: () => void): unknown;
}
export interface Noble {
  waitForPoweredOnAsync(timeout?: number): Promise<void>;
  startScanningAsync(services?: string[], allowDuplicates?: boolean): Promise<void>;
  stopScanningAsync(): Promise<void>;
  on(event: 'discover', heard: (peripheral: Peripheral) => void): unknown;
  removeListener(event: 'discover', heard: (peripheral: Peripheral) => void): unknown;
}

export class BluetoothMissing extends Error {}

/** Loaded only when asked for: importing it opens the Bluetooth adapter. Throws BluetoothMissing. */
export async function loadNoble(): Promise<Noble> {
  let noble: Noble;
  try {
    noble = (await import('@stoprocent/noble')).default as unknown as Noble;
  } catch {
    throw new BluetoothMissing(
      'Bluetooth на этом компьютере недоступен: пакет @stoprocent/noble не установлен. Установите его или запустите мост с --simulate',
    );
  }
  try {
    await noble.waitForPoweredOnAsync(10_000);
  } catch {
    throw new BluetoothMissing('Bluetooth выключен или адаптер не найден. Включите его и запустите мост ещё раз');
  }
  return noble;
}
