import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';

/** A line to a server on this machine that can be cut, or falls silent, once the server has said so many bytes. */
export async function startCutLine(t: ExecutionContext, port: number) {
  let trouble: { after: number; how: 'cut' | 'silent' } | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket.on('error', () => undefined));
    return socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    const far = keep(connect(port, '127.0.0.1'));
    keep(near).pipe(far);
    let said = 0;
    far.on('data', (chunk: Buffer) => {
      said += chunk.length;
      if (!trouble || said <= trouble.after) near.write(chunk);
      else if (trouble.how === 'cut') near.destroy();
    });
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    address: `localhost:${(server.address() as AddressInfo).port}`,
    set: (next: typeof trouble): void => {
      trouble = next;
    },
  };
}
