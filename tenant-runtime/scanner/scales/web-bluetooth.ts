/** The part of Web Bluetooth that the scanner uses; TypeScript's DOM library has none of it. */
export interface ScaleCharacteristic extends EventTarget {
  uuid: string;
  properties: {
    read: boolean;
    write: boolean;
    writeWithoutResponse: boolean;
    notify: boolean;
    indicate: boolean;
  };
  value?: DataView;
  startNotifications(): Promise<unknown>;
  writeValueWithResponse(bytes: Uint8Array): Promise<void>;
  writeValueWithoutResponse(bytes: Uint8Array): Promise<void>;
}
export interface ScaleService {
  uuid: string;
  getCharacteristics(): Promise<ScaleCharacteristic[]>;
}
interface ScaleServer {
  connected: boolean;
  connect(): Promise<ScaleServer>;
  disconnect(): void;
  getPrimaryServices(): Promise<ScaleService[]>;
}
export interface ScaleDevice extends EventTarget {
  id: string;
  name?: string;
  gatt: ScaleServer;
}
export interface WebBluetooth {
  getAvailability(): Promise<boolean>;
  /** Missing where the browser forgets its permissions with the page. */
  getDevices?(): Promise<ScaleDevice[]>;
  requestDevice(options: { acceptAllDevices: true; optionalServices: string[] }): Promise<ScaleDevice>;
}
declare global {
  interface Navigator {
    bluetooth?: WebBluetooth;
  }
}

const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Says why this browser reads no scale itself; undefined where it can. */
export function noBluetooth(): string | undefined {
  if (navigator.bluetooth) return undefined;
  return isApple()
    ? 'iPhone не даёт сайтам Bluetooth'
    : 'Этот браузер не даёт сайтам Bluetooth, а Chrome на Android даёт';
}
