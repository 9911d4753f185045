import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDoors } from '@ostatok/api/src/doors.ts';
import test from 'ava';

test('whoever comes while the platform starts is told to come again, and then is let in', async (t) => {
  const server = createServer();
  const doors = createDoors(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;

  const early = await fetch(url);
  t.is(early.status, 503);
  t.is(early.headers.get('retry-after'), '1');
  t.like(await early.json(), { success: false, code: 'starting' });
  const socket = request({ port, headers: { connection: 'upgrade', upgrade: 'websocket' } });
  await new Promise((closed) => socket.once('error', closed).end());

  doors.open(
    (_req, res) => void res.end('open'),
    (_req, socket) => void socket.end('HTTP/1.1 400 Bad Request\\r\\n\\r\\n'),
  );

  t.is(await (await fetch(url)).text(), 'open');
  server.closeAllConnections();
  server.close();
});
