import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { toJson } from '@ostatok/api/src/sandbox/max/protocol.ts';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import type { ApiRequest } from './api.ts';
import type { Interference, MaxServerOptions } from './server-types.ts';

export async function readRequest(req: IncomingMessage, res: ServerResponse): Promise<ApiRequest> {
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://max');
  return {
    method: req.method ?? '',
    path: pathname,
    query: searchParams,
    token: req.headers.authorization ?? '',
    contentType: req.headers['content-type'] ?? '',
    body: await buffer(req),
    gone: gone.signal,
  };
}

export function sendOutcome(res: ServerResponse, outcome: Interference): void {
  if (outcome === 'hang') return;
  if (outcome === 'cut') return void res.destroy();
  const { status, body = '', headers } = outcome;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return void res.writeHead(status, headers).end(body);
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(toJson(body));
}

/** Listens on a free port of this machine. While it is down, every connection is broken at once. */
export async function listen(tls: MaxServerOptions['tls'], listener: RequestListener) {
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  const sockets = new Set<Socket>();
  let isDown = false;
  const cutConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (isDown) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isDown: () => isDown,
    setDown(down: boolean): void {
      isDown = down;
      if (isDown) cutConnections();
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      cutConnections();
      await closed;
    },
  };
}
