import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createStartupGate } from '@ostatok/api/src/bootstrap/startup-gate.ts';
import test from 'ava';

test('whoever comes while the platform starts is told to come again, and then is let in', async (t) => {
  const server = createServer();
  const gate = createStartupGate(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;

  const early = await fetch(url);
  t.is(early.status, 503);
  t.is(early.headers.get('retry-after'), '1');
  t.like(await early.json(), { success: false, code: 'starting' });
  const socket = request({ port, headers: { connection: 'upgrade', upgrade: 'websocket' } });
  await new Promise((closed) => socket.once('error', closed).end());

  gate.open(
    (_req, res) => void res.end('open'),
    (_req, socket) => void socket.end('HTTP/1.1 400 Bad Request\\r\\n\\r\\n'),
  );

  t.is(await (await fetch(url)).text(), 'open');
  server.closeAllConnections();
  server.close();
});

test('one of several that is starting hangs up, so that what stands before them asks another', async (t) => {
  const server = createServer();
  const gate = createStartupGate(server, { hasOthers: true });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  await t.throwsAsync(fetch(url));
  gate.open(
    (_req, res) => void res.end('open'),
    () => undefined,
  );
  t.is(await (await fetch(url)).text(), 'open');
  server.closeAllConnections();
  server.close();
});

test('a socket that is told no is gone though its other end never ends its half', async (t) => {
  const server = createServer();
  createStartupGate(server).open(
    () => undefined,
    (_req, socket) => void socket.end('HTTP/1.1 421 no\r\n\r\n'),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const [{ port }, connected] = [server.address() as AddressInfo, once(server, 'connection')];
  const visitor = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  visitor.on('error', () => undefined).resume();
  visitor.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [socket] = (await connected) as [Socket];
  await once(visitor, 'end');

  await once(socket, 'close');

  t.true(socket.destroyed);
  visitor.destroy();
  server.close();
});
