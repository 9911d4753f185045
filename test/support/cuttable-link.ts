import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/**
 * A wire to a server that a test can cut: the browser's own offline switch misses requests while a page reloads or a
 * service worker stands between.
 */
export async function startLink(t: ExecutionContext, target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  // it goes on listening: a port that is let go may be somebody else's by the time it is wanted again
  const setCut = (cut: boolean): void => {
    isCut = cut;
    if (cut) for (const socket of sockets) socket.destroy();
  };
  t.teardown(() => {
    setCut(true);
    server.close();
  });
  return { url: `http://127.0.0.1:${own}`, cut: async () => setCut(true), mend: async () => setCut(false) };
}
