import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

export class AlreadyRunning extends Error {}

/** A socket in the folder of the settings; on Windows a pipe, whose name belongs to the whole computer. */
const placeIn = (folder: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\ostatok-scales-${createHash('sha256').update(folder).digest('hex')}`
    : join(folder, 'scales-bridge.sock');

const isTaken = (place: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(place);
    const found = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => found(true));
    socket.once('error', () => found(false));
  });

/**
 * Allows one bridge per user: two would take each other's scales and stored weights. The system itself gives a socket up
 * with the process, however that ends. Returns the function that releases the place. Throws AlreadyRunning.
 */
export async function takePlace(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const place = placeIn(folder);
  const server = createServer((socket) => socket.destroy()).unref();
  const take = (): Promise<unknown> => once(server.listen(place), 'listening');
  try {
    await take();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (await isTaken(place))
      throw new AlreadyRunning('Мост уже запущен на этом компьютере. Остановите его или работайте с ним');
    // the socket of a bridge that was killed
    rmSync(place, { force: true });
    await take();
  }
  return () => void server.close();
}
