import type { Socket } from 'node:net';

/** Passes on what each of two sockets says to the other, until one ends, one is silent too long, or too much was said. */
export function joinSockets(near: Socket, far: Socket, { idleMs, bytes }: { idleMs: number; bytes: number }): void {
  let left = bytes;
  const cut = (): void => {
    near.destroy();
    far.destroy();
  };
  function count(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) cut();
  }
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    socket.on('error', () => undefined);
    socket.on('data', count);
    // what was said before the end is still brought
    socket.once('close', () => other.destroySoon());
    socket.setTimeout(idleMs, cut);
    socket.pipe(other);
  }
  if (near.destroyed) cut();
}
