import type { SerialSpeed } from '@ostatok/kit/scales/scale-model.ts';

export interface PortInfo {
  path: string;
  /** Four hexadecimal digits each; absent where the port is not at USB. */
  vendorId?: string | undefined;
  productId?: string | undefined;
}

export interface OpenPort {
  write(bytes: Uint8Array): void;
  close(): Promise<void>;
  /** Resolves when the port is closed, by us or because it is gone. */
  closed: Promise<void>;
}

/** The serial ports of this computer. */
export interface Ports {
  list(): Promise<PortInfo[]>;
  /** Rejects with the system's reason, such as «Permission denied». */
  open(path: string, speed: SerialSpeed, onData: (bytes: Uint8Array) => void): Promise<OpenPort>;
}

/** The part of serialport's interface that we use; the package is optional and may be absent. */
interface SerialPortClass {
  list(): Promise<PortInfo[]>;
  new (
    options: SerialSpeed & { path: string; autoOpen: false },
  ): {
    open(done: (error: Error | null) => void): void;
    close(done: () => void): void;
    write(bytes: Uint8Array): boolean;
    on(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
    on(event: 'error', listener: (error: Error) => void): unknown;
    once(event: 'close', listener: () => void): unknown;
    readonly isOpen: boolean;
  };
}

export const portsOf = (SerialPort: SerialPortClass): Ports => ({
  list: () => SerialPort.list(),

  async open(path, speed, onData) {
    const port = new SerialPort({ path, ...speed, autoOpen: false });
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    const closed = new Promise<void>((resolve) => port.once('close', resolve));
    port.on('data', onData);
    // a cable that is pulled out closes the port, which is what counts
    port.on('error', () => undefined);
    return {
      write: (bytes) => void port.write(bytes),
      close: () => new Promise((resolve) => (port.isOpen ? port.close(resolve) : resolve())),
      closed,
    };
  },
});

/** Undefined where the package is not installed or does not fit this computer. */
export async function loadPorts(): Promise<Ports | undefined> {
  try {
    const { SerialPort } = await import('serialport');
    return portsOf(SerialPort as unknown as SerialPortClass);
  } catch {
    return undefined;
  }
}
