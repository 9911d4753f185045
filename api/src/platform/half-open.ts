import type { Socket } from 'node:net';

/** How long the other end of a socket may take to close its half after we have closed ours. */
export const HALF_OPEN_MS = 5000;

/**
 * Destroys a socket some time after our half of it has ended: the server's timeouts do not apply to one that it has handed
 * over, as for an upgrade or CONNECT, so it could stay for ever.
 */
export function endWholly(socket: Socket, halfOpenMs = HALF_OPEN_MS): void {
  socket.once('finish', () => {
    const late = setTimeout(() => socket.destroy(), halfOpenMs).unref();
    socket.once('close', () => clearTimeout(late));
  });
}
