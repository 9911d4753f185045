import type { ScaleCharacteristic, ScaleDevice, ScaleService } from './web-bluetooth.ts';

/** Resolves with nothing where the scale has none of the services that the page named. */
export const servicesOf = (device: ScaleDevice): Promise<ScaleService[]> =>
  device.gatt.getPrimaryServices().catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotFoundError') return [];
    throw error;
  });

export const notifies = ({ properties }: ScaleCharacteristic): boolean => properties.notify || properties.indicate;

/** Takes what the characteristic notifies until the connection is over. */
export async function subscribe(
  one: ScaleCharacteristic,
  onBytes: (bytes: Uint8Array) => void,
  over: AbortSignal,
): Promise<void> {
  const listener = (): void => {
    const { value } = one;
    if (value) onBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice());
  };
  one.addEventListener('characteristicvaluechanged', listener, { signal: over });
  await one.startNotifications();
}
