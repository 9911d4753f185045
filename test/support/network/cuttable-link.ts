import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/**
 * A proxy to a server that a test can disconnect: the browser's own offline switch misses requests while a page reloads
 * or when a service worker sends them.
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
  // it keeps listening: a released port may belong to another process when it is needed again
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
