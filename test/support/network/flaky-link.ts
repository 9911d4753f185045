import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/**
 * A proxy to a server that breaks by itself: each connection is cut after as many bytes in either direction as `random`
 * allows, even in the middle of a request or a response. It no longer breaks once `steady` is set.
 */
export async function startFlakyLink(t: ExecutionContext, target: string, random: () => number) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const state = { steady: false, down: false, cuts: 0 };
  const allotted = (): number => Math.floor(10 ** (2 + random() * 4));

  const server = createServer((near) => {
    if (state.down) return void near.destroy();
    const far = connect(Number(port), hostname);
    const cut = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        cut();
      });
      let left = allotted();
      from.on('data', (bytes) => {
        left -= bytes.length;
        if (!state.steady && left < 0) {
          // Bytes before the cut are still delivered.
          to.write(bytes.subarray(0, Math.max(0, bytes.length + left)), cut);
          state.cuts += 1;
        } else to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Rejects new connections and closes the open ones. */
    setDown(down: boolean): void {
      state.down = down;
      if (down) for (const socket of sockets) socket.destroy();
    },
  };
}
