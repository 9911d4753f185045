import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A machine that does not take a connection by then is taken for one that is lost. */
const CONNECT_LIMIT_MS = 2000;
/** Where a connection failed none is tried for a while, unless nobody else is left. */
const AVOIDED_MS = 10_000;

interface Backend {
  port: number;
  host: string;
  avoidedUntil: number;
}

/**
 * A balancer as stands before several api processes: each new connection goes to the next of them in turn, and one that
 * refuses connections, or does not take them, is left out. What is under way at a process that dies is cut.
 */
export async function startBalancer(host = '127.0.0.1') {
  const backends: Backend[] = [];
  const served = new Map<number, number>();
  let turn = 0;

  function join(near: Socket, { port, host }: Backend, onRefused: () => void): void {
    const far = connect(port, host);
    const timer = setTimeout(() => far.destroy(new Error('not taken in time')), CONNECT_LIMIT_MS);
    far.once('error', () => clearTimeout(timer));
    far.once('error', onRefused);
    far.once('connect', () => {
      clearTimeout(timer);
      served.set(port, (served.get(port) ?? 0) + 1);
      far.off('error', onRefused);
      far.on('error', () => near.destroy());
      far.once('close', () => near.destroy());
      near.once('close', () => far.destroy());
      near.pipe(far).pipe(near);
    });
  }

  function tryNext(near: Socket, tries: number): void {
    const usable = backends.filter(({ avoidedUntil }) => avoidedUntil < performance.now());
    const among = usable.length > 0 ? usable : backends;
    const backend = among[turn++ % among.length];
    if (backend === undefined || tries === 0) {
      near.destroy();
      return;
    }
    join(near, backend, () => {
      backend.avoidedUntil = performance.now() + AVOIDED_MS;
      tryNext(near, tries - 1);
    });
  }

  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on('error', () => near.destroy());
    near.once('close', () => open.delete(near));
    tryNext(near, backends.length);
  }).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    add: (port: number, host = '127.0.0.1'): void => void backends.push({ port, host, avoidedUntil: 0 }),
    /** How many connections each process has had, by its port. */
    served,
    stop(): void {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>;
