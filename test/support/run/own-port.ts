import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what systems and `freePort` give out. Each port has a guard that far above it. */
const FIRST = 10_000;
const BEYOND_LAST = 12_500;
const TO_GUARD = 2500;

/** Whether nothing listens at the loopback port. With `isKept`, listens there itself until the process ends. */
const takes = (port: number, isKept = false): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => {
      server.unref();
      if (isKept) resolve(true);
      else server.close(() => resolve(true));
    });
  });

/**
 * Finds a loopback TCP port on which nothing listens, and that no other test is given while this process lives: a server
 * may be started at it late, and again.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND_LAST);
    if ((await takes(port + TO_GUARD, true)) && (await takes(port))) return port;
  }
}
