import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { endWholly } from '../platform/half-open.ts';
import type { PlatformOptions } from './platform-options.ts';

type UpgradeListener = (req: IncomingMessage, socket: Socket, head: Buffer) => void;

/** Answers while the platform is starting. */
export const notYet: RequestListener = (_req, res) => {
  res.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  res.end(JSON.stringify({ success: false, error: 'Остаток запускается. Повторите через секунду', code: 'starting' }));
};

/** Ends the connection without an answer: nginx asks the next api process then, and this one only seconds later. */
const hangUp: RequestListener = (req) => void req.socket.destroy();

/**
 * Lets the server listen before its handlers exist. Until `open` is called each request gets 503 with Retry-After;
 * without an answer it would wait for ever. Where other processes may answer, `hasOthers`, it is sent to them instead.
 */
export function createStartupGate(server: Server, { hasOthers = false } = {}) {
  let web = hasOthers ? hangUp : notYet;
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

/** Listens and returns the port. On stop it also closes upgraded sockets that were passed on to tenants. */
export async function listen(server: Server, { config, lifecycle }: PlatformOptions): Promise<number> {
  const sockets = new Set<{ destroy: () => void; once: (event: 'close', listener: () => void) => void }>();
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
