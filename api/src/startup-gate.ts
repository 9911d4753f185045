import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { PlatformOptions } from './platform-options.ts';

type UpgradeListener = (req: IncomingMessage, socket: Socket, head: Buffer) => void;

/** Is given to whoever is told no over an upgraded socket, or whose venue ended it, to end their half. */
const HALF_OPEN_MS = 5000;

const notYet: RequestListener = (_req, res) => {
  res.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  res.end(JSON.stringify({ success: false, error: 'Остаток запускается. Повторите через секунду', code: 'starting' }));
};

/** An upgraded socket has no time limit of the server's any more: one that its other end never ends would stay for ever. */
function endWholly(socket: Socket): void {
  socket.once('finish', () => {
    const late = setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref();
    socket.once('close', () => clearTimeout(late));
  });
}

/**
 * What a server answers by. It listens before all is made that answers; whoever comes before `open` is told to come
 * again: a request that nobody hears would wait for ever.
 */
export function createStartupGate(server: Server) {
  let web = notYet;
  let upgrade: UpgradeListener = (_req, socket) => void socket.destroy();
  server.on('request', (req, res) => web(req, res));
  server.on('upgrade', (req, socket, head) => {
    endWholly(socket as Socket);
    upgrade(req, socket as Socket, head);
  });
  return {
    open(openWeb: RequestListener, openUpgrade: UpgradeListener): void {
      web = openWeb;
      upgrade = openUpgrade;
    },
  };
}

/** The port it listens on; sockets that were handed on to a venue are closed with it. */
export async function listen(server: Server, { config, lifecycle }: PlatformOptions): Promise<number> {
  const sockets = new Set<{ destroy: () => void; once: (event: 'close', heard: () => void) => void }>();
  server.on('upgrade', (_req, socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  lifecycle.onStop('connections', () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
