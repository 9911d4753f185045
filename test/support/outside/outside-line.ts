import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/** A line to a service outside: it works, or nobody answers the call, or somebody answers and then says nothing. */
export type LineState = 'up' | 'refused' | 'silent';

/** A proxy to the service at this URL that counts what was tried while it was away. */
export async function startOutsideLine(t: ExecutionContext, target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let state: LineState = 'up';
  let tried = 0;
  let asked = 0;
  let mostOpen = 0;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    if (state !== 'up') tried += 1;
    if (state === 'refused') return void near.resetAndDestroy();
    keep(near);
    if (state === 'silent') {
      mostOpen = Math.max(mostOpen, sockets.size);
      return void near.once('data', () => (asked += 1));
    }
    const far = connect(Number(port), hostname);
    keep(far);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const set = (next: LineState): void => {
    state = next;
    for (const socket of sockets) socket.destroy();
  };
  t.teardown(() => {
    set('refused');
    server.close();
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    set,
    state: (): LineState => state,
    /** How many connections were tried, on how many something was said into the silence, and how many were open at once. */
    seen: () => ({ tried, asked, mostOpen }),
    /** How many connections are open now. */
    open: (): number => sockets.size,
  };
}
export type OutsideLine = Awaited<ReturnType<typeof startOutsideLine>>;
