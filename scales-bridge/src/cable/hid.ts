export interface HidDevice {
  vendorId: number;
  productId: number;
  path?: string | undefined;
  usagePage?: number | undefined;
  usage?: number | undefined;
}
export interface OpenHid {
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  close(): Promise<void>;
}

/** The part of node-hid's interface that we use; the package is optional and may be absent. */
export interface Hid {
  devicesAsync(): Promise<HidDevice[]>;
  HIDAsync: { open(path: string): Promise<OpenHid> };
}

/** Undefined where the package is not installed or does not fit this computer. */
export async function loadHid(): Promise<Hid | undefined> {
  try {
    const { default: hid } = await import('node-hid');
    // it needs no library that a system may lack, and sees how a device is used
    if (process.platform === 'linux') hid.setDriverType('hidraw');
    await hid.devicesAsync();
    return hid as unknown as Hid;
  } catch {
    return undefined;
  }
}
