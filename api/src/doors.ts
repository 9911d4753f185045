import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

type UpgradeListener = (req: IncomingMessage, socket: Socket, head: Buffer) => void;

const notYet: RequestListener = (_req, res) => {
  res.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' });
  res.end(JSON.stringify({ success: false, error: 'Остаток запускается. Повторите через секунду', code: 'starting' }));
};

/**
 * What a server answers by. It listens before all is made that answers; whoever comes before `open` is told to come
 * again: a request that nobody hears would wait for ever.
 */
export function createDoors(server: Server) {
  let web = notYet;
  let upgrade: UpgradeListener = (_req, socket) => void socket.destroy();
  server.on('request', (req, res) => web(req, res));
  server.on('upgrade', (req, socket, head) => upgrade(req, socket as Socket, head));
  return {
    open(openWeb: RequestListener, openUpgrade: UpgradeListener): void {
      web = openWeb;
      upgrade = openUpgrade;
    },
  };
}
