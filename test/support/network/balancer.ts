import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A balancer as stands before several api processes: each new connection goes to the next of them in turn, and one that
 * refuses connections is left out. What is under way at a process that dies is cut.
 */
export async function startBalancer() {
  const ports: number[] = [];
  const served = new Map<number, number>();
  let turn = 0;

  function join(near: Socket, port: number, onRefused: () => void): void {
    const far = connect(port, '127.0.0.1');
    far.once('error', onRefused);
    far.once('connect', () => {
      served.set(port, (served.get(port) ?? 0) + 1);
      far.off('error', onRefused);
      far.on('error', () => near.destroy());
      far.once('close', () => near.destroy());
      near.once('close', () => far.destroy());
      near.pipe(far).pipe(near);
    });
  }

  function tryNext(near: Socket, tries: number): void {
    const port = ports[turn++ % ports.length];
    if (port === undefined || tries === 0) near.destroy();
    else join(near, port, () => tryNext(near, tries - 1));
  }

  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => near.destroy());
    near.once('close', () => open.delete(near));
    tryNext(near, ports.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    add: (backend: number): void => void ports.push(backend),
    /** How many connections each process has had, by its port. */
    served,
    stop(): void {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>;
